from __future__ import annotations

from typing import Any

import pytest

from core.base.message import english
from core.games.mille import GAME
from core.games.mille.state import Bonus
from frontends.screens.mille import SCREEN
from frontends.screens.mille.score import lines_of
from frontends.terminal.picture import Look
from tests.core.games.mille.positions import given, tableau
from tests.frontends.screens.mille_boards import scene_of
from tests.frontends.screens.pictures import drawn
from tests.frontends.tables import view_of

TALL = Look(rows=40, columns=41)


def block(**fields: Any) -> list[str]:
    """The lines of the unfolded score at the left, without what each is worth."""
    lines = drawn(SCREEN, scene_of(given(**fields)), TALL).text().split("\n")
    first = next(row for row, line in enumerate(lines) if line.startswith("Milestones"))
    return [" ".join(line[:35].split()) for line in lines[first - 1 : first + 12]]


def test_points_stand_under_their_players() -> None:
    own = tableau("Go", distances=("200", "50"), safeties=("Extra Tank",))
    other = tableau("Go", distances=("75",))
    lines = block(own=own, other=other, carried=(1000, 2000), games=(2, 1))
    assert lines[:4] == ["Hand 1 You Bob", "Milestones Played 250 75", "Each Safety 100 0", "All 4 Safeties 0 0"]
    assert lines[10:] == ["Hand Total 350 75", "Overall Total 1350 2075", "Games 2 1"]


def test_every_bonus_has_its_line() -> None:
    bonus = Bonus(trip=400, safe=300, delayed=300, extension=200, shut_out=500)
    assert block(finisher=0, bonus=bonus)[5:11] == [
        "Trip Completed 400 0",
        "Safe Trip 300 0",
        "Delayed Action 300 0",
        "Extension 200 0",
        "Shut-Out 500 0",
        "Hand Total 1700 0",
    ]


@pytest.mark.parametrize(("columns", "rows"), [(60, 17), (80, 20), (80, 21), (60, 21), (100, 24)])
def test_two_blocks_have_all_lines(columns: int, rows: int) -> None:
    shown = drawn(
        SCREEN, scene_of(given(), turned="playing" if rows < 20 else ""), Look(rows=rows, columns=columns)
    ).text()
    for label in ("Milestones Played", "Each Coup Fourré", "Safe Trip", "Shut-Out", "Hand Total", "Games"):
        assert label in shown


def test_narrow_score_leaves_the_bonus_out_while_nobody_has_it() -> None:
    shown = drawn(SCREEN, scene_of(given(), turned="playing"), Look(rows=17, columns=40)).text()
    assert "Each Coup Fourré" in shown
    assert "Hand Total" in shown
    assert "Shut-Out" not in shown


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (40, "Points 250:75  Total 1250:2075"),
        (60, "Hand 1  Points 250:75  Total 1250:2075  Games 12:10"),
    ],
)
def test_folded_score_is_as_much_of_a_line_as_fits(columns: int, line: str) -> None:
    own, other = tableau("Go", distances=("200", "50")), tableau("Go", distances=("75",))
    state = given(own=own, other=other, carried=(1000, 2000), games=(12, 10))
    assert line in drawn(SCREEN, scene_of(state), Look(rows=17, columns=columns)).text().split("\n")


def test_lines_without_points_can_be_left_out() -> None:
    state = given(own=tableau(distances=("100",), safeties=("Extra Tank",)))
    lines = lines_of(view_of(GAME, state, 0), 0)
    assert [(english(label), points) for label, points in lines] == [("Milestones Played", 100), ("Each Safety", 100)]
