"""The seed books of a process: opened, used up and closed. The service's half of `seed_books`.

A process makes a book of its own and never goes on with another one's, nor with one of before it was started: so who
restores a backup, or lets a copy of a journal go on, never deals from seeds that somebody may have seen.
"""

import logging
import secrets
from collections.abc import Callable, Iterable

import attrs
import trio
from msgspec import Struct

from core.base.chance import SEED_BYTES
from core.books import seed_books
from core.books.seed_books import (
    BookClosed,
    BookInUse,
    BookOpened,
    BookSeeds,
    NumberTaken,
    SeedBook,
    fold_book,
    stream_of,
)
from core.people.directory import draw_word
from core.records import codec, fold, owned_stream
from core.table import BookNumber, Opened
from journal import Damaged, Journal, JournalError, Record

_LOG = logging.getLogger("parlour")
ID_LETTERS = 8
LOOK = 600.0
"""Seconds after which a house looks at the latest whether its book is still there, and its day not over."""


class _Own(Struct):
    """The book of this process."""

    id: str
    seeds: BookSeeds
    last: Record
    opened_at: float
    next: int = 0
    is_sure: bool = True
    """Whether `last` is known to be its last record: not while something is stored, nor if that failed."""


@attrs.define
class SeedBooks:
    """Numbers of the books of this process. All that waits raises JournalError."""

    _journal: Journal
    _now: Callable[[], float]
    _house: str
    """What this process is called among all."""
    size: int = seed_books.AT_HOME
    """Of the next book."""
    known_secret: bytes = b""
    """Of every book, where programs only train: everybody knows it, so the players' luck alone decides. Else empty."""
    opened: trio.Event = attrs.field(factory=trio.Event, init=False)
    """Set once there was a book."""
    _book: _Own | None = attrs.field(default=None, init=False)
    _lock: trio.Lock = attrs.field(factory=trio.Lock, init=False)
    """Held while the book is looked at and changed."""
    _is_spent: trio.Event = attrs.field(factory=trio.Event, init=False)
    """Set when the last number of a book is taken."""

    @property
    def own(self) -> str:
        """The id of the book in use; empty for none."""
        return self._book.id if self._book else ""

    async def take(self, table: str) -> tuple[bytes, BookNumber]:
        """The next house seed and its number, which from now on belongs to that table, opened or not."""

        async def attempt() -> tuple[bytes, BookNumber] | None:
            book = await self._ready()
            number = book.next
            if not await self._append(book, NumberTaken(number, table)):
                return None
            book.next += 1
            if book.next == book.seeds.size:
                self._is_spent.set()
            return book.seeds[number], book.seeds.numbered(book.id, number)

        async with self._lock:
            return await owned_stream.retry(attempt)

    async def in_use(self) -> BookInUse:
        """The book whose number the next table takes, unless its day is over before; opened now, if need be."""
        async with self._lock:
            book = await self._ready()
            return BookInUse(book.id, book.seeds.root, book.seeds.size, book.next)

    async def keep_ready(self) -> None:
        """Open each book before somebody wants a number of it, until cancelled: so it is fixed before their luck is."""
        while True:
            self._is_spent = trio.Event()
            try:
                left = seed_books.LASTS - (self._now() - await self._look())
            except JournalError as error:
                _LOG.warning("No seed book could be opened: %s", error)
                left = LOOK
            with trio.move_on_after(min(max(left, 1.0), LOOK)):
                await self._is_spent.wait()

    async def _look(self) -> float:
        """When the book in use was opened, in seconds since the epoch; one is opened if need be."""
        async with self._lock:
            return (await self._ready()).opened_at

    async def close(self) -> None:
        """Close the book in use: what is left of it is void."""
        async with self._lock:
            if self._book is not None:
                await self._close(self._book, seed_books.STOPPED)

    async def close_left(self, ids: Iterable[str]) -> None:
        """Close books whose processes have ended. To close one of a process that lives does no harm: it opens another.

        Those that cannot be read stay as they are.
        """
        for id in ids:
            try:
                book, last = await read_book(self._journal, id)
            except Damaged as damaged:
                _LOG.warning("A seed book cannot be closed: %s", damaged)
                continue
            if book is not None and not book.closed:
                closed = BookClosed(seed_books.LEFT, len(book.tables))
                await owned_stream.append(self._journal, self._now, stream_of(id), last, [closed])

    async def _ready(self) -> _Own:
        """The book in use, with a number left and its day not over."""
        if self._book is not None and not self._book.is_sure:
            await self._read_again(self._book)
        if (book := self._book) is not None:
            if book.next == book.seeds.size:
                await self._close(book, seed_books.USED_UP)
            elif self._now() - book.opened_at >= seed_books.LASTS:
                await self._close(book, seed_books.OLD)
        if self._book is None:
            self._book = await owned_stream.retry(self._open)
            self.opened.set()
        return self._book

    async def _open(self) -> _Own | None:
        """A new book; None when its id is that of another one."""
        id, secret = draw_word(ID_LETTERS), self.known_secret or secrets.token_bytes(SEED_BYTES)
        seeds, at = BookSeeds(secret, self.size), self._now()
        event = BookOpened(self._house, seeds.root, secret.hex(), self.size)
        records = await owned_stream.append(self._journal, self._now, stream_of(id), None, [event])
        return _Own(id, seeds, records[-1], at) if records else None

    async def _close(self, book: _Own, reason: str) -> None:
        await self._append(book, BookClosed(reason, book.next))
        self._book = None  # It is closed now, or was by another process.

    async def _append(self, book: _Own, event: object) -> bool:
        """Store what happens to the book. Returns: whether it is stored; not where others have written to it."""
        book.is_sure = False
        records = await owned_stream.append(self._journal, self._now, stream_of(book.id), book.last, [event])
        if not records:
            return False
        book.last, book.is_sure = records[-1], True
        return True

    async def _read_again(self, own: _Own) -> None:
        """Find out how the book stands, because that is not known here; closed or gone it is not used any more."""
        book, last = await read_book(self._journal, own.id)
        if book is None or last is None or book.closed:
            self._book = None
        else:
            own.next, own.last, own.is_sure = len(book.tables), last, True


async def read_book(journal: Journal, id: str) -> tuple[SeedBook | None, Record | None]:
    """A book and its last record; None when there is none. Raises: Damaged."""
    stream = stream_of(id)
    records = await journal.read(stream)
    if not records:
        return None, None
    with codec.Gate(stream, records[-1].seq):
        return fold_book(event for event, _ in fold.decode(stream, records)), records[-1]


async def told_secret(journal: Journal, id: str) -> str:
    """A closed book's secret in hexadecimal, once all of its tables have ended; empty before.

    Of tables that were never opened, and of those that are gone, nothing is waited for. Raises: Damaged.
    """
    book, _ = await read_book(journal, id)
    if book is None or not book.closed:
        return ""
    for number, table in enumerate(book.tables):
        if await _is_running(journal, table, id, number):
            return ""
    return book.secret.hex()


async def _is_running(journal: Journal, table: str, book: str, number: int) -> bool:
    """Whether a table was opened with a number of a book and has not ended."""
    stream = fold.stream_of(table)
    head = await journal.head(stream)
    if not head or (await journal.read(stream, head - 1, 1))[-1].kind == "table.ended":
        return False
    ((opened, _),) = fold.decode(stream, await journal.read(stream, 0, 1))
    return (
        isinstance(opened, Opened)
        and opened.book is not None
        and (opened.book.id, opened.book.number) == (book, number)
    )
