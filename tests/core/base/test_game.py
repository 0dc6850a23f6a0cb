"""What all games share: who looks on, what a refusal says, and that folding twice costs no more than once."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from core.base.chance import Dice, deal_seed
from core.base.game import EVERYONE, SPECTATOR, Refused, Seat, Viewer
from core.base.message import message
from core.games.pileon import GAME


@pytest.mark.parametrize(("viewer", "seat"), [(Seat(0), 0), (Seat(1), 1), (SPECTATOR, None), (EVERYONE, None)])
def test_only_a_seat_has_a_number(viewer: Viewer, seat: int | None) -> None:
    assert viewer.number == seat


def test_refusal_carries_its_message() -> None:
    refused = Refused('"{typed}" is not a move.', typed="{typed}")
    assert refused.message == message('"{typed}" is not a move.', typed="{typed}")
    assert str(refused) == '"{typed}" is not a move.'


def test_game_that_remembers_folds_an_event_once_and_another_state_anew() -> None:
    folded = []

    def evolve(state: Any, event: Any) -> Any:
        folded.append(event)
        return GAME.evolve(state, event)

    game = attrs.evolve(GAME, evolve=evolve).remembering()
    start, (dealt,) = GAME.start({}), GAME.begin({}, Dice(deal_seed(1), GAME.name, 1))
    assert game.fold(start, [dealt]) is game.evolve(start, dealt)
    assert folded == [dealt]
    again = attrs.evolve(start)
    assert game.evolve(again, dealt) == GAME.evolve(start, dealt)
    assert folded == [dealt, dealt]
