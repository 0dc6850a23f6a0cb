"""The player of Pileon."""

from __future__ import annotations

import pytest

from core.base.chance import Dice
from core.games.features.bots import BOTS
from core.games.pileon import GAME, State, is_frozen
from tests.core.games.test_pileon import after, deal, look

DICE = Dice(bytes(16), "pileon", 1)


def played(state: State) -> State:
    for _ in range(150):
        view = look(state)
        if not view.turn or not (move := BOTS["pileon"].choose(view, DICE)):
            break
        state = after(state, move)
    return state


@pytest.mark.parametrize("number", range(1, 6))
def test_player_wins_what_can_be_won(number: int) -> None:
    assert GAME.outcome(played(deal(number))) is not None


@pytest.mark.parametrize("number", [6, 78, 120])
def test_player_brings_ranks_together_in_a_lost_game_and_gives_up(number: int) -> None:
    end = played(deal(number))
    assert GAME.outcome(end) is None
    assert any(map(is_frozen, end.piles))
    assert BOTS["pileon"].choose(look(end), DICE) == ""
