"""Lines and boxes as strokes."""

from __future__ import annotations

import pytest

from frontends.sharing.strokes import CELL, strokes

EDGES = {
    "─": "lr",
    "│": "ud",
    "┌": "rd",
    "┐": "ld",
    "└": "ru",
    "┘": "lu",
    "┼": "lrud",
    "┿": "lrud",
    "┠": "udr",
    "╞": "udr",
}


@pytest.mark.parametrize(("character", "edges"), EDGES.items())
def test_arms_reach_the_edges_that_the_neighbours_reach(character: str, edges: str) -> None:
    found = set()
    for stroke in strokes(character):
        start, end = (stroke.y, stroke.y + stroke.length) if stroke.is_upright else (stroke.x, stroke.x + stroke.length)
        found |= {"u" if stroke.is_upright else "l"} if start == 0 else set()
        found |= {"d" if stroke.is_upright else "r"} if end == CELL[stroke.is_upright] else set()
    assert found == set(edges)


def test_heavy_and_double_lines_differ_from_light_ones() -> None:
    (light,), (heavy,) = ({stroke.width for stroke in strokes(one)} for one in "─━")
    assert heavy > light
    assert len(strokes("═")) == 2 * len(strokes("─"))
    assert {stroke.width for stroke in strokes("┿")} == {light, heavy}


def test_dashes_stay_apart() -> None:
    for character, count in (("┄", 3), ("╌", 2), ("╎", 2)):
        assert len(strokes(character)) == count


@pytest.mark.parametrize("character", "aé ♥▒╭")
def test_anything_else_is_no_line(character: str) -> None:
    assert strokes(character) == ()
