"""What time it is in a house: the machine's clock when the house was opened, and how much time has gone by since then.

So a clock that is set, forward or back, makes nobody's time shorter or longer. That it was set is noticed and logged; a
house that is opened again follows it.
"""

import logging
import time
from collections.abc import Callable
from functools import partial

import trio

from core.base.message import Message, english, message
from core.table import tell_span

_LOG = logging.getLogger("parlour")
SLACK = 2.0
"""Seconds by which two clocks may differ without a warning: messages and records take some time to arrive."""
LOOK_INTERVAL = 5.0
"""Seconds between two looks at the machine's clock."""
steady: Callable[[], float] = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
"""Seconds since some moment, of a clock that goes on while the machine sleeps, and that nobody can set."""


class HouseClock:
    """The time of a house, which never goes back and never leaps."""

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float] = steady) -> None:
        """`wall` is the machine's clock, which can be set; `steady` goes on evenly."""
        self._wall, self._steady = wall, steady
        self._began = wall() - steady()
        self.set_by = 0.0
        """Seconds by which the machine's clock was set forward since the house was opened, when it was last looked at;
        less than none where it was set back."""

    def __call__(self) -> float:
        """What time it is, in seconds since the epoch."""
        return self._began + self._steady()

    def look(self) -> bool:
        """Look at the machine's clock. Returns: whether it was set since the last look."""
        ahead = self._wall() - self()
        if abs(ahead - self.set_by) <= SLACK:
            return False
        self.set_by = 0.0 if abs(ahead) <= SLACK else ahead
        return True

    async def watch(self) -> None:
        """Log when the machine's clock is set, until cancelled."""
        while True:
            await trio.sleep(LOOK_INTERVAL)
            if self.look():
                _LOG.warning("%s", english(self.tell()))

    def tell(self) -> Message:
        """That the machine's clock was set, for operators."""
        if not self.set_by:
            return _RIGHT
        template = _AHEAD if self.set_by > 0 else _BEHIND
        return template.filled(span=tell_span(abs(self.set_by)))


_RIGHT = message("This machine's clock is right again.")
_AHEAD = message("This machine's clock was set {span} ahead of Parlour's time. To follow it, restart Parlour.")
_BEHIND = message("This machine's clock was set {span} behind Parlour's time. To follow it, restart Parlour.")
