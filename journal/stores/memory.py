"""The journal in memory: what every store must do, in the fewest lines. Gone with its process."""

from bisect import bisect_right
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice

import trio

from journal.api import Conflict, Entry, Header, Page, Record, Summary
from journal.chain import NO_HASH, check_append, check_chain
from journal.follow.cursors import POSITION, SEQ, Bell, Bells, Follower
from journal.sentences import Sentence
from journal.stores.base import Store

BATCH = 500
"""Records that are handed to a follower of all streams at once."""


class MemoryJournal(Store):
    """Streams in a dictionary; positions count all records from 1."""

    notices: tuple[Sentence, ...] = ()
    header: Header | None = None
    damage: Sentence | None = None

    def __init__(self) -> None:
        super().__init__()
        self._streams: dict[str, list[Record]] = {}
        self._opened: dict[int, str] = {}
        self._entries: list[Entry] = []
        self._top = 0
        self.bells = Bells(Bell, Bell())

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """Store records at once, between two checkpoints of other tasks."""
        check_append(stream, after, records)
        await trio.lowlevel.checkpoint()
        self.admit(stream, after, records)
        self.keep(stream, records, known)
        return after + len(records)

    def admit(self, stream: str, after: int, records: Sequence[Record]) -> None:
        """Raises: Conflict, ValueError for records that cannot be appended now."""
        stored = self._streams.get(stream, [])
        if len(stored) != after:
            raise Conflict(stream, after, len(stored))
        if records:
            check_chain(stored[-1].hash if stored else NO_HASH, records[0].seq, records[0].previous)

    def keep(self, stream: str, records: Sequence[Record], known: Callable[[], int] | None = None) -> None:
        """Store records that were admitted; `known` as for `append`."""
        if not records:
            return
        if stream not in self._streams:
            self._streams[stream] = []
            self._opened[self._top + 1] = stream
        self._streams[stream].extend(records)
        for record in records:
            self._top += 1
            self._entries.append(Entry(self._top, stream, record))
        self.bells.ring(stream, records[-1].seq, known)
        self.bells.of_all.ring()

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> tuple[Record, ...]:
        """The records after `after`."""
        await trio.lowlevel.checkpoint()
        return self.since(stream, after, limit)

    def since(self, stream: str, after: int, limit: int | None = None) -> tuple[Record, ...]:
        """What `read` gives, at once."""
        return tuple(self._streams.get(stream, ())[after : None if limit is None else after + limit])

    async def head(self, stream: str) -> int:
        """The last seq, 0 for none."""
        await trio.lowlevel.checkpoint()
        return len(self._streams.get(stream, ()))

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        """A page of the streams. Other than in a file, the streams opened later are looked at, too."""
        await trio.lowlevel.checkpoint()
        found = (
            place
            for place, stream in reversed(self._opened.items())
            if (not after or place < after) and stream.startswith(prefix)
        )
        places = list(islice(found, limit + 1))
        names = [self._opened[place] for place in places[:limit]]
        summaries = tuple(Summary(name, self._streams[name][0], self._streams[name][-1]) for name in names)
        return Page(summaries, places[limit - 1] if len(places) > limit else None)

    @asynccontextmanager
    async def follow(
        self, stream: str, after: int = 0, known: Callable[[], int] | None = None
    ) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        await trio.lowlevel.checkpoint()
        with self.bells.of(stream) as bell:
            yield Follower(bell, after, partial(self.since, stream), partial(self.read, stream), SEQ, known)

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        await trio.lowlevel.checkpoint()
        yield Follower(self.bells.of_all, position, self.entries_since, self._read_all, POSITION)

    def entries_since(self, position: int) -> tuple[Entry, ...]:
        """The next records of all streams after a position."""
        begin = bisect_right(self._entries, position, key=POSITION)
        return tuple(self._entries[begin : begin + BATCH])

    async def _read_all(self, position: int) -> tuple[Entry, ...]:
        await trio.lowlevel.checkpoint()
        return self.entries_since(position)

    async def drop(self, stream: str) -> None:
        """Forget a stream."""
        await trio.lowlevel.checkpoint()
        self.forget(stream)

    def forget(self, stream: str) -> None:
        """Do at once what `drop` does."""
        if stream not in self._streams:
            return
        del self._streams[stream]
        self._opened = {place: name for place, name in self._opened.items() if name != stream}
        self._entries = [entry for entry in self._entries if entry.stream != stream]
        self.bells.drop(stream)
