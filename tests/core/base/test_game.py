"""What all games share: who looks on, and what a refusal says."""

from __future__ import annotations

import pytest

from core.base.game import EVERYONE, SPECTATOR, Refused, Seat, Viewer
from core.base.message import message


@pytest.mark.parametrize(("viewer", "seat"), [(Seat(0), 0), (Seat(1), 1), (SPECTATOR, None), (EVERYONE, None)])
def test_only_a_seat_has_a_number(viewer: Viewer, seat: int | None) -> None:
    assert viewer.number == seat


def test_refusal_carries_its_message() -> None:
    refused = Refused('"{typed}" is not a move.', typed="{typed}")
    assert refused.message == message('"{typed}" is not a move.', typed="{typed}")
    assert str(refused) == '"{typed}" is not a move.'
