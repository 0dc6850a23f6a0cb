"""Where the parts of Terrace lie."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.screens.controls import LEAST
from frontends.screens.terrace.layout import BOXED, DEEPEST, fall, fan, plan
from tests.frontends.screens.pictures import MOST


@given(st.integers(LEAST[0], MOST[0]), st.integers(BOXED, MOST[1]), st.sampled_from((8, 9)))
def test_all_parts_are_inside_and_apart(rows: int, columns: int, count: int) -> None:
    found = plan(rows, columns, count)
    assert found.left >= 0
    assert found.left + found.width <= columns
    assert found.first >= found.left
    assert found.first + (count - 1) * found.pitch + found.wide <= found.left + found.width
    assert found.pitch > found.wide
    assert 1 <= found.head <= found.reserve - found.head_rows <= found.columns - found.head_rows - found.reserve_rows
    assert found.columns + found.columns_rows == rows
    assert found.columns_rows >= DEEPEST - 1


@pytest.mark.parametrize(("columns", "wide"), [(56, 5), (75, 5), (76, 7), (84, 7), (96, 9), (140, 9)])
def test_cards_grow_with_the_canvas(columns: int, wide: int) -> None:
    assert plan(21, columns, 9).wide == wide


@given(st.integers(1, DEEPEST), st.integers(DEEPEST - 1, 40), st.integers(3, 5))
def test_a_column_fits_into_its_rows(count: int, rows: int, high: int) -> None:
    shape = fall(count, rows, high)
    assert shape.inner >= 1
    assert 2 * shape.paired < count
    assert 1 + count - 1 - shape.paired + shape.spread + shape.inner + shape.closed <= rows


def test_a_column_gives_up_room_in_steps() -> None:
    given_rows = [fall(13, rows, 5) for rows in (29, 20, 15, 14, 12)]
    assert [(shape.spread, shape.inner, shape.closed, shape.paired) for shape in given_rows] == [
        (12, 3, True, 0),
        (3, 3, True, 0),
        (0, 1, True, 0),
        (0, 1, False, 0),
        (0, 1, False, 2),
    ]


@given(st.lists(st.sampled_from(("9♠", "10♦")), min_size=1, max_size=13), st.sampled_from((5, 7)))
def test_a_fan_leaves_no_card_out(faces: list[str], wide: int) -> None:
    least = sum(map(len, faces[:-1])) + 1 + wide
    places = fan(faces, wide, least)
    assert places[-1][0] - 1 + wide <= least
    for number, (start, _) in enumerate(places[:-1]):
        assert start + len(faces[number]) <= places[number + 1][0]


def test_a_fan_closes_up_from_its_deepest_cards() -> None:
    faces = ["9♠", "8♦", "7♠", "6♦"]
    assert fan(faces, 5, 14) == ((1, True), (4, True), (7, True), (10, True))
    assert fan(faces, 5, 13) == ((1, True), (3, False), (6, True), (9, True))
