"""Grades of deals."""

from __future__ import annotations

import pytest

from core.games import GAMES
from core.games.deals.findings import LOST, UNKNOWN, WON, Finding, Shown, Subject, find_out, subject_of
from core.games.deals.grades import LIMITS, NAMES, Grade, grade_of
from core.games.features.solvers import SOLVERS

WOOD, PILEON = subject_of("wood"), subject_of("pileon")


@pytest.mark.parametrize(
    ("plain", "grade"), [("111", Grade.EASY), ("110", Grade.FAIR), ("001", Grade.FAIR), ("000", Grade.HARD)]
)
def test_terrace_is_graded_by_what_a_plain_player_wins(plain: str, grade: Grade) -> None:
    assert grade_of(WOOD, Finding(1, WON, 900, plain=plain)) == grade


@pytest.mark.parametrize(
    ("effort", "grade"), [(57, Grade.EASY), (58, Grade.FAIR), (120, Grade.FAIR), (121, Grade.HARD)]
)
def test_pileon_is_graded_by_the_effort_of_the_solver(effort: int, grade: Grade) -> None:
    assert grade_of(PILEON, Finding(1, WON, effort)) == grade


@pytest.mark.parametrize("shown", [LOST, UNKNOWN])
def test_what_is_not_known_to_be_winnable_has_no_grade(shown: Shown) -> None:
    assert grade_of(WOOD, Finding(1, shown, 10, plain="000")) is None


def test_other_rules_have_no_grades_yet() -> None:
    assert grade_of(Subject("terrace", "wood", 99), Finding(1, WON, 10, plain="111")) is None


def test_every_solitaire_with_a_solver_has_limits() -> None:
    assert {(name, GAMES[name].rules) for name in SOLVERS} <= LIMITS.keys()
    assert NAMES.keys() == set(Grade)


@pytest.mark.parametrize(("deal", "grade"), [(1, "fair"), (3, "easy"), (11, "hard")])
def test_deals_keep_their_grade(deal: int, grade: str) -> None:
    found = grade_of(PILEON, find_out(PILEON, deal, 100_000))
    assert found
    assert found.value == grade
