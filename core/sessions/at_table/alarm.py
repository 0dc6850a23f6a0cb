"""When somebody at a table has to look at the clocks: they read otherwise, or little of the person's time is left."""

import math

from core.base.durations import DAY
from core.base.message import Message, message
from core.table import Clocks, Fischer, TableView, tell_left, whole
from core.table.clock import WARNING


def is_running(table: TableView) -> bool:
    """Whether somebody's time runs."""
    return table.clocks is not None and any(map(table.clocks.runs, table.clocks.running)) and table.outcome is None


def next_change(clocks: Clocks, now: float) -> float:
    """Seconds until the first clock that runs reads otherwise; a second at most, or an hour where days are left."""
    seat = clocks.running[0]
    left = clocks.left_at(seat, now)
    if clocks.is_away(seat, now):
        return min(3600.0, clocks.away[seat].until - now)
    if left <= 0:
        return math.inf  # Whoever decides that time has run out will say so.
    unit = 3600 if left > DAY else 1
    return max(left - (math.ceil(left) // unit * unit - 1), 0.02)


class Alarm:
    """Warns one person at a table that little of their time is left: once for each move, or once for the game."""

    def __init__(self) -> None:
        self._warned: object = None

    def warning(self, table: TableView, seats: tuple[int, ...], now: float) -> Message | None:
        """What to tell the person now, if it is time for it."""
        seat = self._own_running(table, seats)
        if seat is None or table.clocks is None or now < _warns_at(table, table.clocks, seat):
            return None
        self._warned = _occasion(table)
        return message("You have {time} left.", time=tell_left(table.clocks.left_at(seat, now)))

    def wait(self, table: TableView, seats: tuple[int, ...], now: float, is_drawn: bool) -> float:
        """Seconds until the clocks are to be looked at again: to draw them anew, where they are drawn, or to warn."""
        if table.clocks is None or not is_running(table):
            return math.inf
        change = next_change(table.clocks, now) if is_drawn else math.inf
        seat = self._own_running(table, seats)
        return change if seat is None else min(change, _warns_at(table, table.clocks, seat) - now)

    def _own_running(self, table: TableView, seats: tuple[int, ...]) -> int | None:
        """The person's seat whose time runs, unless it was warned of already."""
        if table.clocks is None or not is_running(table) or self._warned == _occasion(table):
            return None
        return next((seat for seat in table.clocks.running if seat in seats), None)


def _occasion(table: TableView) -> object:
    return "game" if isinstance(table.clock, Fischer) else table.turn_at


def _warns_at(table: TableView, clocks: Clocks, seat: int) -> float:
    return clocks.due(seat) - WARNING * whole(table.clock)
