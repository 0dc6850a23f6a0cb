"""The default journal: many games in one SQLite file, for any number of processes on one machine.

Appends that wait at the same time share one transaction and one sync: while a commit runs in its thread the next
ones queue, and all of them are the next transaction. So batches form by themselves, without a timer.

Followers are fed by the writer after each commit. What other processes append is found by looking for rows behind
`_fed`, the position up to which followers have been fed, every POLL seconds while anybody follows. Positions come
in the order of the commits (see `database`), so an own commit that begins right at `_fed` moves it; one that does
not has rows of others below it, and the next look reads them, and the own ones a second time, which does no harm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

import attrs
import trio

from journal.api import Damaged, Entry, JournalError, Record, Summary
from journal.chain import check_append, parse
from journal.database import Append, Commit, Database, Row, open_database
from journal.following import Bell, Bells, Follower, Tail, attended

POLL = 0.05
"""Seconds between two looks for what other processes appended."""
PATIENCE = 10.0
"""Seconds to wait for a lock that another process holds."""
_BATCH = 512
"""Appends in one transaction at the most; more only make everybody wait longer."""
_ROWS = 500
"""Rows that are read at once of what others appended, or for those who follow all streams."""

T = TypeVar("T")


@attrs.define(eq=False)
class _Batch:
    """Appends that will share a transaction, and one event for all who wait for it."""

    appends: list[Append] = attrs.field(factory=list)
    done: trio.Event = attrs.field(factory=trio.Event)


@asynccontextmanager
async def open_sqlite(
    path: Path, *, read_only: bool = False, patience: float = PATIENCE
) -> AsyncIterator[SqliteJournal]:
    """The journal in a SQLite file. Raises: JournalError."""
    database = await trio.to_thread.run_sync(partial(open_database, path, patience, read_only=read_only))
    journal = SqliteJournal(database)
    try:
        async with attended(journal.write), attended(journal.watch):
            yield journal
    finally:
        with trio.CancelScope(shield=True):
            await journal.aclose()


class SqliteJournal:
    """See `Journal`. Made by `open_sqlite`, which also runs its two tasks, `write` and `watch`."""

    notices: tuple[str, ...] = ()

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_read_only = database.is_read_only
        self._is_closed = False
        self._queue: deque[_Batch] = deque()
        self._queued = trio.Event()
        self._tails = Bells(Tail)
        self._bell = Bell()
        self._followers = 0
        self._followed = trio.Event()
        self._arriving = trio.Lock()
        self._fed = 0
        # One thread at a time on each connection; a commit and a read may run together.
        self._one_writes, self._one_reads = trio.CapacityLimiter(1), trio.CapacityLimiter(1)

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
        """Queue the records for the next commit and wait for it."""
        check_append(stream, after, records)
        if self._is_read_only:
            raise JournalError("The journal was opened for reading only.")
        self._check_open()
        append = Append(stream, after, tuple(records))
        batch = self._open_batch()
        batch.appends.append(append)
        await batch.done.wait()
        if append.error is not None:
            raise append.error
        return after + len(records)

    def _open_batch(self) -> _Batch:
        """The last batch in the queue, as long as it has room."""
        if not self._queue or len(self._queue[-1].appends) >= _BATCH:
            self._queue.append(_Batch())
            self._queued.set()
        return self._queue[-1]

    async def read(self, stream: str, after: int = 0) -> tuple[Record, ...]:
        """The records behind `after`, from the file."""
        return await self._reading(self._database.read, stream, after)

    async def head(self, stream: str) -> int:
        """The last seq, from the file: another process may have appended."""
        return await self._reading(self._database.head, stream)

    async def streams(self) -> tuple[Summary, ...]:
        """The streams, newest first."""
        return await self._reading(self._database.streams)

    @asynccontextmanager
    async def follow(self, stream: str, after: int = 0) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        async with self._following():
            with self._tails.of(stream) as tail:
                read = partial(self._read_for_all, stream, tail)
                yield Follower(tail, after, tail.behind, read, attrgetter("seq"))

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        async with self._following():
            yield Follower(self._bell, position, lambda _: None, self._entries_behind, attrgetter("position"))

    @asynccontextmanager
    async def _following(self) -> AsyncIterator[None]:
        async with self._arriving:
            if not self._followers:
                # What is stored already the followers read themselves.
                self._fed = await self._reading(self._database.top)
            self._followers += 1
            self._followed.set()
        try:
            yield
        finally:
            self._followers -= 1
            if not self._followers:
                self._followed = trio.Event()

    async def _read_for_all(self, stream: str, tail: Tail, after: int) -> tuple[Record, ...]:
        """Read what is not kept: the first of many followers does it for those who wait behind him."""
        async with tail.reading:
            if (records := tail.behind(after)) is None:
                records = await self.read(stream, after)
                tail.push(records)
        return records

    async def _entries_behind(self, position: int) -> tuple[Entry, ...]:
        return await self._reading(self._database.entries, position, _ROWS)

    async def _reading(self, look: Callable[..., T], *arguments: object) -> T:
        self._check_open()
        return await trio.to_thread.run_sync(look, *arguments, limiter=self._one_reads)

    def _check_open(self) -> None:
        if self._is_closed:
            raise JournalError("The journal is closed.")

    async def write(self) -> None:
        """Commit what is queued, batch by batch, until cancelled; a commit that has begun is finished."""
        while True:
            while not self._queue:
                self._queued = trio.Event()
                await self._queued.wait()
            batch = self._queue.popleft()
            with trio.CancelScope(shield=True):
                commit = await trio.to_thread.run_sync(self._database.commit, batch.appends, limiter=self._one_writes)
            batch.done.set()
            self._feed(batch.appends, commit)

    def _feed(self, appends: Sequence[Append], commit: Commit) -> None:
        if commit.top == commit.before:
            return
        if not self._followers:
            return
        for append in appends:
            if append.error is None and (tail := self._tails.get(append.stream)):
                tail.push(append.records)
                tail.ring()
        if commit.before <= self._fed:
            self._fed = max(self._fed, commit.top)
        self._bell.ring()

    async def watch(self) -> None:
        """Look for what other processes append, for as long as anybody follows, until cancelled."""
        while True:
            await self._followed.wait()
            await trio.sleep(POLL)
            try:
                while await self._look() == _ROWS:
                    pass
            except JournalError:
                # Let every follower look for himself: he gets the records, or an error of his own.
                self._forget()

    async def _look(self) -> int:
        rows = await self._reading(self._database.behind, self._fed, _ROWS)
        self._feed_rows(rows)
        return len(rows)

    def _feed_rows(self, rows: Sequence[Row]) -> None:
        news = [row for row in rows if row[0] > self._fed]
        for position, stream, seq, line in news:
            if tail := self._tails.get(stream):
                _extend(tail, stream, seq, line)
                tail.ring()
            self._fed = position
        if news:
            self._bell.ring()

    def _forget(self) -> None:
        for tail in self._tails:
            tail.records = ()
            tail.ring()
        self._bell.ring()

    async def aclose(self) -> None:
        """Close the file. Appends still in the queue were not stored; they and all followers get an error."""
        self._is_closed = True
        for batch in self._queue:
            for append in batch.appends:
                append.error = JournalError("The journal was closed before the records were stored.")
            batch.done.set()
        self._forget()
        await trio.to_thread.run_sync(self._database.close, limiter=self._one_reads)


def _extend(tail: Tail, stream: str, seq: int, line: bytes) -> None:
    """Keep a record that another process appended, or none if it is not the next one: then followers read."""
    last = tail.records[-1] if tail.records else None
    if last is None or seq <= last.seq:
        return
    try:
        tail.push((parse(stream, line, last),))
    except Damaged:
        tail.records = ()
