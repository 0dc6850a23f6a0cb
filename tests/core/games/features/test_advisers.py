"""Who gives the hints: every game has somebody, and what they propose can be done."""

from __future__ import annotations

import pickle

import pytest

from core.base.game import SPECTATOR, Seat
from core.games import GAMES
from core.games.features.advisers import adviser_of
from core.laws.random_play import play


@pytest.mark.parametrize("name", GAMES)
def test_hint_of_every_game_can_be_played(name: str) -> None:
    game = GAMES[name]
    adviser = adviser_of(game)
    assert adviser is not None
    assert pickle.loads(pickle.dumps(adviser)) == adviser
    state = play(game, bytes([3]) * 16, 9).state
    (seat,) = game.turn(state)
    view = game.view(state, Seat(seat))
    hint = adviser.advise(view)
    assert hint is not None
    assert not hint.move or game.read(view, hint.move) in game.moves(view).values()
    assert adviser.advise(view) == hint
    assert adviser.advise(game.view(state, Seat(1 - seat) if game.seats == 2 else SPECTATOR)) is None
