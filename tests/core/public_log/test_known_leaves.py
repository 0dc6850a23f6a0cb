"""What a stranger sees in a log: each gap, each number that came twice, each game that is gone."""

from __future__ import annotations

import pytest

from core.public_log.known_leaves import KnownLeaves, faults
from core.public_log.leaves import Book, Closing, Gone, Leaf, Opening, Unknown, Void

HEAD, OTHER = "9f" * 32, "41" * 32
BOOK = Book("k3m9x2pq", HEAD, 4)
OPENED = Opening("k3m9x2pq", 0, HEAD)
CLOSED = Closing("k3m9x2pq", 0, "won", (0,), (), OTHER)
VOID = Void("k3m9x2pq", 1, 3, "day")


@pytest.mark.parametrize(
    ("leaves", "seen"),
    [
        ([BOOK, OPENED, CLOSED, VOID], None),
        ([BOOK, OPENED], None),
        ([BOOK, Opening("k3m9x2pq", 2, HEAD)], "nothing is said of number 0."),
        ([BOOK, OPENED, Void("k3m9x2pq", 2, 3, "day")], "nothing is said of number 1."),
        ([BOOK, OPENED, Opening("k3m9x2pq", 0, OTHER)], "number 0 was used twice."),
        ([BOOK, OPENED, Void("k3m9x2pq", 0, 3, "day")], "number 0 was used twice."),
        ([BOOK, OPENED, CLOSED, Closing("k3m9x2pq", 0, "won", (1,), (), HEAD)], "game 0 ended twice."),
        ([BOOK, CLOSED], "game 0 ended without a beginning."),
        ([BOOK, OPENED, Gone("k3m9x2pq", 0, "dropped")], "the house no longer has game 0."),
        ([OPENED], "Book k3m9x2pq has no root of its own, or several."),
        ([BOOK, Book("k3m9x2pq", OTHER, 4)], "Book k3m9x2pq has no root of its own, or several."),
        ([BOOK, Void("k3m9x2pq", 0, 4, "day")], "Book k3m9x2pq has no number 4."),
        ([BOOK, Book("zzzzzzzz", OTHER, 4)], None),
        ([BOOK, Book("zzzzzzzz", HEAD, 4)], "Book zzzzzzzz has no root of its own, or several."),
    ],
)
def test_stranger_sees(leaves: list[Leaf], seen: str | None) -> None:
    found = [str(fault) for fault in faults(KnownLeaves(leaves))]
    assert (found == []) if seen is None else any(seen in fault for fault in found)


def test_what_was_said_is_known_and_nothing_else() -> None:
    known = KnownLeaves([BOOK, OPENED, CLOSED, VOID])
    said: list[Leaf] = [BOOK, OPENED, CLOSED, VOID, Void("k3m9x2pq", 2, 2, "day")]
    assert all(map(known.has, said))
    others: list[Leaf] = [
        Book("k3m9x2pq", OTHER, 4), Opening("k3m9x2pq", 0, OTHER), Opening("k3m9x2pq", 1, HEAD),
        Closing("k3m9x2pq", 0, "won", (0,), (), HEAD), Void("k3m9x2pq", 0, 3, "day"), Gone("k3m9x2pq", 0, "lost"),
        Opening("zzzzzzzz", 0, HEAD),
    ]  # fmt: skip
    assert not any(map(known.has, others))


def test_games_and_books_of_which_the_end_is_not_said_are_counted() -> None:
    known = KnownLeaves([BOOK, OPENED, CLOSED, Opening("k3m9x2pq", 1, OTHER), Book("zzzzzzzz", OTHER, 1)])
    assert (known.games, known.unended_games, known.open_books) == (2, 1, 2)
    known = KnownLeaves([BOOK, OPENED, CLOSED, VOID, Unknown("sealed")])
    assert (known.games, known.unended_games, known.open_books, known.unknown) == (1, 0, 0, 1)
