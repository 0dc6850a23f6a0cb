from __future__ import annotations

from typing import Any

import pytest

from core.games.mille.scoring import scores_of
from core.games.mille.state import Bonus
from frontends.screens.mille_score import lines_of
from tests.core.games.mille.positions import given, tableau
from tests.frontends.screens.test_mille import screen


def window(*rows: int, note: str = "", full: bool = False, **fields: Any) -> list[str]:
    """Some rows of the score window."""
    lines = screen(given(**fields), note=note, full=full).split("\n")
    return [lines[row][42:] for row in rows]


def test_points_stand_under_their_players() -> None:
    own = tableau("Go", distances=("200", "50"), safeties=("Extra Tank",))
    other = tableau("Go", distances=("75",))
    assert window(0, 1, 2, 5, 6, own=own, other=other, carried=(1000, 2000)) == [
        "                    You      Bob Value",
        "Milestones Played   250       75",
        "Each Safety         100        0   100",
        "Hand Total          350       75",
        "Overall Total      1350     2075",
    ]


def test_games_are_counted() -> None:
    assert window(7, games=(2, 1)) == ["Games                 2        1"]


def test_small_window_lists_the_commands() -> None:
    assert window(8, 9, 10, 11, 12) == [
        "p: pick             q: quit",
        "u: use #            o: order hand",
        "d: discard #        s: save",
        "w: toggle window    r: reprint",
        "?: help             ': talk",
    ]
    assert window(9, ordering=(True, False)) == ["u: use #            o: stop ordering"]


def test_full_window_lists_every_bonus() -> None:
    bonus = Bonus(trip=400, safe=300, delayed=300, extension=200, shut_out=500)
    assert window(5, 6, 7, 8, 9, 10, full=True, finisher=0, bonus=bonus) == [
        "Trip Completed      400        0   400",
        "Safe Trip           300        0   300",
        "Delayed Action      300        0   300",
        "Extension           200        0   200",
        "Shut-Out            500        0   500",
        "Hand Total         1700        0",
    ]


@pytest.mark.parametrize("full", [False, True])
def test_message_stands_at_the_foot_of_the_window(full: bool) -> None:
    assert window(14, note='can\'t play "Spare Tire"', full=full) == ['can\'t play "Spare Tire"']


def test_long_message_is_wrapped_and_then_cut() -> None:
    rows = window(14, 15, 16, note="The hand is over. " * 9)
    assert rows[0] == "The hand is over. The hand is over."
    assert rows[2].endswith("...")
    assert all(len(row) <= 38 for row in rows)


def test_lines_without_points_can_be_left_out() -> None:
    state = given(own=tableau(distances=("100",), safeties=("Extra Tank",)))
    assert lines_of(scores_of(state)[0]) == (("Milestones Played", 100), ("Each Safety", 100))
