"""What is stored of a duel."""

from __future__ import annotations

import pytest

from core.duels.events import Contender, Ended, stream_of
from core.records import codec, fold
from journal import seal
from tests.core.duels.played import TERMS


def test_order_of_a_duel_is_read_as_it_was_written():
    records = seal(None, [codec.encode(TERMS), codec.encode(Ended())], "2026-11-20T20:15:03.120Z")
    assert [event for event, _ in fold.decode(stream_of("d"), records)] == [TERMS, Ended()]


def test_side_is_a_program_or_a_computer_player():
    for person, level in (("", ""), ("robo", "strong")):
        with pytest.raises(ValueError, match="a program or a computer player"):
            Contender(person, level)


def test_secret_is_in_no_text_of_an_order():
    assert TERMS.secret not in repr(TERMS)
