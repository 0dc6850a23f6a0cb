"""A journal in one JSON-lines file: one game, its save file. One process writes; others may read along.

Each append is one write and one sync. A crash can leave the beginning of an append at the end of the file, and an
append may have several records, which count only together. So all records of an append but the last have a blank
between their record and their line end: when the file ends within a line or after such a blank, what is behind
the last complete append was never acknowledged, and opening cuts it off and says so. Nothing else is ever cut: any
other difference from what was written is refused with the number of its record.

The file does not name its stream. An empty one takes the name of the first append, and one that has records goes
by its own name without the suffix.
"""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import NoReturn

import trio

from journal.api import Conflict, Damaged, Entry, JournalError, OutcomeUnknown, Record, Summary
from journal.chain import NO_HASH, check_append, check_chain, parse
from journal.following import Bell, Bells, Follower, attended
from journal.lines import bare, explained, lock, sync_directory

POLL = 0.05
"""Seconds between two looks for what the writing process appended."""


class GameFile:
    """The file, opened: the blocking half. Raises JournalError for what the file or the disk refuses."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        """A file that is to be written is made if it is not there, and locked."""
        self.path, self.is_read_only = path, read_only
        self._size = 0
        self._last: Record | None = None
        self._is_torn = False
        flags = os.O_RDONLY if read_only else os.O_RDWR | os.O_CREAT
        try:
            self._descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise explained(path, error) from error

    def close(self) -> None:
        """Close the file, and with it the lock."""
        os.close(self._descriptor)

    def load(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """The records, and a notice if something was cut off behind them. Raises: Damaged."""
        try:
            self._check_file()
            records, rest = self._complete()
            if not rest or self.is_read_only:
                return records, ()
            self._cut()
        except OSError as error:
            raise explained(self.path, error) from error
        number = len(records) + 1
        return records, (f"{self.path} ended within record {number}, which was never stored; it was cut off.",)

    def _check_file(self) -> None:
        state = os.fstat(self._descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise JournalError(f"{self.path} is not a file; choose another.")
        if self.is_read_only:
            return
        lock(self.path, self._descriptor)
        if not os.path.samestat(state, self.path.stat()):
            raise JournalError(f"{self.path} was replaced just now; open it again.")
        if not state.st_size:
            sync_directory(self.path.parent)

    def more(self) -> tuple[Record, ...]:
        """The records that another process has appended since the last look. Raises: Damaged."""
        try:
            size = os.fstat(self._descriptor).st_size
            if size < self._size:
                raise JournalError(f"{self.path} was shortened by another program; open it again.")
            return self._complete()[0] if size > self._size else ()
        except OSError as error:
            raise explained(self.path, error) from error

    def _complete(self) -> tuple[tuple[Record, ...], bytes]:
        """The records of the complete appends behind those that are known, and the bytes behind them."""
        text = os.pread(self._descriptor, os.fstat(self._descriptor).st_size - self._size, self._size)
        records: list[Record] = []
        previous, begin, complete, taken = self._last, 0, 0, 0
        while (end := text.find(b"\n", begin)) >= 0:
            previous = parse(self.path.stem, bare(text[begin:end]), previous)
            records.append(previous)
            if not text.endswith(b" ", begin, end):
                complete, taken = end + 1, len(records)
            begin = end + 1
        self._check_torn(text[begin:], previous)
        self._last = records[taken - 1] if taken else self._last
        self._size += complete
        return tuple(records[:taken]), text[complete:]

    def _check_torn(self, rest: bytes, previous: Record | None) -> None:
        """Raises: Damaged unless an append that was cut short could have left `rest` behind `previous`."""
        seq = previous.seq + 1 if previous else 1
        begin, written = b'{"seq":%d,"at":"' % seq, rest.rstrip(b"\0")
        if not begin.startswith(written[: len(begin)]):
            raise Damaged(self.path.stem, seq, "it is not a record")
        if not rest.endswith(b" ") and self._is_record(bare(rest[:-1]), previous):
            raise Damaged(self.path.stem, seq, "its line has another end")

    def _is_record(self, line: bytes, previous: Record | None) -> bool:
        try:
            parse(self.path.stem, line, previous)
        except Damaged:
            return False
        return True

    def append(self, records: Sequence[Record]) -> None:
        """Write records that follow the last one, durably when this returns."""
        text = b" \n".join(record.line for record in records) + b"\n"
        try:
            if self._is_torn:
                self._cut()
            self._is_torn = True
            self._write(text)
        except OSError as error:
            self._undo(error)
        self._is_torn = False
        self._size += len(text)
        self._last = records[-1]

    def _write(self, text: bytes) -> None:
        written = 0
        while written < len(text):
            written += os.pwrite(self._descriptor, text[written:], self._size + written)
        os.fsync(self._descriptor)

    def _undo(self, error: OSError) -> NoReturn:
        why = explained(self.path, error)
        try:
            self._cut()
        except OSError:
            raise OutcomeUnknown(f"{why} It is not certain whether the last records were stored.") from error
        raise why from error

    def _cut(self) -> None:
        """Bring the file back to its last complete append."""
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self._is_torn = False


@asynccontextmanager
async def open_file(path: Path, *, read_only: bool = False) -> AsyncIterator[FileJournal]:
    """The journal in a file of lines. Raises: JournalError, Damaged."""
    file = await trio.to_thread.run_sync(partial(GameFile, path, read_only=read_only))
    try:
        records, notices = await trio.to_thread.run_sync(file.load)
    except BaseException:
        file.close()
        raise
    journal = FileJournal(file, records, notices)
    try:
        async with attended(journal.watch):
            yield journal
    finally:
        with trio.CancelScope(shield=True):
            await journal.aclose()


class FileJournal:
    """See `Journal`. Made by `open_file`. All records are in memory, too; positions are their numbers."""

    def __init__(self, file: GameFile, records: Sequence[Record], notices: tuple[str, ...]) -> None:
        self.notices = notices
        self._file = file
        self._records = list(records)
        self._stream = file.path.stem
        self._bells = Bells(Bell)
        self._bell = Bell()
        self._busy = trio.Lock()
        self._is_closed = False

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
        """Write the records to the end of the file. Raises: JournalError also for a second stream."""
        check_append(stream, after, records)
        if self._file.is_read_only:
            raise JournalError("The journal was opened for reading only.")
        async with self._busy:
            self._check_open()
            stored = self._of(stream)
            if len(stored) != after:
                raise Conflict(stream, after, len(stored))
            if self._records and stream != self._stream:
                raise JournalError(f"{self._file.path} holds the game {self._stream} and can hold no other.")
            check_chain(stored[-1].hash if stored else NO_HASH, records)
            if records:
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(self._file.append, records)
                self._stream = stream
                self._add(records)
        return after + len(records)

    def _of(self, stream: str) -> list[Record]:
        return self._records if stream == self._stream else []

    def _add(self, records: Sequence[Record]) -> None:
        self._records.extend(records)
        self._bells.ring(self._stream)
        self._bell.ring()

    def _check_open(self) -> None:
        if self._is_closed:
            raise JournalError("The journal is closed.")

    async def _refresh(self) -> None:
        """Take in what the writing process has appended."""
        async with self._busy:
            self._check_open()
            if self._file.is_read_only and (records := await trio.to_thread.run_sync(self._file.more)):
                self._add(records)

    async def read(self, stream: str, after: int = 0) -> tuple[Record, ...]:
        """The records behind `after`."""
        await self._refresh()
        return tuple(self._of(stream)[after:])

    def _behind(self, stream: str, after: int) -> tuple[Record, ...] | None:
        """The same at once, unless it may be more than is known, or nothing any more."""
        if self._file.is_read_only or self._is_closed:
            return None
        return tuple(self._of(stream)[after:])

    async def head(self, stream: str) -> int:
        """The last seq, 0 for none."""
        await self._refresh()
        return len(self._of(stream))

    async def streams(self) -> tuple[Summary, ...]:
        """The one stream, if there are records."""
        await self._refresh()
        return (Summary(self._stream, self._records[0], self._records[-1]),) if self._records else ()

    async def _entries_behind(self, position: int) -> tuple[Entry, ...]:
        return tuple(Entry(record.seq, self._stream, record) for record in await self.read(self._stream, position))

    @asynccontextmanager
    async def follow(self, stream: str, after: int = 0) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        await trio.lowlevel.checkpoint()
        with self._bells.of(stream) as bell:
            look, read = partial(self._behind, stream), partial(self.read, stream)
            yield Follower(bell, after, look, read, attrgetter("seq"))

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of the one stream as they come."""
        await trio.lowlevel.checkpoint()
        yield Follower(self._bell, position, lambda _: None, self._entries_behind, attrgetter("position"))

    async def watch(self) -> None:
        """Look for what the writing process appends, if that is another, until cancelled."""
        while self._file.is_read_only:
            try:
                await self._refresh()
            except JournalError:
                self._ring_all()  # Let every follower look for himself and get the error.
            await trio.sleep(POLL)

    def _ring_all(self) -> None:
        for bell in self._bells:
            bell.ring()
        self._bell.ring()

    async def aclose(self) -> None:
        """Close the file after the append that is under way; from now on everything is refused."""
        async with self._busy:
            self._is_closed = True
            self._ring_all()
            self._file.close()
