"""What most stores do alike."""

import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import trio

from journal.api import Channel, JournalError
from journal.header import encoded


class Store:
    """A store that keeps no header and nothing of what was dropped; see `Journal`."""

    def __init__(self, *, read_only: bool = False) -> None:
        self._read_only = read_only
        self._refusal: JournalError | None = None
        """What everything raises from now on, once it is set."""
        self._local_channel = _LocalChannel()

    def _check_open(self) -> None:
        if self._refusal is not None:
            raise type(self._refusal)(self._refusal.sentence)

    def _check_writable(self) -> None:
        if self._read_only:
            raise JournalError("The journal was opened for reading only.")
        self._check_open()

    async def compact(self, *, whole: bool = True, within: float = math.inf) -> None:
        """Do nothing: what is dropped is removed or overwritten at once."""
        self._check_writable()
        await trio.lowlevel.checkpoint()

    async def is_compact(self) -> bool:
        """Always."""
        await trio.lowlevel.checkpoint()
        return True

    async def note(self, header: Mapping[str, Any]) -> None:
        """Check the header, and keep nothing of it."""
        await trio.lowlevel.checkpoint()
        encoded({**header, "stream": "any"})

    def open_channel(self, receive: Callable[[bytes], None]) -> AbstractAsyncContextManager[Channel]:
        """A channel to the other users of this journal object."""
        return self._local_channel.open(receive)


class _LocalChannel:
    """A channel between all users of one journal object: passes what each sends to all others."""

    def __init__(self) -> None:
        self._there: dict[object, Callable[[bytes], None]] = {}

    @asynccontextmanager
    async def open(self, receive: Callable[[bytes], None]) -> AsyncIterator[Channel]:
        """Take part for as long as the block lasts."""
        own = object()
        token = trio.lowlevel.current_trio_token()

        def send(message: bytes) -> None:
            for other in self._there:
                if other is not own:
                    # Not at once: whoever gets it may answer, and we are in the middle of something.
                    token.run_sync_soon(self._deliver, other, message)

        await trio.lowlevel.checkpoint()
        self._there[own] = receive
        try:
            yield Channel(send, is_reliable=True)
        finally:
            del self._there[own]

    def _deliver(self, to: object, message: bytes) -> None:
        if receive := self._there.get(to):
            receive(message)
