"""The solver of Terrace against the rules themselves."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from core.games.features.solvers import SOLVERS, Verdict
from core.games.terrace import GAME, Carry, Deal, played
from core.games.terrace.board import VARIANTS, State, pile
from core.games.terrace.solver import grade, solve
from core.games.terrace.solver.packed_board import (
    RESERVE,
    UP,
    WASTE,
    Spot,
    Step,
    carry,
    closed,
    coded,
    deal,
    frame_of,
    spot_of,
)
from core.games.terrace.solver.packed_board import successors as listed
from core.games.terrace.solver.planning import DEAL, typed
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import deal as dealt
from tests.core.games.test_terrace import look, nearly_won
from tests.examples import examples, slow

BUDGET = 3000


def spot(state: State) -> Spot:
    frame = frame_of(state.variant)
    return spot_of(frame, state, coded(frame, state.stock, state.base))


def step(state: State, move: Carry) -> Step:
    """A move of the rules as a step between numbered cards."""
    frame = frame_of(state.variant)

    def end(place: str) -> str | bytes:
        column = place[0] == "t"
        return coded(frame, pile(state, place), state.base) if column else {"r": RESERVE, "w": WASTE}.get(place, UP)

    return end(move.source), end(move.target)


@examples(20)
@given(positions)
def test_a_position_in_bytes_goes_where_the_rules_go(state: State) -> None:
    if not state.base:
        return
    frame = frame_of(state.variant)
    legal = GAME.moves(look(state))
    assert closed(frame, spot(state)) == (Deal() not in legal.values())
    for text, move in legal.items():
        if isinstance(move, Carry):
            assert carry(frame, spot(state), step(state, move)) == spot(played(state, text))
        if isinstance(move, Deal):
            assert deal(spot(state)) == spot(played(state, text))


@examples(20)
@given(positions)
def test_what_the_search_finds_worth_doing_is_legal(state: State) -> None:
    if not state.base:
        return
    frame = frame_of(state.variant)
    for path, then in listed(frame, spot(state)):
        reached = state
        for one in path:
            text = typed(frame, reached, one)
            assert text in GAME.moves(look(reached))
            reached = played(reached, text)
        assert spot(reached) == then


@examples(20)
@given(positions)
def test_whatever_the_rules_call_safe_the_search_does_at_once(state: State) -> None:
    if state.base and "up" in GAME.moves(look(state)):
        assert len(listed(frame_of(state.variant), spot(state))) == 1


@pytest.mark.parametrize(
    "variant", ["signora", *slow(*(one for one in VARIANTS if one not in ("signora", "generals-patience")))]
)
def test_it_wins_a_deal_in_every_variant(variant: str) -> None:
    solutions = (solve(dealt(variant, number), BUDGET) for number in range(1, 40))
    state = dealt(variant, 1)
    number, solution = next((number, solution) for number, solution in enumerate(solutions, 1) if solution)
    state = dealt(variant, number)
    for text in solution:
        assert text in GAME.moves(look(state))
        state = played(state, text)
    assert GAME.outcome(state) is not None


def test_it_says_nothing_of_a_deal_that_it_did_not_win() -> None:
    assert grade(dealt("generals-patience", 5), 200) == Verdict(known=False)


def test_it_grades_a_deal_that_is_proved_lost() -> None:
    assert grade(dealt("generals-patience", 1), 200) == Verdict(known=True, winnable=False)


def test_it_grades_a_deal_by_its_first_move() -> None:
    assert grade(nearly_won(), 10) == Verdict(known=True, winnable=True, move="t1 f")


def test_a_step_of_a_whole_game_may_be_a_deal() -> None:
    assert typed(frame_of("wood"), nearly_won(), DEAL) == "d"


def test_it_is_listed_judges_nothing_and_can_be_sent_to_a_worker() -> None:
    solver = SOLVERS["terrace"]
    assert solver.judge is None
    assert pickle.loads(pickle.dumps(solver)) == solver
