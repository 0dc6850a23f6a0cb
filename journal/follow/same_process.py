"""A channel between all users of one journal object, within a process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from journal.api import Channel


class LocalChannel:
    """Passes what each participant sends to all others."""

    def __init__(self) -> None:
        self._there: dict[object, Callable[[bytes], None]] = {}

    @asynccontextmanager
    async def open(self, receive: Callable[[bytes], None]) -> AsyncIterator[Channel]:
        """Take part for as long as the block lasts."""
        own = object()
        token = trio.lowlevel.current_trio_token()

        def say(words: bytes) -> None:
            for other in self._there:
                if other is not own:
                    # Not at once: whoever hears it may answer, and we are in the middle of something.
                    token.run_sync_soon(self._tell, other, words)

        await trio.lowlevel.checkpoint()
        self._there[own] = receive
        try:
            yield Channel(say, is_reliable=True)
        finally:
            del self._there[own]

    def _tell(self, whom: object, words: bytes) -> None:
        if receive := self._there.get(whom):
            receive(words)
