"""What time it is in a house that a test opens, where the test does not say so itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import trio
from trio.testing import MockClock

BEGIN = 1_790_000_000.0
"""A Monday afternoon in September 2026."""
TICK = 1e-6
"""Seconds from one look at the clock to the next, so that what is done later is later."""


def house_clock() -> Callable[[], float]:
    """A clock that goes with trio's where that is a mock, and else all but stands still.

    So no player's time runs out, and no day ends, because the machine is slow.
    """
    running, looks = trio.lowlevel.current_clock(), count()
    if isinstance(running, MockClock):
        return lambda: BEGIN + running.current_time() + TICK * next(looks)
    return lambda: BEGIN + TICK * next(looks)
