"""What a player of a duel may ask; what the house does by itself is in tests/core/house/test_duel_game.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.base.game import Refused
from core.duels.rules import check_allowed, house_move, side_at
from core.games import GAMES
from core.table import DuelGame, Move, Resign, Setup, TakeHint, Undo, open_table
from core.table.state import RecordInfo


def table(duel: DuelGame | None):
    return open_table(Setup("t", GAMES["mille"], {}, b"", duel=duel), RecordInfo(1, 0.0))


def test_in_a_duel_one_plays_or_resigns_and_nothing_else():
    here, elsewhere = table(DuelGame("d", 1, 1)), table(None)
    for allowed in (Move("p"), Resign()):
        check_allowed(here, allowed)
    for refused in (Undo(), TakeHint()):
        check_allowed(elsewhere, refused)
        with pytest.raises(Refused, match="you can only play, or resign"):
            check_allowed(here, refused)


def test_copy_of_a_game_of_a_duel_is_a_game_like_any_other():
    copied = replace(table(DuelGame("d", 1, 1)), restored=True)
    check_allowed(copied, TakeHint())
    assert house_move(copied) == ""


def test_sides_exchange_their_seats_in_the_second_game():
    assert [side_at(DuelGame("d", 1, 1), seat) for seat in (0, 1)] == [0, 1]
    assert [side_at(DuelGame("d", 1, 2), seat) for seat in (0, 1)] == [1, 0]


def test_house_moves_nothing_before_a_game_or_elsewhere():
    assert house_move(table(DuelGame("d", 1, 1))) == house_move(table(None)) == ""
