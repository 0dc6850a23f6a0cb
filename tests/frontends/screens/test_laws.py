"""What the laws of games look at of the screens."""

from __future__ import annotations

import pytest

from core.base.chance import Dice
from core.base.game import SPECTATOR, Game, Seat
from core.games import GAMES
from frontends.screens.laws import screen_for


def begun(game: Game, seed: bytes) -> object:
    options = {option.name: option.choices[0] for option in game.options}
    state = game.start(options)
    for event in game.begin(options, Dice(seed, game.name, 1)):
        state = game.evolve(state, event)
    return state


@pytest.mark.parametrize("game", GAMES.values())
def test_same_view_is_shown_alike_and_another_one_is_not(game: Game) -> None:
    shown = screen_for(game)
    state = begun(game, bytes(32))
    assert shown(game.view(state, Seat(0))) == shown(game.view(state, Seat(0)))
    assert shown(game.view(state, Seat(0))) != shown(game.view(state, SPECTATOR)) or not game.hides


def test_hand_is_part_of_what_is_shown() -> None:
    game = GAMES["mille"]
    one, other = (game.view(begun(game, seed * 32), Seat(0)) for seed in (b"a", b"b"))
    assert screen_for(game)(one) != screen_for(game)(other)
