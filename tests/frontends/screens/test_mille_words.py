from __future__ import annotations

from typing import Any

import pytest

from core.games.mille import GAME, State
from core.games.mille.state import Bonus
from frontends.screens.mille import SCREEN
from tests.core.games.mille.positions import BLANK, after, cards, ended, given, tableau
from tests.core.games.test_mille import random_hands
from tests.frontends.screens.test_mille import sight
from tests.frontends.tables import view_of


def words(state: State, seat: int | None, columns: int = 40) -> list[str]:
    return list(SCREEN.describe(view_of(GAME, state, seat), columns))


def test_position_is_told_in_words() -> None:
    own = tableau(None, distances=("200", "25"), safeties=("Right of Way",), coups=cards("Right of Way"))
    other = tableau("Flat Tire", "Speed Limit", distances=("50",))
    state = given(
        "Go", "Puncture Proof", "25", own=own, other=other, discard=cards("Repairs")[0], dealt=3, carried=(1000, 75)
    )
    assert words(state, 0) == [
        "Hand 3, a trip of 700 miles.",
        "Deck: 20 cards. Discard: Repairs.",
        "You: 225 miles, 475 to go; rolling;",
        "  battle blank; speed blank; safeties",
        "  Right of Way (coup fourre).",
        "Opponent: 50 miles, 650 to go; not",
        "  rolling; battle Flat Tire; speed Speed",
        "  Limit; no safeties.",
        "You hold: P Go, 1 Puncture Proof, 2 25,",
        "  3 25, 4 25, 5 25, 6 25.",
        "Opponent holds 6 cards.",
        "Points: this hand 625 to 50, overall",
        "  1625 to 125; games 0 to 0.",
        "Use or discard a card.",
    ]


def test_spectators_hear_of_seats() -> None:
    told = " ".join(words(given(), None))
    assert "Seat 1 holds 7 cards. Seat 2 holds 6 cards." in told
    assert told.endswith("Seat 1 plays.")


def last(state: State, seat: int | None) -> str:
    return words(state, seat, 80)[-1]


def test_last_line_says_what_is_to_be_done() -> None:
    asked = after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p")
    assert last(given(hands=(cards("Go"), cards("Go"))), 0) == "Pick a card."
    assert last(given(), 1) == "Opponent plays."
    assert last(asked, 0) == "Extension? yes or no."
    assert last(asked, 1) == "Opponent may extend the trip."
    assert last(ended(given()), 1) == "Another hand? another or stop."
    assert last(ended(given(), carried=(5000, 0)), None) == "Another game?"
    assert last(after(ended(given()), "stop"), 0) == "The session is over."


def test_points_are_told_line_by_line_when_a_hand_is_over() -> None:
    over = ended(given(own=tableau(distances=("100",) * 7), other=BLANK), finisher=0, bonus=Bonus(trip=400, safe=300))
    told = words(over, 0, 80)
    assert "You: Milestones Played 700, Trip Completed 400, Safe Trip 300." in told
    assert "Opponent: no points." in told


def test_extended_trip_is_named() -> None:
    assert words(given(end=1000), 0)[0] == "Hand 1, a trip of 1000 miles, extended."


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_are_no_wider_than_the_terminal(columns: int) -> None:
    for state in random_hands(bytes(16), 150)[::5]:
        for seat in (0, 1, None):
            lines = SCREEN.describe(view_of(GAME, state, seat), columns)
            assert all(len(line) <= columns and line.isascii() for line in lines)


def test_status_is_the_score_in_a_few_words() -> None:
    fields: dict[str, Any] = {"own": tableau(distances=("100",)), "carried": (500, 250)}
    assert SCREEN.status is not None
    assert SCREEN.status(sight(given(**fields), 0)) == "hand 1: 100 to 0 miles, overall 600 to 250"
    assert SCREEN.status(sight(given(**fields), 1)) == "hand 1: 0 to 100 miles, overall 250 to 600"
