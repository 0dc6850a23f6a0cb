"""Which base card is chosen: by the order of the reserve, where foundations alternate in colour."""

from __future__ import annotations

from msgspec.structs import replace

from core.games.terrace.base_choice import best_base
from tests.core.games.test_terrace import deal

RESERVE = ("6c", "5h", "6c", "5h", "6c", "5h", "6c", "5h", "6c", "5h", "6c")
"""Sixes of clubs on fives of hearts: each has to wait for the five beneath it, except where six is the base."""


def test_base_is_chosen_from_which_reserve_cards_wait_least_for_those_beneath_them() -> None:
    state = deal("terrace", 1)
    columns = (("4s",), ("5d",), ("6h",), ("3d",), *state.columns[4:])
    assert best_base(replace(state, reserve=RESERVE, columns=columns)) == 3


def test_same_choice_whatever_lies_in_the_stock() -> None:
    state = deal("terrace", 1)
    assert best_base(state) == best_base(replace(state, stock=state.stock[::-1]))
