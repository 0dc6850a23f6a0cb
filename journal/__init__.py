"""Journals: append-only streams of hash-chained records, in memory, a file, SQLite or NATS. Knows no games."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from journal.api import (
    Batches,
    Channel,
    Closed,
    Conflict,
    Damaged,
    Draft,
    Entry,
    Header,
    Journal,
    JournalError,
    Lost,
    Newer,
    OutcomeUnknown,
    Page,
    Record,
    Summary,
    Unreadable,
)
from journal.chain import seal
from journal.credentials import read_credential
from journal.sentences import Sentence, sentence

__all__ = [
    "Batches",
    "Channel",
    "Closed",
    "Conflict",
    "Damaged",
    "Draft",
    "Entry",
    "Header",
    "Journal",
    "JournalError",
    "Lost",
    "Newer",
    "OutcomeUnknown",
    "Page",
    "Record",
    "Sentence",
    "Summary",
    "Unreadable",
    "open_journal",
    "seal",
    "sentence",
    "split_url",
]

_KINDS = "sqlite:PATH, file:GAME.jsonl, nats://HOST, memory: or @FILE"


@asynccontextmanager
async def open_journal(url: str, *, read_only: bool = False, apart: bool = False) -> AsyncIterator[Journal]:
    """The journal at `memory:`, `sqlite:PATH`, `file:GAME.jsonl` or a path (.jsonl is a file, all else SQLite).

    Or on NATS, at `nats://HOST:PORT,HOST:PORT/NAME?replicas=1`; see `journal.stores.nats.client.address`. `@FILE` is
    the journal whose URL is the one line of FILE.

    A store that is not there yet is made, unless it is to be read only. With `apart`, for houses, SQLite works in a
    process of its own. The journal is closed with the block.

    Raises: JournalError, a sentence that says what to do, when it cannot be opened; Damaged.
    """
    scheme, path = split_url(url)
    if scheme == "memory":
        from journal.stores.memory import MemoryJournal

        if path or read_only:
            raise JournalError("A journal in memory has no path and cannot be read only: write just memory:")
        yield MemoryJournal()
    elif scheme == "file":
        from journal.stores.jsonl.journal import open_file

        async with open_file(Path(path).expanduser(), read_only=read_only) as journal:
            yield journal
    elif scheme == "nats":
        from journal.stores.nats.journal import open_nats

        async with open_nats(path, read_only=read_only) as journal:
            yield journal
    else:
        from journal.stores.sqlite.journal import open_sqlite

        async with open_sqlite(Path(path).expanduser(), read_only=read_only, apart=apart) as journal:
            yield journal


def split_url(url: str) -> tuple[str, str]:
    """A journal's kind (memory, sqlite, file or nats) and its path. Raises: JournalError for what names none.

    `@FILE` is read each time.
    """
    if url.startswith("@"):
        url = read_credential(Path(url[1:]))
    named = re.match(r"([a-z]+):", url)
    scheme, path = (named[1], url[named.end() :]) if named else ("", url)
    if scheme not in ("", "memory", "sqlite", "file", "nats"):
        raise JournalError(
            "Parlour does not know journals of the kind {scheme}; write {kinds}.", scheme=scheme, kinds=_KINDS
        )
    if scheme != "memory" and not path:
        raise JournalError("The journal {url} has no path; write {kinds}.", url=repr(url), kinds=_KINDS)
    return scheme or ("file" if path.endswith(".jsonl") else "sqlite"), path
