"""A journal in one JSON-lines file: one game, its save file. One process writes; others may read along.

The file has the form of an export (see `game_lines`): a header, then the records of the one stream `table/...`. Every
other stream is kept in memory beside it and is gone with the process.

Each append is one write and one sync. A crash can leave the beginning of an append at the end of the file, and an
append may have several records, which count only together. So all records of an append but the last have a blank
between their record and their line end: when the file ends within a line or after such a blank, what comes after
the last complete append was never acknowledged, and opening cuts it off and says so. Nothing else is ever cut: any
other difference from what was written is refused with the number of its record.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import trio

from journal.api import Closed, Entry, Header, JournalError, Lost, Page, Record
from journal.blocking_threads import Threads
from journal.chain import check_append
from journal.follow.cursors import POSITION, SEQ, Follower, background_task
from journal.follow.file_changes import FileChanges
from journal.header import decoded, encoded
from journal.sentences import Sentence
from journal.stores.base import Store
from journal.stores.jsonl.game_file import GameFile
from journal.stores.memory import MemoryJournal

KEPT_IN_FILE = "table/"
"""How the names of the streams begin of which one may be in the file."""


@asynccontextmanager
async def open_file(path: Path, *, read_only: bool = False) -> AsyncIterator[FileJournal]:
    """The journal in a file of lines. Raises: JournalError, Damaged."""
    one_works = Threads("journal file", 1)
    file = await one_works.run(partial(GameFile, path, read_only=read_only))
    try:
        records, notices = await one_works.run(file.load)
    except BaseException:
        file.close()
        raise
    journal = FileJournal(file, records, notices, one_works)
    try:
        async with background_task(journal.watch):
            yield journal
    finally:
        with trio.CancelScope(shield=True):
            await journal.aclose()


class FileJournal(Store):
    """See `Journal`. Made by `open_file`. All records are in memory, too; positions count from its opening."""

    damage: Sentence | None = None

    def __init__(
        self, file: GameFile, records: Sequence[Record], notices: tuple[Sentence, ...], one_works: Threads
    ) -> None:
        super().__init__(read_only=file.is_read_only)
        self.notices = notices
        self._file = file
        self._kept = MemoryJournal()
        self._noted: Mapping[str, Any] = {}
        # What is read from the file, or written to it, and what is kept of it in memory change together.
        self._busy = trio.Lock()
        self._one_works = one_works
        self._changes = FileChanges([file.path.absolute()])
        if records:
            self._kept.keep(self._stream, records)

    @property
    def header(self) -> Header | None:
        """The first line."""
        return self._file.header

    @property
    def _stream(self) -> str:
        """The stream in the file; empty when there is none yet."""
        return self._file.header.stream if self._file.header else ""

    def _is_in_file(self, stream: str) -> bool:
        return stream == self._stream or stream.startswith(KEPT_IN_FILE)

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """Write the records to the end of the file. Raises: JournalError also for a second game."""
        check_append(stream, after, records)
        async with self._changing(is_in_file=self._is_in_file(stream)):
            self._kept.admit(stream, after, records)
            if records and self._is_in_file(stream):
                await self._store(stream, records)
            self._kept.keep(stream, records, known)
        return after + len(records)

    async def _store(self, stream: str, records: Sequence[Record]) -> None:
        if stream != self._stream:
            if self._kept.since(self._stream, 0, 1):
                raise JournalError(
                    "{path} holds the game {stream} and can hold no other; continue that one or choose another file.",
                    path=self._file.path,
                    stream=self._stream,
                )
            await self._write_header({**self._noted, "stream": stream})
        await self._blocking(self._file.append, records)

    async def _write_header(self, header: Mapping[str, Any]) -> None:
        line = encoded(header)
        await self._blocking(self._file.write_header, decoded(line)[0], line)

    async def _blocking(self, change: Callable[..., None], *arguments: object) -> None:
        # A thread cannot be stopped: who is cancelled waits for it, and so knows what is in the file.
        with trio.CancelScope(shield=True):
            try:
                await self._one_works.run(change, *arguments)
            except Lost as error:
                self._refusal = error
                self._kept.bells.wake_everybody()
                raise

    @asynccontextmanager
    async def _changing(self, *, is_in_file: bool = True) -> AsyncIterator[None]:
        """One change at a time, of a journal that may be changed; what lies in memory beside the file always may."""
        async with self._busy:
            if is_in_file:
                self._check_writable()
            self._check_open()
            yield

    async def _refresh(self) -> None:
        """Take in what the writing process has appended."""
        async with self._busy:
            self._check_open()
            if self._file.is_read_only:
                self._kept.keep(self._stream, await self._one_works.run(self._file.more))

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> tuple[Record, ...]:
        """The records after `after`."""
        await self._refresh()
        return self._kept.since(stream, after, limit)

    @property
    def _must_look(self) -> bool:
        """Whether there may be more than is known, or nothing any more."""
        return self._file.is_read_only or self._refusal is not None

    def _since(self, stream: str, after: int) -> tuple[Record, ...] | None:
        return None if self._must_look else self._kept.since(stream, after)

    def _entries_since(self, position: int) -> tuple[Entry, ...] | None:
        return None if self._must_look else self._kept.entries_since(position)

    async def _read_entries(self, position: int) -> tuple[Entry, ...]:
        await self._refresh()
        return self._kept.entries_since(position)

    async def head(self, stream: str) -> int:
        """The last seq, 0 for none."""
        await self._refresh()
        return await self._kept.head(stream)

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        """A page of the game and of what is kept in memory beside it."""
        await self._refresh()
        return await self._kept.streams(prefix, after, limit)

    @asynccontextmanager
    async def follow(
        self, stream: str, after: int = 0, known: Callable[[], int] | None = None
    ) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        await trio.lowlevel.checkpoint()
        with self._changes.followed(), self._kept.bells.of(stream) as bell:
            look, read = partial(self._since, stream), partial(self.read, stream)
            yield Follower(bell, after, look, read, SEQ, known)

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        await trio.lowlevel.checkpoint()
        with self._changes.followed():
            yield Follower(self._kept.bells.of_all, position, self._entries_since, self._read_entries, POSITION)

    async def watch(self) -> None:
        """Take in what the writing process appends, if that is another, until cancelled."""
        if self._file.is_read_only:  # A file that is open for writing here is written by nobody else.
            await self._changes.watch(self._try_to_look)

    async def _try_to_look(self) -> None:
        try:
            await self._refresh()
        except JournalError:
            self._kept.bells.wake_everybody()  # Each reads for itself and gets the error.

    async def drop(self, stream: str) -> None:
        """Empty the file, if it is the game, or forget what is kept beside it."""
        async with self._changing():
            if stream == self._stream:
                try:
                    await self._blocking(self._file.drop)
                finally:
                    # Whatever is not cut off yet is cut off before the next append, which begins the game anew.
                    self._kept.forget(stream)
            else:
                self._kept.forget(stream)

    async def compact(self, *, whole: bool = True, within: float = math.inf) -> None:
        """Nothing is left of what was dropped: the file was cut then."""
        async with self._changing():
            pass

    async def note(self, header: Mapping[str, Any]) -> None:
        """Write the first line anew, at once or with the first append."""
        encoded({**header, "stream": KEPT_IN_FILE})
        async with self._changing():
            self._noted = dict(header)
            if self._stream:
                await self._write_header({**header, "stream": self._stream})

    async def aclose(self) -> None:
        """Close the file after the append that is under way; from now on everything is refused."""
        async with self._busy:
            self._refusal = Closed("The journal is closed.")
            self._kept.bells.wake_everybody()
            self._file.close()
