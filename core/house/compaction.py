"""Writing the store's files anew without what was dropped, once that keeps nobody waiting.

What is dropped is overwritten at once. A copy of a piece of it may be left where SQLite has moved it from; only files
that are written anew have none for certain, and all moves wait for that, longer the more was ever played. The store
knows that it is still to be done, so where a house was killed before, the next one that opens does it.
"""

import logging
import math
from collections.abc import Callable

import trio

from core.base.durations import HOUR
from journal import Closed, Journal, JournalError

_LOG = logging.getLogger("parlour")
QUIET = 10.0
"""Seconds in which nothing was stored, after which hardly anybody is in the middle of a game."""
LATEST = 12 * HOUR
"""Seconds after which a house that is never quiet does it all the same."""
CLOSING = 10.0
"""Seconds that a house which closes may read its files for it, and about as many to write them; systemd kills it after
90. What takes longer is left to the next house, which does it once nobody plays."""
RETRY_DELAY = 600.0
"""Seconds until it is tried again when another program was reading the files."""


class Compaction:
    """The task that does it: once for all that was dropped since the last time."""

    def __init__(self, moved: Callable[[], trio.Event]) -> None:
        """`moved` gives what is set next when something goes on in the house."""
        self._moved = moved
        self._wanted = trio.Event()

    def ask(self) -> None:
        """Have it done, at the latest when the house closes."""
        self._wanted.set()

    async def resume(self, journal: Journal) -> None:
        """Have done what was left undone by a process that was killed. Raises: JournalError."""
        if not await journal.is_compact():
            self.ask()

    async def run(self, journal: Journal) -> None:
        """Do what is asked for, until cancelled. Raises: Closed."""
        try:
            while True:
                await self._wanted.wait()
                await self._wait_for_quiet()
                if not await self._compact(journal):
                    await trio.sleep(RETRY_DELAY)
        finally:
            if self._wanted.is_set():
                # The house closes and has cancelled this; until the next one opens, what was dropped would lie there.
                # But whoever closes it waits for so long only, and kills it then.
                with trio.CancelScope(shield=True):
                    await self._compact(journal, CLOSING)

    async def _wait_for_quiet(self) -> None:
        with trio.move_on_after(LATEST):
            while True:
                moved = self._moved()
                with trio.move_on_after(QUIET) as waiting:
                    await moved.wait()
                if waiting.cancelled_caught:
                    return

    async def _compact(self, journal: Journal, within: float = math.inf) -> bool:
        wanted, self._wanted = self._wanted, trio.Event()  # What is dropped from now on may come too late for this one.
        try:
            await journal.compact(within=within)
        except Closed:
            raise
        except JournalError as error:
            _LOG.warning("The files of the journal are written anew later: %s", error)
            self._wanted = wanted
            return False
        return True
