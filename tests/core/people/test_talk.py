"""What is said at a table: clean lines, heard by those they are for."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.people.talk import LONGEST_TEXT, Said, is_heard, say


def test_line_is_kept_with_the_record_it_was_said_at():
    assert say("anna", 0, "  well   played\n", 7) == Said("anna", 0, "well played", 7)


def test_line_is_cut_and_holds_nothing_that_moves_a_cursor():
    said = say("anna", None, "\x1b[2J" + "x" * 1000, 7)
    assert len(said.text) == LONGEST_TEXT
    assert said.text.isprintable()


def test_nothing_is_not_said():
    with pytest.raises(Refused, match="Type what you want to say"):
        say("anna", 0, " \x07 ", 7)


@pytest.mark.parametrize(
    ("speaker", "hearer", "heard"), [(0, 1, True), (0, None, True), (None, None, True), (None, 0, False)]
)
def test_players_do_not_hear_spectators(speaker, hearer, heard):
    assert is_heard(Said("anna", speaker, "hm", 1), hearer) is heard
