"""How the event loop reaches a database, which blocks: here in threads; see `own_process` for the other way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import trio
from msgspec import Struct

from journal.blocking_threads import StandingThread, Threads
from journal.sentences import Sentence
from journal.stores.sqlite.database import Database, open_database

P = ParamSpec("P")
T = TypeVar("T")


class Lane(Protocol):
    """Where calls of one kind are made, a few at the same time."""

    async def run(self, method: Callable[Concatenate[Database, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """What a method of the database returns or raises; once begun, it is finished. Raises: JournalError."""


class Access(Struct, frozen=True):
    """A database that is open, until the block ends in which it was opened."""

    writes: Lane
    reads: Lane
    pages: Lane
    """Of streams and of all records: they must not keep reads waiting."""
    files: tuple[Path, ...]
    """What changes with each commit."""
    damage: Callable[[], Sentence | None]
    """The sentence about a bad page, once one was read."""


class _Lane(Struct, frozen=True):
    database: Database
    threads: Threads | StandingThread

    async def run(self, method: Callable[Concatenate[Database, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        return await self.threads.run(partial(method, self.database, *arguments, **named))


@asynccontextmanager
async def in_threads(path: Path, patience: float, *, read_only: bool) -> AsyncIterator[Access]:
    """The database in a file, in threads of this process. Raises: JournalError."""
    writes = StandingThread("journal writes")
    with writes.running():
        database = await writes.run(partial(open_database, path, patience, read_only=read_only))
        try:
            yield Access(
                _Lane(database, writes),
                _Lane(database, Threads("journal reads", 8)),
                _Lane(database, Threads("journal pages", 2)),
                database.place.files,
                lambda: database.damage,
            )
        finally:
            with trio.CancelScope(shield=True):
                await writes.run(database.close)
