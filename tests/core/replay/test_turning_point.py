"""Where a game was lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice, deal_seed
from core.base.game import Refused
from core.base.message import english
from core.games.deals import shipped_findings
from core.games.features.solvers import Settled
from core.games.pileon import GAME as PILEON
from core.games.pileon.solver import judge
from core.replay.turning_point import Inquiry, answered, line_in_force, look_for, told
from core.table.snapshot import Snapshot
from tests.core.games.test_pileon import after, deal, look
from tests.core.games.test_terrace import deal as terrace_deal
from tests.examples import slow

WON, LOST, UNKNOWN = Settled(True, ("d",)), Settled(False), Settled(None)


def asked(truth: list[Settled]) -> tuple[Inquiry, int]:
    """The answer about a game whose positions are known so well, and how many of them were settled for it."""
    inquiry, pieces = Inquiry(len(truth)), 0
    while (at := inquiry.next) is not None:
        inquiry, pieces = answered(inquiry, at, truth[at]), pieces + 1
        assert pieces <= len(truth)
    return inquiry, pieces


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_first_lost_position_is_found_by_halves(won: int, lost: int) -> None:
    if won + lost:
        inquiry, pieces = asked([WON] * won + [LOST] * lost)
        assert (inquiry.won, inquiry.lost) == (won - 1, won if lost else -1)
        assert inquiry.is_exact
        assert pieces <= 7


@given(st.integers(0, 30), st.integers(1, 30), st.integers(0, 30))
def test_what_is_unknown_stays_between_what_is_known(won: int, unknown: int, lost: int) -> None:
    inquiry, _ = asked([WON] * won + [UNKNOWN] * unknown + [LOST] * lost)
    assert (inquiry.won, inquiry.lost) == (won - 1, won + unknown if lost else -1)
    assert not inquiry.is_exact


def test_a_win_that_is_found_late_leaves_nothing_unknown_before_it() -> None:
    inquiry = answered(Inquiry(9, unknown=(3, 5)), 7, WON)
    assert (inquiry.won, inquiry.unknown, inquiry.next) == (7, None, 8)


def careless(number: int) -> list[Any]:
    """A game of Pileon at random, from the deal on."""
    state, chance = deal(number), Dice(deal_seed(number), "careless", 1)
    states = [state]
    for _ in range(12):
        if not (listed := list(PILEON.moves(look(state)))):
            break
        state = after(state, listed[chance.below(len(listed))])
        states.append(state)
    return states


@pytest.mark.parametrize("number", [1, *slow(2, 3, 6)])
async def test_pileon_names_the_move_that_lost(number: int) -> None:
    states = careless(number)
    inquiry = await look_for("pileon", states)
    winnable = [judge(look(state), 400_000).winnable for state in states]
    assert winnable == [True] * (inquiry.won + 1) + [False] * (len(states) - inquiry.won - 1)
    assert inquiry.is_exact


async def test_terrace_says_what_it_does_not_know() -> None:
    inquiry = await look_for("terrace", [terrace_deal("wood", 2)], budget=50)
    assert (inquiry.won, inquiry.lost, inquiry.is_exact) == (-1, -1, False)
    assert english(told(inquiry)[0]) == "The computer found no way to win this deal, even from the start."


async def test_deal_that_is_known_to_be_won_is_never_called_unsolved() -> None:
    options = {"variant": "generals-patience"}
    known = shipped_findings.settled("terrace", options, 8)
    assert known is not None
    inquiry = await look_for("terrace", [terrace_deal("generals-patience", 8)] * 2, budget=50, known=known)
    assert (inquiry.won, inquiry.move) == (0, known.moves[0])
    assert english(told(inquiry)[0]) == "Before the first move you could win."


async def test_games_without_a_solver_are_refused() -> None:
    with pytest.raises(Refused):
        await look_for("mille", [])


@pytest.mark.parametrize(
    ("inquiry", "sentences"),
    [
        (Inquiry(5, won=4), ["You can still win from here."]),
        (Inquiry(5, lost=0), ["This deal could not be won at all: that is proved."]),
        (
            Inquiry(5, won=2, lost=3, move="3 14"),
            [
                "After 2 moves you could still win.",
                "The winning move was 3 14.",
                "Move 3 lost the game: that is proved.",
            ],
        ),
        (
            Inquiry(5, won=1, unknown=(2, 3), lost=4),
            [
                "After 1 move you could still win.",
                "After move 4 it was lost: that is proved. Nothing is known of the moves between.",
            ],
        ),
        (
            Inquiry(5, won=0, unknown=(1, 4)),
            [
                "Before the first move you could win.",
                "Nobody knows whether it was lost after that.",
            ],
        ),
    ],
)
def test_the_answer_is_told(inquiry: Inquiry, sentences: list[str]) -> None:
    assert [english(said) for said in told(inquiry)] == sentences


def test_the_line_in_force_goes_from_the_deal_to_the_last_move() -> None:
    first = Snapshot(3, "dealt")
    last = Snapshot(9, "second", plays=2, previous=Snapshot(5, "first", plays=1, previous=first))

    class Seen:
        now = last

    states = [snapshot.state for snapshot in line_in_force(Seen())]  # type: ignore[arg-type]
    assert states == ["dealt", "first", "second"]
