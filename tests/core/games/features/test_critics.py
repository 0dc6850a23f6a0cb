"""Critics: fair to who could not know more, and content with what their own player would have done."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from core.base.chance import Dice
from core.base.game import Seat
from core.base.message import Message, english
from core.games import GAMES
from core.games.features.bots import ALL, bot_of
from core.games.features.critics import CRITICS
from core.games.mille import GAME as MILLE
from core.games.mille.bot.review import AT_ONCE
from tests.core.games.mille.positions import JUNK, given, tableau

EVERY = pytest.mark.parametrize("name", CRITICS)


def said(words: Any) -> str:
    """Words of a review."""
    return english(words) if isinstance(words, Message) else str(words)


def decisions(name: str, level: str, count: int) -> Iterator[tuple[Any, str]]:
    """So many positions of a game, with the move that a computer player made there."""
    game, dice = GAMES[name], Dice(bytes(16), "player", 1)
    state = game.start({})
    for event in game.begin({}, Dice(bytes(16), name, 1)):
        state = game.evolve(state, event)
    for number in range(count):
        (seat,) = game.turn(state)
        text = bot_of(name, level).choose(game.view(state, Seat(seat)), dice)
        yield state, text
        state = game.fold(state, game.decide_typed(state, seat, text, Dice(bytes(16), name, number + 2)))


@EVERY
def test_every_critic_is_a_player_of_its_game_and_can_be_asked_in_a_worker(name: str) -> None:
    assert any((bot.game, bot.name) == (name, CRITICS[name].player) for bot in ALL)
    assert pickle.loads(pickle.dumps(CRITICS[name])) == CRITICS[name]


@EVERY
def test_what_a_player_could_not_know_plays_no_part(name: str) -> None:
    game, critic = GAMES[name], CRITICS[name]
    for number, (state, text) in enumerate(decisions(name, "easy", 30)):
        (seat,) = game.turn(state)
        other = game.redeal(state, Seat(seat), Dice(bytes(16), "redeal", number + 1))
        views = [game.view(each, Seat(seat)) for each in (state, other)]
        assert critic.glance(views[0], text) == critic.glance(views[1], text) >= 0


def test_strong_player_of_mille_regrets_nothing() -> None:
    for state, text in decisions("mille", "strong", 80):
        view = MILLE.view(state, Seat(MILLE.turn(state)[0]))
        assert CRITICS["mille"].glance(view, text) == 0
        assert CRITICS["mille"].ponder(view, text) is None


def test_mille_says_what_was_better_than_to_discard_a_safety() -> None:
    view = MILLE.view(given("Driving Ace", "100"), Seat(0))
    review = CRITICS["mille"].ponder(view, "d p")
    assert review is not None
    assert (said(review.played), review.points) == ("discard Driving Ace", None)
    assert review.cost >= AT_ONCE


def test_mille_says_so_of_a_safety_that_was_held_back_when_it_would_have_helped() -> None:
    view = MILLE.view(given("Driving Ace", "100", own=tableau("Accident")), Seat(0))
    review = CRITICS["mille"].ponder(view, "d 1")
    assert review is not None
    assert (said(review.played), said(review.better)) == ("discard 100", "use Driving Ace")


def test_nothing_was_to_be_chosen_before_a_card_was_picked() -> None:
    view = MILLE.view(given(hands=(JUNK, JUNK)), Seat(0))
    assert CRITICS["mille"].glance(view, "p") == 0
    assert CRITICS["mille"].ponder(view, "p") is None


def test_el_ixir_names_tiles_and_points() -> None:
    found = []
    for state, text in decisions("elixir", "easy", 8):
        view = GAMES["elixir"].view(state, Seat(GAMES["elixir"].turn(state)[0]))
        short = text if text == "roll" else f"{text.split()[0]} {text.split()[1]} 1"
        assert CRITICS["elixir"].glance(view, text) >= 0
        if text == "roll":
            assert CRITICS["elixir"].ponder(view, text) is None
        else:
            found.append(CRITICS["elixir"].ponder(view, short))
    reviews = [review for review in found if review is not None]
    assert reviews
    for review in reviews:
        assert review.cost >= 1
        assert review.points == round(review.cost)
        assert " to " not in said(review.played)
        assert said(review.better) != said(review.played)
