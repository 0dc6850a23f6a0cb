"""Hints at Terrace: the player's moves, with reasons, and what comes of following them blindly."""

from __future__ import annotations

import re

import pytest

from core.base.chance import Dice
from core.base.game import SPECTATOR, Seat
from core.base.message import english
from core.games.terrace import GAME, played
from core.games.terrace.board import FULL, VARIANTS, State
from core.games.terrace.hints import advised
from tests.core.games.test_terrace import deal, look
from tests.examples import slow

DEALS = 100
GAME_DICE = Dice(bytes(16), "redeal", 2)
REASONS = (
    "it empties column \\d", "it fills an empty column", "it uses the waste card", "it goes up", "nothing else helps",
    "reserve cards can only go to the foundations", "then \\d+ more cards? can go up",
    "it leaves the columns in better order", "the reserve holds no other \\w+",
    "the [a-z ]+ then goes up from the reserve", "it suits the order of the reserve best",
    "it did best when all four were tried out",
)  # fmt: skip


def followed(state: State, most: int = 1000) -> State:
    """The position after so many hints, or when there is none any more."""
    for _ in range(most):
        hint = advised(look(state))
        if hint is None:
            return state
        assert re.fullmatch(f"[^:]+: ({'|'.join(REASONS)})\\.", english(hint.said)), english(hint.said)
        state = played(state, hint.move)
    return state


@pytest.mark.parametrize("variant", ["signora", *slow(*(one for one in VARIANTS if one != "signora"))])
def test_every_hint_can_be_played_and_gives_a_reason(variant: str) -> None:
    assert followed(deal(variant, 5), 100).score > 5


def test_first_hint_recommends_a_base_card() -> None:
    hint = advised(look(deal("terrace", 2)))
    assert hint is not None
    assert (english(hint.said), hint.move) == (
        "Choose the ace of hearts as the base card: the two of spades then goes up from the reserve.", "b 2",
    )  # fmt: skip


def test_hint_sees_no_more_than_the_person() -> None:
    state = followed(deal("wood", 3), 12)
    other = GAME.redeal(state, Seat(0), GAME_DICE)
    assert other != state
    assert advised(look(state)) == advised(look(other))


def test_who_looks_on_is_given_none() -> None:
    assert advised(GAME.view(deal("terrace", 2), SPECTATOR)) is None


@pytest.mark.slow
def test_hints_followed_blindly_win_three_games_of_four() -> None:
    """`python -m pytest -m slow tests/core/games/terrace/test_hints.py`; it takes two minutes.

    Of more deals they win fewer: tests/bench/terrace_hints_bench.py counts them.
    """
    assert sum(followed(deal("terrace", number)).score == FULL for number in range(1, DEALS + 1)) >= 75
