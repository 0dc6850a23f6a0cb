"""Which clicks are double clicks, and which end of a press was a drag."""

import math

import attrs

from frontends.terminal.terminal import Clicked, Dropped

DOUBLE_CLICK = 0.5
"""Seconds between two clicks that are one double click."""
NOWHERE = Clicked(-1, -1)


@attrs.define(eq=False)
class Clicks:
    """What was clicked on last."""

    _last: Clicked = NOWHERE
    _at: float = -math.inf

    def told(self, row: int, column: int, now: float) -> Clicked:
        """A click, marked as double when it is the second one on a cell; the third begins anew."""
        last, at = self._last, self._at
        is_double = (row, column) == (last.row, last.column) and now - at <= DOUBLE_CLICK and not last.is_double
        self._last, self._at = Clicked(row, column, is_double), now
        return self._last

    def let_go(self, row: int, column: int) -> Dropped | None:
        """The button was let go; None where it was pressed, for then it was a click."""
        return Dropped(row, column) if (row, column) != (self._last.row, self._last.column) else None
