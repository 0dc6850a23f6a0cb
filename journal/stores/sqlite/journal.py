"""The default journal: many games in one SQLite file, for any number of processes on one machine.

Appends that wait at the same time share one transaction and one sync: while a commit runs in its thread the next
ones queue, and all of them are the next transaction. So batches form by themselves, without a timer.

Followers are fed by the writer after each commit, in the step in which it is known. While anybody follows, the file is
asked for its highest position soon after each change of it (see `follow.file_changes`): above `_fed`, the position up
to which followers have been fed, other processes have appended. Positions come in the order of the commits (see
`database`), so an own commit that begins right at `_fed` moves it; one that does not has rows of others below it, and
the next look reads them, and the own ones a second time, which does no harm.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
import trio

from journal.api import Closed, Damaged, Entry, Header, JournalError, Lost, Page, Record
from journal.chain import check_append, parse
from journal.follow.cursors import POSITION, SEQ, Bells, Follower, Newest, Tail, background_task
from journal.follow.file_changes import FileChanges
from journal.sentences import Sentence
from journal.stores.base import Store
from journal.stores.sqlite.access import Access, Lane, in_threads
from journal.stores.sqlite.database import Append, Database, Row, append_of

_LOG = logging.getLogger("parlour.journal")
PATIENCE = 10.0
"""Seconds to wait for a lock that another process holds."""
_BATCH = 512
"""Appends in one transaction at the most; more only make everybody wait longer."""
_ROWS = 500
"""Rows that are read at once: of a stream, of what others appended, and for those who follow all streams."""
_RECORDS = 2000
"""Records that are read at once for those who follow a stream."""

P = ParamSpec("P")
T = TypeVar("T")


class _Waiting(msgspec.Struct, eq=False):
    """Records that wait to be stored, and why they were not. A msgspec structure: every append makes one."""

    stream: str
    records: Sequence[Record]
    known: Callable[[], int] | None
    """Of the follower that need not be woken for them, as long as somebody waits for the commit."""
    error: Exception | None = None


class _Batch(msgspec.Struct, eq=False):
    """Appends that will share a transaction, and one event for all who wait for it."""

    appends: list[Append] = msgspec.field(default_factory=list)
    waiting: list[_Waiting] = msgspec.field(default_factory=list)
    """For each of them."""
    done: trio.Event = msgspec.field(default_factory=trio.Event)


def _access(apart: bool) -> Callable[..., AbstractAsyncContextManager[Access]]:
    """How the database is reached."""
    if not apart:
        return in_threads
    from journal.stores.sqlite.own_process import in_own_process  # only a house that serves has one

    return in_own_process


@asynccontextmanager
async def open_sqlite(
    path: Path, *, read_only: bool = False, apart: bool = False, patience: float = PATIENCE
) -> AsyncIterator[SqliteJournal]:
    """The journal in a SQLite file, worked on `apart` in a process of its own or in threads. Raises: JournalError."""
    async with _access(apart)(path, patience, read_only=read_only) as access:
        journal = SqliteJournal(access, read_only=read_only)
        try:
            async with background_task(journal.write), background_task(journal.watch):
                yield journal
        finally:
            journal.close()


class SqliteJournal(Store):
    """See `Journal`. Made by `open_sqlite`, which also runs its two tasks, `write` and `watch`."""

    notices: tuple[Sentence, ...] = ()
    header: Header | None = None

    def __init__(self, access: Access, *, read_only: bool) -> None:
        super().__init__(read_only=read_only)
        self._access = access
        self._queue: deque[_Batch] = deque()
        self._queued = trio.Event()
        self._newest = Newest()
        self._tails = Bells(Tail, self._newest)
        # Nobody follows before the first follower has found out where the file stands.
        self._arriving = trio.Lock()
        self._fed = self._drops = 0
        self._changes = FileChanges(access.files)
        self._changing = trio.Lock()

    @property
    def damage(self) -> Sentence | None:
        """The sentence about a bad page, once one was read."""
        return self._access.damage()

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """Queue the records for the next commit and wait for it."""
        check_append(stream, after, records)
        self._check_writable()
        waiting = _Waiting(stream, records, known)
        if not self._queue or len(self._queue[-1].appends) >= _BATCH:
            self._queue.append(_Batch())
            self._queued.set()
        batch = self._queue[-1]
        batch.appends.append(append_of(stream, after, records))
        batch.waiting.append(waiting)
        try:
            await batch.done.wait()
        except BaseException:
            waiting.known = None
            raise
        if waiting.error is not None:
            raise waiting.error
        return after + len(records)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> tuple[Record, ...]:
        """The records after `after`, from the file; many in pages, because everybody waits while one arrives."""
        records: list[Record] = []
        is_whole = False
        while not is_whole:
            most = _ROWS if limit is None else min(_ROWS, limit - len(records))
            page = await self._reading(self._access.reads, Database.read, stream, after + len(records), most)
            records += page
            is_whole = len(page) < _ROWS or len(records) == limit
        return tuple(records)

    async def head(self, stream: str) -> int:
        """The last seq, from the file: another process may have appended."""
        return await self._reading(self._access.reads, Database.head, stream)

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        """A page of the streams, from the file."""
        return await self._reading(self._access.pages, Database.streams, prefix, after, limit)

    @asynccontextmanager
    async def follow(
        self, stream: str, after: int = 0, known: Callable[[], int] | None = None
    ) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        async with self._following():
            with self._tails.of(stream) as tail:
                read = partial(self._read_for_all, stream, tail)
                yield Follower(tail, after, tail.since, read, SEQ, known)

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        async with self._following():
            yield Follower(self._newest, position, self._newest.since, self._entries_since, POSITION)

    @asynccontextmanager
    async def _following(self) -> AsyncIterator[None]:
        with ExitStack() as stack:
            async with self._arriving:
                if not self._changes.followers:
                    # What is stored already the followers read themselves.
                    self._fed, self._drops = await self._reading(self._access.reads, Database.reach)
                stack.enter_context(self._changes.followed())
            yield

    async def _read_for_all(self, stream: str, tail: Tail, after: int) -> tuple[Record, ...]:
        """Read records that are not in memory: the first of many followers does it for those that wait."""
        async with tail.reading:
            if (records := tail.since(after)) is None:
                drops, tail.has_missed = self._drops, False
                records = await self.read(stream, after, _RECORDS)
                # What the limit has cut off is read next; a tail that ended there would keep its followers waiting.
                # After a drop the records may be of what was dropped while they were read.
                if len(records) < _RECORDS and drops == self._drops and not tail.has_missed:
                    tail.push(records)
        return records

    async def _entries_since(self, position: int) -> tuple[Entry, ...]:
        return tuple(starmap(Entry, await self._reading(self._access.pages, Database.entries, position, _ROWS)))

    async def _reading(
        self, lane: Lane, look: Callable[Concatenate[Database, P], T], *arguments: P.args, **named: P.kwargs
    ) -> T:
        self._check_open()
        try:
            return await lane.run(look, *arguments, **named)
        except Lost as error:
            self._refuse(error)
            raise

    def _refuse(self, error: JournalError) -> None:
        """Refuse everything from now on; all followers get the error."""
        self._refusal = self._refusal or error
        self._tails.wake_everybody()

    async def write(self) -> None:
        """Commit what is queued, batch by batch, and feed followers with it, until cancelled.

        A commit that has begun is finished.
        """
        while True:
            while not self._queue:
                self._queued = trio.Event()
                await self._queued.wait()
            # Nobody waits for a lock that is free: that would be another round of the event loop.
            if self._changing.locked():
                await self._changing.acquire()
            else:
                self._changing.acquire_nowait()
            try:
                # The last moment for it: what a lane has begun is finished, and then nobody waits until all are told.
                await trio.lowlevel.checkpoint_if_cancelled()
                batch = self._queue.popleft()
                before, top = await self._commit(batch)
                # Those who wait for it go on in the next round of the loop, as followers do, and are not cancelled
                # before that: so whoever has promised to know the records will.
                batch.done.set()
                if self._changes.followers and top > before:
                    self._feed(batch.waiting, before, top)
            finally:
                self._changing.release()

    async def _commit(self, batch: _Batch) -> tuple[int, int]:
        """The positions after which and up to which appends were stored."""
        errors: Sequence[Exception | None]
        try:
            before, top, errors = await self._access.writes.run(Database.commit, batch.appends)
        except JournalError as trouble:  # On the way there or back: each append has an error of its own else.
            before, top, errors = 0, 0, (trouble,) * len(batch.appends)
        for waiting, error in zip(batch.waiting, errors, strict=True):
            if error is not None:
                waiting.error = error
                if isinstance(error, Lost):
                    self._refuse(error)
        return before, top

    def _feed(self, stored: Sequence[_Waiting], before: int, top: int) -> None:
        entries: list[Entry] = []
        for one in stored:
            if one.error is not None or not one.records:
                continue
            if tail := self._tail(one.stream, one.records[0]):
                tail.push(one.records)
                tail.ring(one.records[-1].seq, one.known)
            begin = before + len(entries) + 1
            entries += [Entry(place, one.stream, record) for place, record in enumerate(one.records, begin)]
        # Else others have stored something in between: those appends met a bad page, and were stored one by one.
        is_whole = len(entries) == top - before
        if is_whole:
            self._newest.push(before, entries)
        else:
            self._newest.forget_records()
        if is_whole and before <= self._fed:
            self._fed = max(self._fed, top)
            self._changes.are_known()
        else:
            self._changes.are_news()
        self._newest.ring()

    def _tail(self, stream: str, stored: Record) -> Tail | None:
        """The tail of a stream, if somebody follows it and did so since its present beginning."""
        tail = self._tails.get(stream)
        if tail and tail.is_of_another(stored.seq, stored.line):
            self._tails.drop(stream)
            return None
        return tail

    async def watch(self) -> None:
        """Feed followers with what other processes append, and keep nothing of what they drop, until cancelled."""
        await self._changes.watch(self._try_to_look)

    async def _try_to_look(self) -> None:
        try:
            await self._look()
        except Exception as error:
            # Each follower then gets the records, or an error of its own.
            self._tails.wake_everybody()
            if not isinstance(error, JournalError):
                _LOG.exception("It cannot be seen what other processes have stored.")

    async def _look(self) -> None:
        top, drops = await self._reading(self._access.reads, Database.reach)
        if drops != self._drops:
            self._drops = drops
            self._tails.wake_everybody()
        while self._fed < top:
            if not (rows := await self._reading(self._access.reads, Database.rows, self._fed, _ROWS)):
                break
            self._feed_rows(rows)

    def _feed_rows(self, rows: Sequence[Row]) -> None:
        news = [row for row in rows if row[0] > self._fed]
        for position, stream, seq, line in news:
            if tail := self._tails.get(stream):
                if tail.is_of_another(seq, line):
                    self._tails.drop(stream)
                else:
                    _extend(tail, stream, seq, line)
                    tail.ring()
            self._fed = position
        if news:
            self._newest.forget_records()
            self._newest.ring()

    async def drop(self, stream: str) -> None:
        """Remove a stream from the file."""
        await self._change(partial(self._access.writes.run, Database.drop, stream), stream)

    async def compact(self, *, whole: bool = True, within: float = math.inf) -> None:
        """Write the file anew, or only empty its log."""
        run = self._access.writes.run
        await self._change(partial(run, Database.compact, within) if whole else partial(run, Database.empty_log))

    async def is_compact(self) -> bool:
        """As the file says, whoever dropped or compacted."""
        return await self._reading(self._access.reads, Database.is_compact)

    async def _change(self, change: Callable[[], Awaitable[object]], *dropped: str) -> None:
        self._check_writable()
        # Whoever asked may leave, but what is done in the thread is done, and followers have to learn of it.
        with trio.CancelScope(shield=True):
            async with self._changing:
                self._check_open()
                try:
                    await change()
                except Lost as error:
                    self._refuse(error)
                    raise
                for stream in dropped:
                    self._tails.drop(stream)
                    self._newest.forget_records()
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """Appends still in the queue were not stored; they and all followers get an error."""
        self._refusal = Closed("The journal is closed.")
        for batch in self._queue:
            for waiting in batch.waiting:
                waiting.error = JournalError("The journal was closed before the records were stored.")
            batch.done.set()
        self._tails.wake_everybody()


def _extend(tail: Tail, stream: str, seq: int, line: bytes) -> None:
    """Keep a record that another process appended, or none if it is not the next one: then followers read."""
    if not tail.records:
        tail.has_missed = True
    elif seq > tail.records[-1].seq:
        try:
            tail.push((parse(stream, line, tail.records[-1]),))
        except Damaged:
            tail.records, tail.has_missed = (), True
