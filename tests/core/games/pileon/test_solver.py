"""The solver of Pileon against the rules themselves."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice, deal_seed
from core.games.features.solvers import SOLVERS
from core.games.pileon import GAME, PILES, Moved, Piles, State, View, evolve, fitting, run
from core.games.pileon.solver import effort, judge
from tests.core.games.test_pileon import after, deal, given_piles, look
from tests.examples import examples, slow

AMPLE = 100_000
LOST_DEALS = (6, 78, 120)


def followed(state: State) -> State:
    """The position at the end of the moves that the solver proposes one by one."""
    for _ in range(150):
        view = look(state)
        verdict = judge(view, AMPLE)
        if not (proposed := verdict.move or effort(view)):
            break
        assert proposed in GAME.moves(view)
        state = after(state, proposed)
    return state


def careless(number: int) -> State:
    """A deal whose two spaces were given away at random."""
    state, chance = deal(number), Dice(deal_seed(number), "careless", 1)
    for space in (14, 15):
        state = after(state, f"{1 + chance.below(13)} {space}")
    return state


def can_be_won(state: State) -> bool:
    """By visiting every position that can be reached, with no thought at all."""
    seen, todo = {_shape(state.piles)}, [state]
    while todo:
        state = todo.pop()
        if GAME.outcome(state):
            return True
        for following in _following(state):
            if (shape := _shape(following.piles)) not in seen:
                seen.add(shape)
                todo.append(following)
    return False


def _following(state: State) -> Iterator[State]:
    for source, target in itertools.permutations(range(1, PILES + 1), 2):
        for count in range(1, fitting(state.piles, source, target) + 1):
            cards = state.piles[source - 1][-count:]
            yield evolve(state, Moved(source, target, cards, completes=False))


def _shape(piles: Piles) -> tuple[str, ...]:
    return tuple(sorted("".join(card[0] for card in pile) for pile in piles))


@pytest.mark.parametrize("number", [*range(1, 7), *slow(*range(7, 31))])
def test_answer_is_that_of_trying_everything(number: int) -> None:
    verdict = judge(look(careless(number)), AMPLE)
    assert verdict.known
    assert verdict.winnable == can_be_won(careless(number))


@pytest.mark.parametrize("deals", [6, *slow(30)])
def test_answers_are_of_both_kinds(deals: int) -> None:
    answers = [judge(look(careless(number)), AMPLE).winnable for number in range(1, deals + 1)]
    assert deals / 6 <= answers.count(False) <= deals * 5 / 6


@given(st.integers(1, 100_000))
@examples(30, quick=5)
def test_proposed_moves_lead_to_a_win_wherever_there_is_one(number: int) -> None:
    state = deal(number)
    verdict = judge(look(state), AMPLE)
    assert verdict.known
    assert (GAME.outcome(followed(state)) is not None) == verdict.winnable


@given(st.integers(1, 100_000), st.integers(1, 25))
@examples(30, quick=5)
def test_no_move_makes_a_lost_position_winnable(number: int, count: int) -> None:
    state, chance, winnable = deal(number), Dice(deal_seed(number), "play", 1), True
    for _ in range(count):
        view = look(state)
        assert winnable or not judge(view, AMPLE).winnable
        winnable = judge(view, AMPLE).winnable
        listed = _lasting(view) or list(GAME.moves(view))
        if not listed:
            break
        state = after(state, listed[chance.below(len(listed))])


def _lasting(view: View) -> list[str]:
    """Moves of whole runs onto their rank: random play that comes somewhere."""
    numbers = range(1, PILES + 1)
    pairs = ((source, target) for source in numbers for target in numbers if view.piles[target - 1])
    fits = ((source, target, fitting(view.piles, source, target)) for source, target in pairs)
    return [f"{source} {target} {n}" for source, target, n in fits if n and n == run(view.piles[source - 1])]


@pytest.mark.parametrize("number", LOST_DEALS)
def test_lost_deal_is_known_to_be_lost(number: int) -> None:
    verdict = judge(look(deal(number)), AMPLE)
    assert (verdict.known, verdict.winnable, verdict.move) == (True, False, "")


@pytest.mark.parametrize("number", LOST_DEALS)
def test_effort_in_a_lost_position_comes_to_an_end(number: int) -> None:
    end = followed(deal(number))
    assert GAME.outcome(end) is None
    assert effort(look(end)) == ""


def test_small_budget_is_no_answer() -> None:
    assert not judge(look(deal(LOST_DEALS[0])), 10).known


def test_won_game_is_winnable_without_a_move() -> None:
    won = look(given_piles("Ac Ad Ah As"))
    verdict = judge(won, AMPLE)
    assert (verdict.winnable, verdict.move) == (True, "")


def test_deal_is_graded_as_it_is_judged() -> None:
    state = deal(5)
    assert SOLVERS["pileon"].grade(state, AMPLE) == judge(look(state), AMPLE)


def test_question_can_be_sent_to_another_process() -> None:
    function, view = pickle.loads(pickle.dumps((SOLVERS["pileon"].judge, look(deal(5)))))
    assert function(view, AMPLE) == judge(look(deal(5)), AMPLE)
