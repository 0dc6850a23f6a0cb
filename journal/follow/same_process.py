"""Those in one process who have a journal in common, and what they say to one another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from journal.api import Channel


class LocalChannel:
    """Everybody who is in, and hears what the others say."""

    def __init__(self) -> None:
        self._there: dict[object, Callable[[bytes], None]] = {}

    @asynccontextmanager
    async def open(self, hear: Callable[[bytes], None]) -> AsyncIterator[Channel]:
        """Be in for as long as the block lasts."""
        own = object()
        token = trio.lowlevel.current_trio_token()

        def say(words: bytes) -> None:
            for other in self._there:
                if other is not own:
                    # Not at once: whoever hears it may answer, and we are in the middle of something.
                    token.run_sync_soon(self._tell, other, words)

        await trio.lowlevel.checkpoint()
        self._there[own] = hear
        try:
            yield Channel(say, is_reliable=True)
        finally:
            del self._there[own]

    def _tell(self, whom: object, words: bytes) -> None:
        if hear := self._there.get(whom):
            hear(words)
