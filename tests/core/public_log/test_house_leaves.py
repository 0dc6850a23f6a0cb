"""Records → leaves: what is read of books and tables, and nothing of what is damaged."""

from __future__ import annotations

from typing import Any

import pytest

from core.public_log.house_leaves import closed_book, seed_of, table_opened
from core.public_log.leaves import Void
from journal import Draft, Record, seal
from tests.core.public_log.houses import AT, Book, opened


def first(data: Any, kind: str = "table.opened") -> Record:
    return seal(None, [Draft(kind, data)], AT)[0]


def test_number_of_a_table_is_read() -> None:
    book = Book("k3m9x2pq")
    (record,) = seal(None, [opened("aaaaa", book.seeds[3], book.number(3))], AT)
    number = table_opened("table/aaaaa", record)
    assert number is not None
    assert (number.id, number.number, number.root, number.size) == ("k3m9x2pq", 3, book.root, 16)
    assert seed_of(record) == book.seeds[3]
    assert table_opened("table/bbbbb", record) is None


@pytest.mark.parametrize("data", [7, {}, {"table": "aaaaa", "book": {"id": 3}}, {"table": "aaaaa", "house_seed": "zz"}])
def test_damaged_record_has_neither_number_nor_seed(data: Any) -> None:
    assert table_opened("table/aaaaa", first(data)) is None
    assert seed_of(first(data)) == b""


def records_of(book: Book, *drafts: Draft) -> tuple[Record, ...]:
    begin = Draft("book.opened", {"house": "a", "root": book.root, "secret": "00" * 32, "size": book.size})
    return seal(None, [begin, *drafts], AT)


def test_void_numbers_leave_out_those_that_were_opened_in_a_journal_now_lost() -> None:
    book = Book("k3m9x2pq", 8)
    closed = closed_book("book/k3m9x2pq", records_of(book, Draft("book.closed", {"reason": "left", "used": 0})))
    assert closed is not None
    assert [*closed.void(())] == [Void("k3m9x2pq", 0, 7, "left")]
    assert [*closed.void({0, 3, 4})] == [Void("k3m9x2pq", 1, 2, "left"), Void("k3m9x2pq", 5, 7, "left")]


def test_open_book_and_what_is_none_is_not_closed() -> None:
    book = Book("k3m9x2pq", 8)
    assert closed_book("book/k3m9x2pq", records_of(book)) is None
    assert closed_book("book/k3m9x2pq", ()) is None
    assert closed_book("book/k3m9x2pq", seal(None, [Draft("book.closed", {"reason": "left", "used": 0})], AT)) is None
