"""Lines and boxes as strokes, so that they meet in every font: what a character draws is read off its Unicode name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

import attrs

CELL = (10.0, 20.0)
"""Width and height of a cell."""
WEIGHTS = {"LIGHT": 1.2, "SINGLE": 1.2, "HEAVY": 2.8, "DOUBLE": 1.2}
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1.0}
"""Cells that are filled, and how much of them."""
APART = 1.8
"""How far each of two lines is from the middle."""
_ARMS: Mapping[str, tuple[str, ...]] = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}
_DASHES = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}
_DASH = re.compile(r" (\w+) DASH")


@attrs.frozen
class Stroke:
    """A line from one point of a cell to another, along one axis."""

    x: float
    y: float
    length: float
    is_upright: bool
    width: float


@lru_cache(maxsize=256)
def strokes(character: str) -> tuple[Stroke, ...]:
    """What a box drawing character draws in its cell; nothing for any other."""
    name = unicodedata.name(character, "")
    if not name.startswith("BOX DRAWINGS ") or "ARC" in name or "DIAGONAL" in name:
        return ()
    name = name.removeprefix("BOX DRAWINGS ")
    dash = _DASH.search(name)
    if dash:
        return tuple(_dashed(name.split(), _DASHES[dash[1]]))
    arms = dict(_arms(name))
    return tuple(stroke for arm, weight in arms.items() for stroke in _arm(arm, weight, set(arms.values())))


def _arms(name: str) -> Iterator[tuple[str, str]]:
    """Which arms there are, each with its weight: "VERTICAL HEAVY AND RIGHT LIGHT" has three."""
    weight = ""
    for part in name.split(" AND "):
        words = part.split()
        weight = next((word for word in words if word in WEIGHTS), weight)
        for word in words:
            for arm in _ARMS.get(word, () if word in WEIGHTS else (word,)):
                yield arm, weight


def _arm(arm: str, weight: str, weights: set[str]) -> Iterator[Stroke]:
    """From the middle, or a little before it so that corners are closed, to the edge."""
    is_upright = arm in ("UP", "DOWN")
    whole = CELL[is_upright]
    before = APART if "DOUBLE" in weights else max(WEIGHTS[one] for one in weights) / 2
    start = 0.0 if arm in ("LEFT", "UP") else whole / 2 - before
    for aside in (-APART, APART) if weight == "DOUBLE" else (0.0,):
        across = CELL[not is_upright] / 2 + aside
        x, y = (across, start) if is_upright else (start, across)
        yield Stroke(x, y, whole / 2 + before, is_upright, WEIGHTS[weight])


def _dashed(words: list[str], count: int) -> Iterator[Stroke]:
    is_upright = "VERTICAL" in words
    step, middle = CELL[is_upright] / count, CELL[not is_upright] / 2
    for number in range(count):
        along = (number + 0.2) * step
        x, y = (middle, along) if is_upright else (along, middle)
        yield Stroke(x, y, step * 0.6, is_upright, WEIGHTS["HEAVY" if "HEAVY" in words else "LIGHT"])
