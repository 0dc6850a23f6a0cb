"""Names that people take."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.base.text import clean
from core.games.features.bots import BOTS
from core.sessions.identity.name_rules import COMMANDS, house_name, read_name
from core.table import LONGEST_NAME
from frontends.visit.lobby.room import ACTIONS


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Bella ", "Anna Bella"),
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("{1}", "{1}"),
        ("Ça va", "Ça va"),
    ],
)
def test_blanks_and_wide_letters_are_tidied(typed: str, name: str) -> None:
    assert read_name(typed) == name


@pytest.mark.parametrize("name", ["", "  ", "computer", "Somebody", *(bot.name for bot in BOTS.values())])
def test_nothing_and_what_belongs_to_the_house_is_no_name(name: str) -> None:
    with pytest.raises(Refused):
        read_name(name)


@given(st.text(max_size=60))
def test_name_is_shown_as_it_was_typed_or_refused(text: str) -> None:
    with suppress(Refused):
        name = read_name(text)
        assert clean(name, LONGEST_NAME) == name
        assert clean(text, 60) == name


def test_what_can_be_typed_in_the_lobby_is_no_name() -> None:
    words = {word for action in ACTIONS for word in (action.word, *action.aliases)}
    assert {word for word in words if len(word) > 1} == COMMANDS


@pytest.mark.parametrize("line", ["list", "WHO", "new mille", "quit now"])
def test_command_that_is_typed_instead_of_a_name_is_said_to_be_one(line: str) -> None:
    with pytest.raises(Refused, match="is a command, not a name"):
        house_name(line)
