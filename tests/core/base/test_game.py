"""What all games share: who looks on, what a refusal says, and that no step is made twice in a row."""

from __future__ import annotations

import pytest

from core.base.game import EVERYONE, SPECTATOR, Refused, Seat, Viewer, evolved_once
from core.base.message import message


@pytest.mark.parametrize(("viewer", "seat"), [(Seat(0), 0), (Seat(1), 1), (SPECTATOR, None), (EVERYONE, None)])
def test_only_a_seat_has_a_number(viewer: Viewer, seat: int | None) -> None:
    assert viewer.number == seat


def test_refusal_carries_its_message() -> None:
    refused = Refused('"{typed}" is not a move.', typed="{typed}")
    assert refused.message == message('"{typed}" is not a move.', typed="{typed}")
    assert str(refused) == '"{typed}" is not a move.'


def test_step_that_is_asked_for_again_is_not_made_again() -> None:
    made: list[tuple[list[int], list[int]]] = []

    @evolved_once
    def evolve(state: list[int], event: list[int]) -> list[int]:
        made.append((state, event))
        return state + event

    state, event = [1], [2]
    assert evolve(state, event) is evolve(state, event)
    assert evolve(state, [2]) == evolve([1], event) == evolve(state, event) == [1, 2]
    assert len(made) == 4


def test_step_that_was_refused_is_refused_again() -> None:
    @evolved_once
    def evolve(state: int, event: int) -> int:
        raise ValueError(state, event)

    for _ in range(2):
        with pytest.raises(ValueError, match="1, 2"):
            evolve(1, 2)
