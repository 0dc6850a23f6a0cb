"""The protocol every journal keeps, its records and its errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import attrs

Json = Any
"""A JSON value: dict, list, str, int, float, bool or None."""


class JournalError(Exception):
    """The store could not do it; the text is one sentence for the operator, the cause is attached."""


class Conflict(JournalError):
    """The stream is not where the append expected it; nothing was written."""

    def __init__(self, stream: str, expected: int, head: int) -> None:
        """`head` is the stream's last seq now, 0 for a stream that does not exist."""
        super().__init__(f"Stream {stream} is at record {head}, not at {expected}.")
        self.stream, self.expected, self.head = stream, expected, head


class OutcomeUnknown(JournalError):
    """The connection ended before the answer: the records may or may not be stored. Read and look."""


class Damaged(JournalError):
    """A record does not fit its chain or its form; `seq` is the first that does not."""

    def __init__(self, stream: str, seq: int, why: str) -> None:
        super().__init__(f"Record {seq} of {stream} is damaged: {why}.")
        self.stream, self.seq = stream, seq


@attrs.frozen
class Draft:
    """A record before it has its place in a stream."""

    kind: str
    """A written name such as "mille.played"."""
    data: Json
    play: Json = None
    """On the first record of a decision: the play that caused it, with a unique "id". Else None."""


@attrs.frozen
class Record:
    """One line of a stream. `line` is the truth, byte for byte; the other fields are read from it."""

    seq: int
    """Counts from 1 without gaps."""
    at: str
    """UTC, as 2026-11-20T20:15:03.120Z."""
    kind: str
    data: Json
    play: Json
    hash: str
    """SHA-256 in hexadecimal over the hash before (64 zeros at first) and the line up to its hash."""
    line: bytes = attrs.field(repr=False)
    """UTF-8 JSON with the fields in the order seq, at, kind, data, play (if any), hash; no line end."""
    behind: str = attrs.field(repr=False, eq=False, default="")
    """The hash before, by which the chain was made or checked; empty when it was not."""


@attrs.frozen
class Entry:
    """A record and where it stands among the records of all streams."""

    position: int
    """Counts up from 1; may have gaps."""
    stream: str
    record: Record


@attrs.frozen
class Summary:
    """A stream at a glance, for catalogues: read without reading the records between."""

    stream: str
    first: Record
    last: Record


class Journal(Protocol):
    """An append-only store of streams. All methods are checkpoints. Used inside `async with open_journal(url)`.

    A stream's name is any text that is not empty and can be printed.
    """

    @property
    def notices(self) -> tuple[str, ...]:
        """What the operator should know about opening it, in sentences; nearly always none."""

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
        """Store the records of one decision, all or none, behind record `after` (0: a new stream).

        The records are sealed by the caller (`journal.seal`), with seq after + 1, after + 2, ... No records at all
        only compare `after` with the head.

        Returns: the new head, once the records are durable. Followers are woken afterwards.
        Raises: Conflict (nothing was written), OutcomeUnknown, JournalError (nothing was written),
            ValueError for records that do not follow `after` by number or by hash, and for a stream that cannot be
            named so. Cancelled: the outcome is unknown.
        """

    async def read(self, stream: str, after: int = 0) -> tuple[Record, ...]:
        """The records behind `after`, in order; none for a stream that does not exist.

        Raises: Damaged when a line is not a record or does not chain to the one before it.
        """

    def follow(self, stream: str, after: int = 0) -> AbstractAsyncContextManager[AsyncIterator[tuple[Record, ...]]]:
        """The records behind `after`, as they come, in non-empty batches, without end.

        Records that other processes append are seen, too. A slow reader costs nothing and misses nothing.
        Waiting for the next batch may be cancelled and taken up again, and raises what `read` does.
        """

    async def head(self, stream: str) -> int:
        """The last seq of the stream; 0 when it does not exist."""

    async def streams(self) -> tuple[Summary, ...]:
        """Every stream, the one that was opened last first.

        Those whose first or last record is damaged are left out, so that they do not hide the others; `read` says
        what is wrong with them.
        """

    def follow_all(self, position: int = 0) -> AbstractAsyncContextManager[AsyncIterator[tuple[Entry, ...]]]:
        """The records of all streams behind `position`, as they come, in non-empty batches, without end.

        Within a stream they come in order. They are checked by their form, not by their chain, which `read` does.
        """
