"""Books as they are folded, and the seeds, roots and proofs that anybody computes again from a secret."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from core.base.chance import commitment
from core.base.merkle_tree import is_included, leaf_hash
from core.books.seed_books import BookClosed, BookOpened, BookSeeds, NumberTaken, fold_book

SECRET = bytes(range(32))
OPENED = BookOpened("house", "0" * 64, SECRET.hex(), 3)


def test_seeds_are_those_of_the_design():
    seeds = BookSeeds(SECRET, 4)
    for number in range(4):
        text = b"parlour seed" + number.to_bytes(8, "big")
        assert seeds[number] == hmac.new(SECRET, text, hashlib.sha256).digest()


def test_root_is_that_of_rfc_6962_over_the_commitments():
    def node(*parts: bytes) -> bytes:
        return hashlib.sha256(b"\1" + b"".join(parts)).digest()

    seeds = BookSeeds(SECRET, 3)
    first, second, third = (
        hashlib.sha256(b"\0" + bytes.fromhex(commitment(seeds[number]))).digest() for number in range(3)
    )
    assert seeds.root == node(node(first, second), third).hex()


@pytest.mark.parametrize("size", [1, 3, 16, 1024])
def test_every_number_has_a_proof_and_no_other(size: int):
    seeds = BookSeeds(SECRET, size)
    for number in range(0, size, 1 + size // 20):
        found = seeds.numbered("abc", number)
        assert (found.id, found.number, found.size, found.root) == ("abc", number, size, seeds.root)
        root, *proof = map(bytes.fromhex, (found.root, *found.proof))
        for other in {number, (number + 1) % size}:
            hash = leaf_hash(bytes.fromhex(commitment(seeds[other])))
            assert is_included(root, size, number, hash, proof) == (other == number)


def test_book_is_folded():
    book = fold_book([OPENED, NumberTaken(0, "t1"), NumberTaken(1, "t2"), BookClosed("day", 2)])
    assert (book.house, book.tables, book.closed) == ("house", ("t1", "t2"), BookClosed("day", 2))


@pytest.mark.parametrize(
    "events",
    [
        [],
        [NumberTaken(0, "t1")],
        [OPENED, OPENED],
        [OPENED, NumberTaken(1, "t1")],
        [OPENED, NumberTaken(0, "t1"), NumberTaken(0, "t2")],
        [OPENED, *(NumberTaken(number, "t") for number in range(4))],
        [OPENED, BookClosed("day", 1)],
        [OPENED, BookClosed("day", 0), NumberTaken(0, "t1")],
        [OPENED, BookClosed("day", 0), BookClosed("day", 0)],
    ],
)
def test_what_no_process_writes_is_refused(events: list[Any]):
    with pytest.raises(ValueError, match=r"it (does not fit|has no record)"):
        fold_book(events)


def test_secret_is_not_in_what_is_logged_of_a_book():
    assert SECRET.hex() not in repr(OPENED)
    assert repr(SECRET) not in repr(fold_book([OPENED]))
