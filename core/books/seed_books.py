"""Seed books: what is recorded of one, in the stream `book/ID`, and the seeds and proofs that follow from its secret.

A book belongs to one process, which takes its numbers in order, each for one table, and closes it. A number that was
taken stays with its table for good: where that was not opened, because the process was killed in between, or the
journal could not say whether it had stored it, the number is void. So are those that are left when a book is closed.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated

import attrs
from msgspec import Meta, Struct

from core.base.chance import SEED_BYTES, book_seed, commitment
from core.base.durations import DAY
from core.base.event_families import register
from core.base.merkle_tree import Part, inclusion_parts, leaf_hash, root_over
from core.table.events import LARGEST_BOOK, BookNumber

BOOK = "book/"
"""What the names of books' streams begin with."""
AT_HOME, IN_A_HOUSE = 16, 1024
"""Numbers of a book."""
LASTS = 1 * DAY
"""Seconds after which a book is closed, at the latest."""
USED_UP, OLD, STOPPED, LEFT = "used_up", "day", "stopped", "left"
"""Why a book is closed: no number is left, its day is over, its process ends, or another found that it had ended."""

_HEXADECIMAL = attrs.validators.matches_re(rf"\A[0-9a-f]{{{2 * SEED_BYTES}}}\Z")


@attrs.frozen
class BookOpened:
    """A process has filled a book, and fixed all of its seeds with the root. Holds the secret: it never leaves here."""

    house: str
    """The name of the process that it belongs to."""
    root: str = attrs.field(validator=_HEXADECIMAL)
    """Over the commitments to its seeds, in hexadecimal."""
    secret: str = attrs.field(validator=_HEXADECIMAL, repr=False)
    size: Annotated[int, Meta(ge=1, le=LARGEST_BOOK)]


class NumberTaken(Struct, frozen=True):
    """The next number goes to a table; written before the table is opened, so that no seed serves twice."""

    number: int
    table: str
    """The table's id."""


class BookClosed(Struct, frozen=True):
    """No number of it is taken any more; the last record of a book."""

    reason: str
    used: int
    """How many numbers were taken: the rest is void."""


EVENTS: dict[str, type] = {"book.opened": BookOpened, "book.taken": NumberTaken, "book.closed": BookClosed}
"""By kind."""
register("book", EVENTS)


def stream_of(id: str) -> str:
    """The stream of a book."""
    return BOOK + id


@attrs.frozen
class SeedBook:
    """A book as the fold of its stream."""

    house: str
    root: str
    secret: bytes = attrs.field(repr=False)
    size: int
    tables: tuple[str, ...] = ()
    """The ids of the tables that took its numbers, by number."""
    closed: BookClosed | None = None


class BookInUse(Struct, frozen=True):
    """A book as everybody may know it."""

    id: str
    root: str
    """Over the commitments to its seeds, in hexadecimal."""
    size: int
    next: int
    """The number that the next table takes."""


def fold_book(events: Iterable[BookOpened | NumberTaken | BookClosed]) -> SeedBook:
    """The book of a stream. Raises: ValueError for what no process writes."""
    tables: list[str] = []
    opened: BookOpened | None = None
    closed: BookClosed | None = None
    for event in events:
        match event:
            case BookOpened() if opened is None:
                opened = event
            case NumberTaken(number, table) if opened and not closed and number == len(tables) < opened.size:
                tables.append(table)
            case BookClosed(used=used) if opened and not closed and used == len(tables):
                closed = event
            case _:
                raise ValueError("it does not fit the records before it")
    if opened is None:
        raise ValueError("it has no record")
    return SeedBook(opened.house, opened.root, bytes.fromhex(opened.secret), opened.size, tuple(tables), closed)


class BookSeeds:
    """The seeds of a book by number, and what proves that they are its own."""

    def __init__(self, secret: bytes, size: int) -> None:
        """A thousand seeds take some milliseconds."""
        self._secret, self.size = secret, size
        hashes = [leaf_hash(bytes.fromhex(commitment(book_seed(secret, number)))) for number in range(size)]
        # Proofs share most of their parts.
        self._root_over = cache(root_over(hashes))
        self.root = self._root_over(Part(0, size)).hex()

    def __getitem__(self, number: int) -> bytes:
        return book_seed(self._secret, number)

    def numbered(self, book: str, number: int) -> BookNumber:
        """What a table records that has this number; `book` is the book's id."""
        proof = tuple(self._root_over(part).hex() for part in inclusion_parts(number, self.size))
        return BookNumber(book, number, proof, self.root, self.size)
