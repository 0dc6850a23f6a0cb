"""Who plays at the tables in play, and what goes on there by itself for as long as somebody does."""

import logging
from collections.abc import Callable

import trio

from core.live import automatic_play
from core.live.live_table import LiveTable
from core.live.sealed_luck import watch_reveal
from core.table import may_pause

_LOG = logging.getLogger("parlour")
RETRY_DELAY = 10.0
"""Seconds until what goes on by itself at a table is tried again after a fault."""
CLOSING = 3.0
"""Seconds for which the journal is waited for to store that a clock stands."""


class Attendance:
    """Counts the visits of this house in which somebody plays at a table; those who only look on are none of them."""

    def __init__(self, nursery: trio.Nursery, release: Callable[[LiveTable], None]) -> None:
        """`release` lets a table be closed of which `users` says that it is used once more."""
        self._nursery, self._release = nursery, release
        self._pausing = 0
        """How many clocks are being stopped."""
        self._paused, self._closing = trio.Event(), trio.Event()

    def begin(self, live: LiveTable, visit: object) -> None:
        """Somebody is at a table who plays there: its clock runs, and its computer plays."""
        live.attending.add(visit)
        if not live.attended:
            live.attended = True
            self._start(live)

    def end(self, live: LiveTable, visit: object) -> None:
        """They have left, or only look on from now on; nothing where they did not attend. Must not wait."""
        if visit not in live.attending:
            return
        live.attending.discard(visit)
        if live.attending:
            return
        if may_pause(live.table):
            live.users += 1  # Else it may be closed before its clock is stopped.
            self._pausing += 1
            self._nursery.start_soon(self._pause, live)
        else:
            live.attended = False
            live.background.cancel()

    def _start(self, live: LiveTable) -> None:
        live.background = trio.CancelScope()
        self._nursery.start_soon(_run, live, live.background)

    async def _pause(self, live: LiveTable) -> None:
        """Stop a clock that the last player has left, unless one comes back at once, as from one room to another."""
        try:
            with trio.move_on_after(automatic_play.PAUSE):
                await self._closing.wait()
            if live.attended and not live.attending:
                await self._stop(live)
        except Exception:  # a bug must not take other tables with it
            _LOG.exception("The clock of table %s could not be stopped.", live.id)
        finally:
            self._pausing -= 1
            self._paused.set()
            self._release(live)

    async def _stop(self, live: LiveTable) -> None:
        live.background.cancel()
        with trio.move_on_after(CLOSING):
            await automatic_play.pause_clock(live)
        live.attended = bool(live.attending)
        if live.attended:  # Somebody has come meanwhile.
            self._start(live)

    async def close(self) -> None:
        """Stop the clocks that players have left just now, as far as the journal stores it within a few seconds."""
        self._closing.set()
        with trio.move_on_after(CLOSING):
            while self._pausing:
                self._paused = trio.Event()
                await self._paused.wait()


async def _run(live: LiveTable, scope: trio.CancelScope) -> None:
    """Do what goes on by itself; a bug in it must not take other tables with it.

    It may be one that passes by, such as a worker that was killed: somebody waits there for the computer to move.
    """
    with scope:
        while not live.table.ended:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(automatic_play.play_bots, live)
                    nursery.start_soon(automatic_play.watch_clock, live)
                    nursery.start_soon(automatic_play.play_plans, live)
                    nursery.start_soon(automatic_play.watch_absence, live)
                    nursery.start_soon(watch_reveal, live)
            except* Exception:
                _LOG.exception("Table %s is without its computer players and its clock for a while.", live.id)
            await trio.sleep(RETRY_DELAY)
