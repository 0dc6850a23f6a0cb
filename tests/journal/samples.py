"""Records for the tests of the journals, and ways to get at them."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import trio

from journal import Draft, Entry, Journal, Record, Summary, seal
from journal.operations.copy import Pages
from tests.patience import PATIENCE

AT = "2026-11-20T20:15:03.120Z"
HEADER = {"stream": "table/game", "names": {"p1": "Ann é"}}


def drafts(count: int, mark: object = None) -> list[Draft]:
    """One decision of so many records; `mark` tells those of one writer from those of another."""
    return [Draft("mille.played", {"card": "200 · é", "n": n, "mark": mark}, _play(n)) for n in range(count)]


def _play(n: int) -> object:
    return {"seat": 0, "move": "u 3", "id": "9b1c"} if n == 0 else None


def records(count: int, previous: Record | None = None, mark: object = None) -> tuple[Record, ...]:
    """One decision, sealed after a record."""
    return seal(previous, drafts(count, mark), AT)


async def grow(journal: Journal, stream: str, count: int, previous: Record | None = None) -> tuple[Record, ...]:
    """Append so many decisions of one record each previous one that is stored."""
    stored: tuple[Record, ...] = ()
    for n in range(count):
        stored += records(1, stored[-1] if stored else previous, n)
        assert await journal.append(stream, stored[-1].seq - 1, stored[-1:]) == stored[-1].seq
    return stored


async def all_streams(journal: Journal) -> list[Summary]:
    """All streams that can be listed, the one that was opened last first."""
    return [one async for page in Pages(journal) for one in page.summaries]


async def take(follower: AsyncIterator[tuple[Record, ...]], count: int) -> tuple[Record, ...]:
    """The next records of a stream, so many or a few more."""
    taken: tuple[Record, ...] = ()
    with trio.fail_after(PATIENCE):
        while len(taken) < count:
            batch = await anext(follower)
            assert batch, "it waits rather than give nothing"
            taken += batch
    return taken


async def check_nothing_is_missed_while_reading(
    journal: Journal, other: Journal, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Append with `other` what comes to `journal` after it has read the records before it, and before it keeps them.

    `read` is the method with which it reads for followers.
    """
    stored, told = await grow(other, "table/b", 2), await grow(other, "talk/b", 1)
    really_read = getattr(journal, read)
    async with journal.follow("talk/b") as talk:
        await take(talk, 1)

        async def overtaken(*arguments: object) -> object:
            nonlocal stored
            monkeypatch.undo()
            found = await really_read(*arguments)
            stored += await grow(other, "table/b", 1, stored[-1])
            # What is stored after it has come, so it has come, too.
            await grow(other, "talk/b", 1, told[-1])
            await take(talk, 1)
            return found

        monkeypatch.setattr(journal, read, overtaken)
        async with journal.follow("table/b") as follower:
            assert await take(follower, 3) == stored


async def take_all(follower: AsyncIterator[tuple[Entry, ...]], count: int) -> tuple[Entry, ...]:
    """The next records of all streams."""
    taken: tuple[Entry, ...] = ()
    with trio.fail_after(PATIENCE):
        while len(taken) < count:
            taken += await anext(follower)
    return taken


def change(path: Path, *statements: str) -> None:
    """Do to a SQLite file what others may do to it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
