"""Which clicks are double clicks."""

import math

import attrs

from frontends.terminal.terminal import Clicked

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
