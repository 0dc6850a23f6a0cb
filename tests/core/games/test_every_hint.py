"""Hints, by a game's own rules or by its computer player."""

from __future__ import annotations

import pytest

from core.base.chance import Dice
from core.base.game import Seat
from core.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_proposes_a_move_that_can_be_made(name: str):
    game = GAMES[name]
    options = {option.name: option.choices[0] for option in game.options}
    state = game.fold(game.start(options), game.begin(options, Dice(bytes(16), name, 1)))
    advise = game.hint
    assert advise is not None
    view = game.view(state, Seat(game.turn(state)[0]))
    proposed = advise(view)
    assert proposed is not None
    assert not proposed.move or proposed.move in game.moves(view)
