"""What positions of General's Patience are worth: as counted anew, whatever was remembered, and enough to win deals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice, deal_seed
from core.games.terrace import GAME, played
from core.games.terrace.solver import searched, solve, spotted
from core.games.terrace.solver.foresight import ALTERNATING
from core.games.terrace.solver.foresight import Weights as Colours
from core.games.terrace.solver.packed_board import HEIGHTS
from core.games.terrace.solver.positions import Deal, Position
from core.games.terrace.solver.suited import FIRST, SECOND, returning, suited
from core.games.terrace.solver.suited import Weights as Suits
from core.games.terrace.solver.worth import strayed
from tests.core.games.terrace.test_play import wandered
from tests.core.games.test_terrace import deal as dealt
from tests.core.games.test_terrace import look
from tests.examples import examples

numbers = st.integers(1, 10_000)


def walk(deal: Deal, position: Position, number: int, steps: int) -> list[Position]:
    """Positions one after the other, by moves at random."""
    dice, found = Dice(deal_seed(number), "walk", 1), [position]
    for _ in range(steps):
        following = list(deal.every(found[-1]))
        if not following:
            break
        found.append(following[dice.below(len(following))])
    return found


@examples(20)
@given(number=numbers, steps=st.integers(1, 80), walked=st.integers(0, 120))
def test_worth_does_not_depend_on_what_was_weighed_before(number: int, steps: int, walked: int) -> None:
    state = wandered("generals-patience", number, steps)
    if not state.base:
        return
    deal = searched(state)
    found = walk(deal, deal.position(spotted(state)), number, walked)
    judge = suited(deal, FIRST, SECOND)
    values = [judge(position) for position in found]
    assert values == [suited(deal, FIRST, SECOND)(position) for position in found]


def plainly(cards: list[int], up: list[int]) -> int:
    """The same as `returning`, card by card over and over."""
    kept: list[int] = []
    found = 0
    for card in cards:
        if _goes(card, up):
            up[card] += 1
            found += 1
            while (more := next((one for one in kept if _goes(one, up)), None)) is not None:
                kept.remove(more)
                up[more] += 1
        else:
            kept.append(card)
    return found


def _goes(card: int, up: list[int]) -> bool:
    return up[card] < (up[card - 1] if card % HEIGHTS else 2)


@examples(50)
@given(number=numbers, count=st.integers(0, 90))
def test_cards_that_return_are_counted_as_by_playing_them(number: int, count: int) -> None:
    dice = Dice(deal_seed(number), "returning", 1)
    cards = [card % 52 for card in dice.shuffled(range(104))][:count]
    assert returning(bytes(cards), bytes(52)) == plainly(cards, [0] * 52)


@pytest.mark.parametrize("weights", [FIRST, SECOND, ALTERNATING])
def test_strayed_weights_differ_and_are_the_same_each_time(weights: Suits | Colours) -> None:
    first, second = (strayed(weights, Dice(bytes(16), "strayed", number)) for number in (1, 2))
    assert first != second
    assert first == strayed(weights, Dice(bytes(16), "strayed", 1))
    assert 0.5 <= first.reserve[0] / weights.reserve[0] <= 2


def test_a_win_of_generals_patience_can_be_played_over() -> None:
    state = dealt("generals-patience", 242)
    solution = solve(state, 20_000)
    assert solution
    for text in solution:
        assert text in GAME.moves(look(state))
        state = played(state, text)
    assert GAME.outcome(state) is not None
