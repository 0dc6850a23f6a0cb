"""What a log says so far, by books and days: what need not be said again, and where a stranger sees a gap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import attrs

from core.base.message import Message, message
from core.public_log.known_days import faults_of_days
from core.public_log.leaves import Book, Closing, Day, Days, Gone, Leaf, OfBook, Opening, Unknown, Void


@attrs.define
class KnownBook:
    """What is said of one book."""

    root: str = ""
    size: int = 0
    opened: dict[int, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    """The heads of the openings of each number: one, in a log without faults."""
    closed: dict[int, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    void: set[int] = attrs.field(factory=set)
    gone: set[int] = attrs.field(factory=set)
    roots: int = 0
    """How often a root was given."""

    def missing(self, up_to: int) -> list[int]:
        """The numbers below one of which nothing is said."""
        return [number for number in range(up_to) if number not in self.opened and number not in self.void]

    @property
    def unended(self) -> list[int]:
        """The numbers of games that were opened, and of which no end is known."""
        return [number for number in self.opened if number not in self.closed and number not in self.gone]


class KnownLeaves:
    """All books of a log."""

    def __init__(self, leaves: Iterable[Leaf | Unknown] = ()) -> None:
        self.books: dict[str, KnownBook] = defaultdict(KnownBook)
        self.chains: list[Days] = []
        self.days: dict[str, list[str]] = defaultdict(list)
        """The secrets that are given for each day: one, in a log without faults."""
        self.unfixed: set[str] = set()
        """The days whose secrets were given before a chain that has them."""
        self.unknown = 0
        """How many leaves are of kinds that a later version writes."""
        for leaf in leaves:
            self.add(leaf)

    @property
    def open_books(self) -> int:
        """How many books have numbers of which nothing is said yet."""
        return sum(bool(book.missing(book.size)) for book in self.books.values())

    @property
    def games(self) -> int:
        """How many games were opened."""
        return sum(len(book.opened) for book in self.books.values())

    @property
    def unended_games(self) -> int:
        """How many of them have not ended; those that a house let vanish look alike."""
        return sum(len(book.unended) for book in self.books.values())

    def add(self, leaf: Leaf | Unknown) -> None:
        """One more leaf."""
        match leaf:
            case Unknown():
                self.unknown += 1
            case Days():
                self.chains.append(leaf)
            case Day(day=day, secret=secret):
                self.days[day].append(secret)
                if not any(chain.first <= day <= chain.to.isoformat() for chain in self.chains):
                    self.unfixed.add(day)
            case _:
                self._add_of_book(leaf)

    def _add_of_book(self, leaf: OfBook) -> None:
        book = self.books[leaf.book]
        match leaf:
            case Book(root=root, size=size):
                book.root, book.size, book.roots = root, size, book.roots + 1
            case Opening(number=number, head=head):
                book.opened[number].append(head)
            case Closing(number=number, head=head):
                book.closed[number].append(head)
            case Void(first=first, last=last):
                book.void.update(range(first, last + 1))
            case Gone(number=number):
                book.gone.add(number)

    def has(self, leaf: Leaf) -> bool:
        """Whether that was said already."""
        match leaf:
            case Days():
                return leaf in self.chains
            case Day(day=day, secret=secret):
                return secret in self.days.get(day, ())
            case _:
                return self._has_of_book(leaf)

    def _has_of_book(self, leaf: OfBook) -> bool:
        book = self.books.get(leaf.book)
        if book is None:
            return False
        match leaf:
            case Book(root=root):
                return book.root == root
            case Opening(number=number, head=head):
                return head in book.opened.get(number, ())
            case Closing(number=number, head=head):
                return head in book.closed.get(number, ())
            case Void(first=first, last=last):
                return book.void.issuperset(range(first, last + 1))
            case Gone(number=number):
                return number in book.gone


def faults(known: KnownLeaves) -> Iterator[Message]:
    """What a stranger sees that no house does that keeps to the rules, one sentence for each."""
    roots = Counter(book.root for book in known.books.values())
    for id, book in known.books.items():
        if book.roots != 1 or roots[book.root] > 1:
            yield message("Book {book} has no root of its own, or several.", book=id)
        yield from _faults_of_numbers(id, book)
    yield from faults_of_days(known.chains, known.days)
    for day in sorted(known.unfixed):
        yield message("The secret of {day} was given before its beacon.", day=day)


def _faults_of_numbers(id: str, book: KnownBook) -> Iterator[Message]:
    for number in sorted(book.opened.keys() | book.closed.keys() | book.void):
        opened, closed = book.opened.get(number, []), book.closed.get(number, [])
        if len(opened) > 1 or (opened and number in book.void):
            yield message("Book {book}: number {number} was used twice.", book=id, number=number)
        if len(closed) > 1:
            yield message("Book {book}: game {number} ended twice.", book=id, number=number)
        if closed and not opened:
            yield message("Book {book}: game {number} ended without a beginning.", book=id, number=number)
        if number in book.gone:
            yield message("Book {book}: the house no longer has game {number}.", book=id, number=number)
        if book.roots and number >= book.size:
            yield message("Book {book} has no number {number}.", book=id, number=number)
    used = max(book.opened.keys() | book.void, default=-1) + 1
    for number in book.missing(min(used, book.size)):
        yield message("Book {book}: nothing is said of number {number}.", book=id, number=number)
