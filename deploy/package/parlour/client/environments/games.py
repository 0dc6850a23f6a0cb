"""Games as numbers: the list of all moves there can be, and what a seat knows as a row of small integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from parlour.client import State

Row: TypeAlias = NDArray[np.int16]
HIGHEST = 10_000
"""No number in a row is above that; none is below 0."""
CARDS = (
    "25", "50", "75", "100", "200", "Out of Gas", "Flat Tire", "Accident", "Stop", "Speed Limit", "Gasoline",
    "Spare Tire", "Repairs", "Go", "End of Limit", "Extra Tank", "Puncture Proof", "Driving Ace", "Right of Way",
)  # fmt: skip
"""Those of mille; in a row they are counted from 1, and 0 is no card."""
SAFETIES = CARDS[-4:]
PHASES = ("play", "extension", "hand over", "session over")
SLOTS = 7
"""Of a hand: first the card that was just picked, if there is one."""
SIDE = 14
"""Tiles of the board of El-Ixir in a row."""


@attrs.frozen
class Encoding:
    """A game as numbers."""

    actions: tuple[str, ...]
    """The moves by their numbers. Not among them are those that change nothing or never end, such as another hand."""
    length: int
    """Numbers in a row."""
    encode: Callable[[Mapping[str, Any], int], list[int]]
    """What a seat knows, from a view of it."""

    def row(self, state: State) -> Row:
        """What the seat of a state knows."""
        return np.array(self.encode(state.view, state.seat or 0), dtype=np.int16)

    def mask(self, state: State) -> NDArray[np.int8]:
        """1 for each legal action, 0 for all others."""
        legal = frozenset(state.moves)
        return np.array([action in legal for action in self.actions], dtype=np.int8)


def _mille(view: Mapping[str, Any], seat: int) -> list[int]:
    other = 1 - seat
    hand = list(view["hands"][seat] or ())
    hand = hand if len(hand) == SLOTS else [None, *hand]
    both = [number for one in (seat, other) for number in _side(view, one)]
    common = [_card(view["discard"]), view["deck"], view["end"], PHASES.index(view["phase"]), view["counts"][other]]
    return [*map(_card, (hand + [None] * SLOTS)[:SLOTS]), *both, *common]


def _side(view: Mapping[str, Any], seat: int) -> list[int]:
    tableau = view["tableaus"][seat]
    safeties = [int(card in tableau["safeties"]) for card in SAFETIES]
    two_hundreds = sum(int(miles) == 200 for miles in tableau["distances"])
    miles = [tableau["miles"], two_hundreds, len(tableau["coups"])]
    return [_card(tableau["battle"]), _card(tableau["speed"]), *miles, *safeties, view["totals"][seat]]


def _card(name: str | None) -> int:
    return CARDS.index(name) + 1 if name else 0


def _elixir(view: Mapping[str, Any], seat: int) -> list[int]:
    marks = ".xXoO" if seat == 0 else ".oOxX"  # One's own are 1 and, anchored, 2.
    board = [marks.index(mark) for row in view["board"] for mark in row]
    rolled = [number for tile in view["rolled"] for number in ("abcdefghijklmn".index(tile[0]) + 1, int(tile[1:]))]
    return [*board, *(rolled + [0] * 8)[:8], view["scores"][seat], view["scores"][1 - seat]]


_PLACES = tuple(f"{tile} {way} {length}" for tile in range(1, 5) for way in "lurd" for length in range(1, 5))
ENCODINGS: Mapping[str, Encoding] = {
    "mille": Encoding(
        ("p", *(f"{verb} {slot}" for verb in "ud" for slot in ("p", *range(1, SLOTS))), "yes", "no", "stop"),
        SLOTS + 2 * 10 + 5,
        _mille,
    ),
    "elixir": Encoding(("roll", *map(str, range(1, 5)), *_PLACES), SIDE * SIDE + 8 + 2, _elixir),
}
"""By the game's name."""
