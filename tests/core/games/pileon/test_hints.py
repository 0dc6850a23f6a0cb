"""Hints at Pileon: no won game is lost by following them."""

from __future__ import annotations

import pytest

from core.base.chance import Dice
from core.base.game import SPECTATOR
from core.base.message import english
from core.games.features.advisers import adviser_of
from core.games.pileon import GAME, State
from core.games.pileon.hints import LOST, advised
from core.games.pileon.solver import judge
from core.laws.random_play import play
from tests.core.games.test_pileon import after, deal, given_piles, look

POSITIONS = 1000


def test_hint_says_what_it_uncovers() -> None:
    hint = advised(look(deal(7)))
    assert hint is not None
    assert (english(hint.said), hint.move) == (
        "The two of spades from pile 1 to the empty pile 14: then pile 1 shows the four of hearts.",
        "1 14",
    )


def test_lost_position_has_no_move() -> None:
    hint = advised(look(deal(6)))
    assert hint is not None
    assert (hint.said, hint.move) == (LOST, "")


def test_who_looks_on_and_who_has_won_is_given_none() -> None:
    assert advised(GAME.view(deal(7), SPECTATOR)) is None
    assert advised(look(given_piles("2c 2d 2h 2s"))) is None


def test_it_is_the_adviser_of_the_game() -> None:
    adviser = adviser_of(GAME)
    assert adviser is not None
    assert adviser.slow
    assert adviser.advise(look(deal(7))) == advised(look(deal(7)))


def won_positions(count: int) -> list[State]:
    """Positions of random games from which there is a way to win."""
    found: list[State] = []
    number = 0
    while len(found) < count:
        number += 1
        dice = Dice(number.to_bytes(16, "big"), "hints", 1)
        state = play(GAME, number.to_bytes(16, "big"), dice.below(25)).state
        if judge(look(state), 400_000).winnable and GAME.outcome(state) is None:
            found.append(state)
    return found


def lost_by_hints(count: int) -> int:
    """Of so many won positions those that are lost, or have no hint, after one hint has been followed."""
    return sum(not followed(state) for state in won_positions(count))


def followed(state: State) -> bool:
    """Whether a won position is still won after its hint."""
    hint = advised(look(state))
    if hint is None or not hint.move:
        return False
    then = after(state, hint.move)
    return GAME.outcome(then) is not None or judge(look(then), 400_000).winnable


def test_hints_lose_no_won_position() -> None:
    assert lost_by_hints(40) == 0


@pytest.mark.slow
def test_hints_lose_none_of_a_thousand_won_positions() -> None:
    """`python -m pytest -m slow tests/core/games/pileon/test_hints.py`; it takes half a minute."""
    assert lost_by_hints(POSITIONS) == 0


@pytest.mark.parametrize("number", [1, 2, 3])
def test_hints_followed_blindly_win(number: int) -> None:
    state = deal(number)
    while GAME.outcome(state) is None:
        hint = advised(look(state))
        assert hint is not None
        state = after(state, hint.move)
