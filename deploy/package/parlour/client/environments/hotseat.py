"""Both seats of a table in a process of its own, without `await`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial

from anyio.from_thread import start_blocking_portal

from parlour.client import State, Table, connect

COMMAND = (sys.executable, "-m", "parlour", "--journal", "memory:", "programs", "--training")


class Hotseat:
    """A process, and one table after the other in it."""

    def __init__(self) -> None:
        self._held = ExitStack()
        self._portal = self._held.enter_context(start_blocking_portal())
        self._house = self._held.enter_context(self._portal.wrap_async_context_manager(connect(COMMAND)))
        self._table: Table | None = None

    def begin(self, game: str, luck: str) -> State:
        """Begin another game: the same luck deals the same."""
        if self._table is not None:
            self._portal.call(self._table.leave)
        self._table = self._portal.call(partial(self._house.open, game, opponent="hotseat", luck=luck))
        return self._table.state

    def play(self, text: str) -> State:
        """Make a move for the seat whose turn it is. Returns: the state, as the seat sees it whose turn it is then."""
        assert self._table is not None, "begin a game first"
        self._portal.call(self._table.play, text)
        return self._table.state

    def close(self) -> None:
        """End the process."""
        self._held.close()
