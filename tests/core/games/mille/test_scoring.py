"""The points of a hand and of a game of mille."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.mille.cards import PACK
from core.games.mille.scoring import bonus_for, score_of, scores_of, totals_of
from core.games.mille.state import Bonus, State
from tests.core.games.mille.positions import ALL_SAFETIES, ROLLING, after, cards, given, tableau

DONE = ("100",) * 7


def test_miles_count_as_they_are() -> None:
    assert score_of(tableau(distances=("200", "75")), Bonus()).hand == 275


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 100), (3, 300), (4, 400 + 300)])
def test_safeties_count_100_each_and_300_for_all(count: int, points: int) -> None:
    assert score_of(tableau(safeties=ALL_SAFETIES[:count]), Bonus()).hand == points


def test_coup_counts_300_beside_its_safety() -> None:
    score = score_of(tableau(safeties=("Extra Tank",), coups=cards("Extra Tank")), Bonus())
    assert (score.safeties, score.coups, score.hand) == (100, 300, 400)


def test_points_are_there_the_moment_a_card_is_played() -> None:
    state = after(given("100", carried=(1000, 2000)), "u p")
    assert totals_of(state) == (1100, 2000)


def test_bonus_belongs_to_the_finisher_alone() -> None:
    state = given(own=ROLLING, finisher=1, bonus=Bonus(trip=400))
    assert [score.hand for score in scores_of(state)] == [0, 400]


def bonus(own: tuple[str, ...] = DONE, other: tuple[str, ...] = ("25",), **more: Any) -> Bonus:
    state = given(own=tableau("Go", distances=own), other=tableau(distances=other))
    return bonus_for(replace(state, **more), 0)


def test_plain_trip_is_safe_and_completed() -> None:
    assert bonus() == Bonus(trip=400, safe=300)


def test_trip_with_a_200_is_not_safe() -> None:
    assert bonus(("200", "200", "100", "100", "100")) == Bonus(trip=400)


def test_trip_finished_after_the_deck_is_delayed() -> None:
    assert bonus(deck=()) == Bonus(trip=400, safe=300, delayed=300)
    assert bonus(deck=PACK[:1]).delayed == 0


def test_long_trip_is_extended() -> None:
    assert bonus(("100",) * 10, end=1000) == Bonus(trip=400, safe=300, extension=200)


def test_opponent_without_miles_is_shut_out() -> None:
    assert bonus(other=()) == Bonus(trip=400, safe=300, shut_out=500)


def test_everything_adds_up() -> None:
    everything = bonus(("100",) * 10, (), end=1000, deck=())
    assert everything.sum == 400 + 300 + 300 + 200 + 500


def test_nobody_has_points_before_the_first_deal() -> None:
    assert totals_of(State()) == (0, 0)
