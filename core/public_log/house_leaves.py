"""Records of a journal → leaves. What is read here of books and tables is what the log needs, and nothing of persons.

A table without a number of a book leaves none: a numbered deal, a practice copy, a lesson, a game of a duel, a game of
before there were books. An exact copy has the number of its origin, which counts once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import TypeVar

import attrs
import msgspec

from core.books.daily_chains import DayRevealed, DaysSealed
from core.books.seed_books import BOOK, BookClosed, BookOpened, NumberTaken
from core.public_log.leaves import Book, Closing, Day, Days, Opening, Void
from core.records.fold import TABLE
from core.table import BookNumber
from core.table.events import Ended
from journal import Record

BOOK_OPENED, BOOK_TAKEN, BOOK_CLOSED = "book.opened", "book.taken", "book.closed"
TABLE_OPENED, TABLE_ENDED = "table.opened", "table.ended"
S = TypeVar("S")


class TableOpened(msgspec.Struct, frozen=True):
    """What the first record of a table says that matters here."""

    table: str
    house_seed: str = ""
    book: BookNumber | None = None


def said(record: Record, form: type[S]) -> S | None:
    """The fields of a record that matter; None where they are not there, as in a record that is damaged."""
    try:
        return msgspec.json.decode(record.raw, type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def table_opened(stream: str, first: Record) -> BookNumber | None:
    """The number that a table was opened with; None for one without, and for a copy, which is not that table."""
    found = said(first, TableOpened) if first.kind == TABLE_OPENED else None
    return found.book if found and found.table == stream.removeprefix(TABLE) else None


def seed_of(first: Record) -> bytes:
    """The house's seed in the first record of a table; empty where there is none."""
    found = said(first, TableOpened)
    try:
        return bytes.fromhex(found.house_seed) if found else b""
    except ValueError:
        return b""


def book_leaf(number: BookNumber) -> Book:
    """What the log says of the book that a table has a number of."""
    return Book(number.id, number.root, number.size)


def opening_leaf(number: BookNumber, first: Record) -> Opening:
    """What the log says of a table's opening."""
    return Opening(number.id, number.number, first.hash)


def closing_leaf(number: BookNumber, last: Record) -> Closing | None:
    """What the log says of a table's end; None where its last record is none."""
    ended = said(last, Ended) if last.kind == TABLE_ENDED else None
    if ended is None:
        return None
    return Closing(number.id, number.number, ended.reason, ended.winners, ended.figures, last.hash)


@attrs.frozen
class ClosedBook:
    """A whole book, once no number of it is used any more."""

    id: str
    root: str
    size: int
    tables: Mapping[int, str]
    """The table that each number was taken for."""
    reason: str
    used: int
    at: str
    """When it was closed, as in its record."""

    @property
    def leaf(self) -> Book:
        """What the log says of it first."""
        return Book(self.id, self.root, self.size)

    def void(self, opened: Collection[int]) -> Iterator[Void]:
        """The numbers that are never used: all from `used` on but those that were opened in a journal now lost."""
        for is_open, numbers in groupby(range(self.used, self.size), lambda number: number in opened):
            if not is_open:
                first, *_, last = (*numbers,) * 2
                yield Void(self.id, first, last, self.reason)


def book_opened(stream: str, record: Record) -> Book | None:
    """The root that is given with the first record of a book."""
    found = said(record, BookOpened) if record.kind == BOOK_OPENED else None
    return Book(stream.removeprefix(BOOK), found.root, found.size) if found else None


def taken_in(records: Iterable[Record]) -> dict[int, str]:
    """The table that each number of a book was taken for, in some of the book's records."""
    taken = (said(record, NumberTaken) for record in records if record.kind == BOOK_TAKEN)
    return {one.number: one.table for one in taken if one is not None}


def record_of(number: int) -> int:
    """The record of a book before that of a number: the first one opens it, and numbers are taken in order."""
    return number + 1


def closed_book(stream: str, records: tuple[Record, ...]) -> ClosedBook | None:
    """A book by all of its records; None while it is open, and where they are not those of a book."""
    opened, closed = (said(records[0], BookOpened), said(records[-1], BookClosed)) if records else (None, None)
    if opened is None or closed is None or records[-1].kind != BOOK_CLOSED:
        return None
    id = stream.removeprefix(BOOK)
    return ClosedBook(id, opened.root, opened.size, taken_in(records), closed.reason, closed.used, records[-1].at)


def days_leaf(record: Record) -> Days | Day | None:
    """What the log says of a record of the daily deals; never the secret of days to come. None where it is damaged."""
    with suppress(ValueError):  # of a day that never is
        match record.kind:
            case "daily.sealed" if sealed := said(record, DaysSealed):
                return Days(sealed.beacon, sealed.first, sealed.days)
            case "daily.revealed" if revealed := said(record, DayRevealed):
                return Day(revealed.day, revealed.secret)
    return None
