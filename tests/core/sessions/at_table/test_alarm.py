"""Being warned that little time is left."""

from __future__ import annotations

import math

from core.base.game import Seat
from core.base.message import english
from core.sessions.at_table.alarm import Alarm, next_change
from core.table import Clocks, view_table
from core.table.clock import AT_HOME
from tests.core.tables import begun

CLOCK = 100
NAMES = ("Anna", "Bert")


def test_who_is_to_move_is_warned_once_when_little_time_is_left() -> None:
    table = view_table(begun("elixir", clock=CLOCK), Seat(0), NAMES)
    alarm, start = Alarm(), table.turn_at
    assert alarm.warning(table, (0,), start) is None
    wait = alarm.wait(table, (0,), start, False)
    assert 0 < wait < CLOCK
    assert alarm.warning(table, (), start + wait) is None
    warning = alarm.warning(table, (0,), start + wait)
    assert warning is not None
    assert english(warning).startswith("You have ")
    assert alarm.warning(table, (0,), start + wait) is None
    assert alarm.wait(table, (0,), start + wait, False) == math.inf


def test_drawn_clocks_are_looked_at_again_when_they_read_otherwise() -> None:
    table = view_table(begun("elixir", clock=CLOCK), Seat(1), NAMES)
    assert 0 < Alarm().wait(table, (1,), table.turn_at, True) <= 1
    assert next_change(Clocks((0.0,), 0.0, (0,), (AT_HOME,)), 0.0) == math.inf
