"""Draining a house: no new tables, and it closes when it is empty, or at a time."""

import math
from collections.abc import Callable

import trio

from core.base.message import Message, message
from core.house.service import Service
from core.moderation.bans import FOR_EVER, time_of
from frontends.server.guests import Guest
from frontends.telnet.server import House

LOOK_SECONDS = 1.0
"""Between two looks whether the house is empty."""
WARNINGS = (15 * 60, 5 * 60, 60)
"""Seconds before the end at which everybody is warned."""


class Drain:
    """Whether the house is going to close."""

    def __init__(self, service: Service, house: House[Guest], stop: Callable[[], None]) -> None:
        self._service, self._house, self._stop = service, house, stop
        self._scope = trio.CancelScope()

    def begin(self, until: int) -> None:
        """Open no tables from now on. `until` is in seconds since the epoch; what was begun before is replaced."""
        self._scope.cancel()
        self._scope = trio.CancelScope()
        self._service.moderation.is_draining = True
        self._house.announce(_said(until))
        scope = self._scope  # By the time the task runs another drain may have been begun.

        async def wait() -> None:
            with scope:
                await self._wait(until)
                self._stop()

        self._service.start(wait)

    def end(self) -> None:
        """Go on as before."""
        self._scope.cancel()
        if self._service.moderation.is_draining:
            self._service.moderation.is_draining = False
            self._house.announce(message("The house stays open after all."))

    async def _wait(self, until: int) -> None:
        """Wait until the house is empty, or the time has come; visitors are warned of that."""
        left = self._left(until)
        warnings = [seconds for seconds in WARNINGS if seconds < left]
        while self._house.visitors and (left := self._left(until)) > 0:
            if warnings and left <= warnings[0]:
                del warnings[0]
                self._house.announce(_said(until))
            await trio.sleep(min(LOOK_SECONDS, left))

    def _left(self, until: int) -> float:
        return until - self._service.now() if until != FOR_EVER else math.inf


def _said(until: int) -> Message:
    if until == FOR_EVER:
        return message("No new tables: the house closes when everybody has left. Your games are saved.")
    return message("No new tables: the house closes at {time}. Your games are saved.", time=time_of(until))
