"""What all games share: how typed texts are compared and repeated, who looks on, and what a refusal says."""

from __future__ import annotations

import pytest

from core.game import EVERYONE, SPECTATOR, Refused, Seat, Viewer, plain, quoted, seat_of
from core.message import message


@pytest.mark.parametrize("typed", ["take 3", " TAKE   3 ", "Take\t3\n"])
def test_typed_text_is_compared_without_case_and_blanks(typed: str) -> None:
    assert plain(typed) == "take 3"


def test_typed_text_is_not_repeated_at_length() -> None:
    assert quoted("  X" * 500) == "x " * 20


@pytest.mark.parametrize(("viewer", "seat"), [(Seat(0), 0), (Seat(1), 1), (SPECTATOR, None), (EVERYONE, None)])
def test_only_a_seat_has_a_number(viewer: Viewer, seat: int | None) -> None:
    assert seat_of(viewer) == seat


def test_refusal_carries_its_message() -> None:
    refused = Refused('"{typed}" is not a move.', typed="{typed}")
    assert refused.message == message('"{typed}" is not a move.', typed="{typed}")
    assert str(refused) == '"{typed}" is not a move.'
