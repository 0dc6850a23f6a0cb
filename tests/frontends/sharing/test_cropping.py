"""Pictures without blank room."""

from __future__ import annotations

from frontends.sharing.cropping import cropped
from frontends.terminal.picture import REVERSE, Canvas, Look
from tests.frontends.pictures import of_lines


def test_blank_rows_and_columns_go_and_one_stays_between() -> None:
    picture = cropped(of_lines(["", "", "a board", "", "", "", "moves"], Look()))
    assert picture.rows == ("a board", "       ", "moves  ")
    assert [len(row) for row in picture.styles] == [7, 7, 7]


def test_blanks_with_a_colour_are_to_be_seen() -> None:
    canvas = Canvas(Look())
    canvas.put(3, 2, "  ", REVERSE)
    assert cropped(canvas.picture()).rows == ("    ",)


def test_nothing_stays_nothing() -> None:
    assert cropped(of_lines([], Look())).rows == ()
