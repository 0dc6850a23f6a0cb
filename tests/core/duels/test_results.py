"""What a game of a duel came to, by its table."""

from __future__ import annotations

from typing import Any

import pytest

from core.duels.duel import after as after_record
from core.duels.duel import note_fault
from core.duels.events import GameCalled
from core.duels.results import recorded_result, result_of
from core.duels.rules import ABSENT, CLOSED, ILLEGAL, RESIGNED, TIMEOUT
from core.table import Close, CloseUnbegun, DuelGame, Resign, RunOut, Table
from tests.core.duels.played import START, TERMS
from tests.core.tables import after, begun, opened

NAMES = ("p0", "p1")


def table(number: int = 1) -> Table:
    return begun("elixir", opened_as="tst01", clock=60, reserved=NAMES, duel=DuelGame("d", 1, number))


@pytest.mark.parametrize(("number", "points", "loser"), [(1, 0, 0), (2, 2, 1)])
def test_side_that_resigns_or_runs_out_of_time_has_lost_wherever_it_sits(number: int, points: int, loser: int):
    for command, by, reason in ((Resign(), 0, RESIGNED), (RunOut(0), None, TIMEOUT)):
        over, _ = after(table(number), by, command, at=10_000)
        found = result_of(over, DuelGame("d", 1, number))
        assert (found.points, found.reason, found.loser, found.lead) == (points, reason, loser, None)


def test_fault_that_was_noted_counts_and_not_how_the_house_ended_the_game():
    over, _ = after(table(), 1, Resign())
    assert result_of(over, DuelGame("d", 1, 1), (1, ILLEGAL)).reason == ILLEGAL
    unbegun, _ = after(opened("elixir", opened_as="tst01", reserved=NAMES), None, CloseUnbegun())
    found = result_of(unbegun, DuelGame("d", 1, 2), (0, ABSENT))
    assert (found.points, found.reason, found.loser) == (2, ABSENT, 1)


def test_computer_player_that_has_no_time_because_the_house_has_none_has_not_lost():
    setup: dict[str, Any] = {"opened_as": "tst01", "clock": 60, "reserved": ("p0", ""), "duel": DuelGame("d", 1, 1)}
    over, _ = after(begun("elixir", bots=(1,), **setup), None, RunOut(0), at=10_000)
    assert result_of(over, DuelGame("d", 1, 1)).reason == TIMEOUT
    setup["reserved"] = ("", "p1")
    over, _ = after(begun("elixir", bots=(0,), **setup), None, RunOut(0), at=10_000)
    found = result_of(over, DuelGame("d", 1, 1))
    assert (found.points, found.reason, found.loser) == (1, CLOSED, None)


def test_closed_game_is_a_draw_that_says_so():
    for over in (
        after(table(), None, Close())[0],
        after(opened("elixir", opened_as="tst01", reserved=NAMES), None, CloseUnbegun())[0],
    ):
        found = result_of(over, DuelGame("d", 1, 1))
        assert (found.points, found.reason, found.loser) == (1, CLOSED, None)


def test_what_stands_in_the_duel_counts_whichever_house_looks():
    duel = after_record(after_record(None, TERMS, START), GameCalled(1, 1, "tst01"), START)
    setup: dict[str, Any] = {"opened_as": "tst01", "reserved": NAMES, "duel": DuelGame("d", 1, 1)}
    unbegun, _ = after(opened("elixir", **setup), None, CloseUnbegun())
    assert recorded_result(duel, unbegun).reason == CLOSED
    (noted,) = note_fault(duel, "tst01", 1, ABSENT)
    found = recorded_result(after_record(duel, noted, START), unbegun)
    assert (found.table, found.points, found.reason, found.loser) == ("tst01", 2, ABSENT, 1)
