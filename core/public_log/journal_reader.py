"""What a journal has that its log does not say yet, record by record, in whatever order its streams come."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from core.base.game import Refused
from core.books.daily_chains import STREAM as DAILY
from core.books.seed_books import BOOK
from core.public_log.house_leaves import (
    BOOK_CLOSED,
    BOOK_OPENED,
    TABLE_ENDED,
    TABLE_OPENED,
    ClosedBook,
    book_leaf,
    book_opened,
    closed_book,
    closing_leaf,
    days_leaf,
    opening_leaf,
    record_of,
    said,
    table_opened,
    taken_in,
)
from core.public_log.known_leaves import KnownLeaves
from core.public_log.leaves import DROPPED, LEFT_OUT, LOST, Day, Days, Gone, Leaf, Void, read_leaf, written
from core.records.codec import seconds
from core.records.fold import TABLE
from core.records.house_events import EVENTS, STREAM, Dropped
from core.table import BookNumber
from journal import Entry, Journal, Record

_LOG = logging.getLogger("parlour")
SETTLED = 3600.0
"""Seconds after which a number that was taken is used no more: who was about to open a table with it has done so."""


class JournalReader:
    """Finds new leaves, and knows which games are not over yet."""

    def __init__(self, journal: Journal, known: KnownLeaves) -> None:
        self._journal, self._known = journal, known
        self._found: list[Leaf] = []
        self._unended: dict[str, tuple[str, int]] = {}
        """Streams of games that were opened and have not ended, with book and number."""
        self._closed: dict[str, ClosedBook] = {}
        """Books of which it is not certain yet whether each number that was taken has its table."""
        self._dropped: set[str] = set()

    @property
    def waiting(self) -> int:
        """How many leaves are new."""
        return len(self._found)

    def taken(self) -> list[Leaf]:
        """The new leaves, which are the caller's now."""
        found, self._found = self._found, []
        return found

    async def recall(self) -> None:
        """Learn which games of the log are not over, and which books are not settled. Raises: JournalError."""
        for id, book in self._known.books.items():
            if book.unended or book.missing(book.size):
                records = await self._journal.read(BOOK + id)
                tables = taken_in(records)
                self._unended |= {TABLE + tables[number]: (id, number) for number in book.unended if number in tables}
                if closed := closed_book(BOOK + id, records):
                    self._closed[id] = closed

    async def take(self, entry: Entry) -> None:
        """Find what one more record adds. Raises: JournalError."""
        stream, record = entry.stream, entry.record
        if stream.startswith(BOOK):
            if record.kind == BOOK_OPENED:
                self._say(book_opened(stream, record))
            elif record.kind == BOOK_CLOSED:
                self._close(closed_book(stream, await self._journal.read(stream)))
        elif stream.startswith(TABLE):
            if record.kind == TABLE_OPENED:
                await self._open(stream, record)
            elif record.kind == TABLE_ENDED:
                await self._end(stream, record)
        elif stream == DAILY:
            self._say(days_leaf(record))
        elif stream == STREAM and EVENTS.get(record.kind) is Dropped:
            self._drop(record)

    def _say(self, leaf: Leaf | None) -> None:
        if leaf is None or self._known.has(leaf):
            return
        try:
            read_leaf(written(leaf))
        except Refused:  # A record that was forged: what nobody could read again would spoil the log for ever.
            what = "of the daily deals" if isinstance(leaf, Days | Day) else f"of book {leaf.book}"
            _LOG.warning("The log leaves out what no house writes, %s", what)
            return
        self._known.add(leaf)
        self._found.append(leaf)

    async def _open(self, stream: str, record: Record) -> None:
        number = table_opened(stream, record)
        if number is not None and await self._is_taken(stream, number):
            self._say(book_leaf(number))
            self._say(opening_leaf(number, record))
            self._unended[stream] = number.id, number.number

    async def _is_taken(self, stream: str, number: BookNumber) -> bool:
        """Whether this house has taken the number for that table; a game from elsewhere is not of its books."""
        book = BOOK + number.id
        opened = await self._journal.read(book, 0, 1)
        if not opened or book_opened(book, opened[0]) != book_leaf(number):
            return False
        taken = taken_in(await self._journal.read(book, record_of(number.number), 1))
        return taken == {number.number: stream.removeprefix(TABLE)}

    async def _end(self, stream: str, record: Record) -> None:
        first = await self._journal.read(stream, 0, 1)
        number = table_opened(stream, first[0]) if first else None
        if number is not None and self._known.has(opening_leaf(number, first[0])):
            self._say(closing_leaf(number, record))
            self._unended.pop(stream, None)

    def _close(self, closed: ClosedBook | None) -> None:
        if closed is not None:
            self._say(closed.leaf)
            for void in closed.void(self._known.books[closed.id].opened):
                self._say(void)
            self._closed[closed.id] = closed

    def _drop(self, record: Record) -> None:
        event = said(record, Dropped)
        if event is None:
            return
        self._dropped.add(event.stream)
        if event.stream in self._unended:
            self._say(Gone(*self._unended.pop(event.stream), DROPPED))

    async def settle(self, now: float) -> None:
        """Say which numbers of closed books were taken and never used. Raises: JournalError."""
        for id, closed in [*self._closed.items()]:
            if now - seconds(closed.at) >= SETTLED:
                for number, table in closed.tables.items():
                    await self._settle(id, number, TABLE + table)
                del self._closed[id]

    async def _settle(self, id: str, number: int, stream: str) -> None:
        if number in self._known.books[id].missing(number + 1):
            first = await self._journal.read(stream, 0, 1)
            found = table_opened(stream, first[0]) if first else None
            if found is None or (found.id, found.number) != (id, number):
                self._say(Void(id, number, number, DROPPED if stream in self._dropped else LEFT_OUT))

    async def say_what_is_lost(self) -> None:
        """Say which games of the log are in the journal no longer, once all of it was read. Raises: JournalError."""
        streams = {place: stream for stream, place in self._unended.items()}
        for place in [*self._all_unended()]:
            stream = streams.get(place)
            if stream is None or not await self._journal.head(stream):
                self._say(Gone(*place, DROPPED if stream in self._dropped else LOST))
                self._unended.pop(stream or "", None)

    def _all_unended(self) -> Iterator[tuple[str, int]]:
        return ((id, number) for id, book in self._known.books.items() for number in book.unended)
