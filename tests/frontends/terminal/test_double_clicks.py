"""Clicks that come quickly on one cell are double clicks, two at a time."""

from __future__ import annotations

from frontends.terminal.double_clicks import DOUBLE_CLICK, Clicks
from frontends.terminal.terminal import Dropped


def test_second_of_two_quick_clicks_on_a_cell_is_double_and_the_third_is_not() -> None:
    clicks = Clicks()
    assert [clicks.told(3, 4, now).is_double for now in (0.0, 0.1, 0.2, 0.3)] == [False, True, False, True]


def test_slow_clicks_and_clicks_elsewhere_are_single() -> None:
    clicks = Clicks()
    places = ((3, 4, 0.0), (3, 5, 0.1), (4, 5, 0.2), (4, 5, 0.3 + DOUBLE_CLICK))
    assert [clicks.told(*place).is_double for place in places] == [False] * 4


def test_button_that_is_let_go_on_another_cell_has_dragged_something_there() -> None:
    clicks = Clicks()
    clicks.told(3, 4, 0.0)
    assert clicks.let_go(3, 4) is None
    assert clicks.let_go(3, 9) == Dropped(3, 9)
