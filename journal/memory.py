"""The journal in memory: what every store must do, in the fewest lines. Gone with its process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from operator import attrgetter

import trio

from journal.api import Conflict, Entry, Record, Summary
from journal.chain import NO_HASH, check_append, check_chain
from journal.following import Bell, Bells, Follower


class MemoryJournal:
    """Streams in a dictionary; positions count all records from 1."""

    notices: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._streams: dict[str, list[Record]] = {}
        self._entries: list[Entry] = []
        self._bells = Bells(Bell)
        self._bell = Bell()

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
        """Store records at once, between two checkpoints of other tasks."""
        check_append(stream, after, records)
        await trio.lowlevel.checkpoint()
        stored = self._streams.get(stream, [])
        if len(stored) != after:
            raise Conflict(stream, after, len(stored))
        check_chain(stored[-1].hash if stored else NO_HASH, records)
        if records:
            self._streams.setdefault(stream, stored).extend(records)
            entries = enumerate(records, len(self._entries) + 1)
            self._entries.extend(Entry(position, stream, record) for position, record in entries)
            self._bells.ring(stream)
            self._bell.ring()
        return after + len(records)

    async def read(self, stream: str, after: int = 0) -> tuple[Record, ...]:
        """The records behind `after`."""
        await trio.lowlevel.checkpoint()
        return self._behind(stream, after)

    def _behind(self, stream: str, after: int) -> tuple[Record, ...]:
        return tuple(self._streams.get(stream, ())[after:])

    async def head(self, stream: str) -> int:
        """The last seq, 0 for none."""
        await trio.lowlevel.checkpoint()
        return len(self._streams.get(stream, ()))

    async def streams(self) -> tuple[Summary, ...]:
        """The streams, newest first."""
        await trio.lowlevel.checkpoint()
        return tuple(Summary(name, kept[0], kept[-1]) for name, kept in reversed(self._streams.items()))

    @asynccontextmanager
    async def follow(self, stream: str, after: int = 0) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        await trio.lowlevel.checkpoint()
        with self._bells.of(stream) as bell:
            yield Follower(bell, after, partial(self._behind, stream), partial(self.read, stream), attrgetter("seq"))

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        await trio.lowlevel.checkpoint()
        yield Follower(self._bell, position, self._entries_behind, self._read_all, attrgetter("position"))

    def _entries_behind(self, position: int) -> tuple[Entry, ...]:
        return tuple(self._entries[position:])

    async def _read_all(self, position: int) -> tuple[Entry, ...]:
        await trio.lowlevel.checkpoint()
        return self._entries_behind(position)
