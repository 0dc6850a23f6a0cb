"""Leaves: clear JSON, one way to write each, and none that says more."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.public_log.leaves import Book, Closing, Day, Days, Gone, Leaf, Opening, Unknown, Void, read_leaf, written
from tests.examples import examples

HEAD = "9f" * 32
WRITTEN: dict[str, Leaf] = {
    f'{{"leaf":"book","book":"k3m9x2pq","root":"{HEAD}","size":1024}}': Book("k3m9x2pq", HEAD, 1024),
    f'{{"leaf":"opening","book":"k3m9x2pq","number":0,"head":"{HEAD}"}}': Opening("k3m9x2pq", 0, HEAD),
    f'{{"leaf":"closing","book":"k3m9x2pq","number":0,"reason":"won","winners":[0],"figures":[5,-3],"head":"{HEAD}"}}':
        Closing("k3m9x2pq", 0, "won", (0,), (5, -3), HEAD),
    '{"leaf":"void","book":"k3m9x2pq","first":17,"last":1023,"reason":"day"}': Void("k3m9x2pq", 17, 1023, "day"),
    '{"leaf":"gone","book":"k3m9x2pq","number":3,"reason":"dropped"}': Gone("k3m9x2pq", 3, "dropped"),
    f'{{"leaf":"days","beacon":"{HEAD}","first":"2026-11-27","days":3650}}': Days(HEAD, "2026-11-27", 3650),
    f'{{"leaf":"day","day":"2026-11-27","secret":"{HEAD}"}}': Day("2026-11-27", HEAD),
}  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_leaf_is_written_so_and_read_again(text: str) -> None:
    assert written(WRITTEN[text]).decode() == text
    assert read_leaf(text.encode()) == WRITTEN[text]


@pytest.mark.parametrize("text", WRITTEN)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("}", ',"person":"anna1"}'),
        (",", ", "),
        ("k3m9x2pq", "K3"),
        ("11-27", "11-31"),
        ('"leaf"', '"tree"'),
        (HEAD, "9f"),
        ('"leaf":"', '"leaf":" '),
    ],
)
def test_leaf_that_says_more_or_otherwise_is_refused(text: str, old: str, new: str) -> None:
    if old in text:
        with pytest.raises(Refused, match="no house of this version writes"):
            read_leaf(text.replace(old, new, 1).encode())


def test_leaf_of_a_kind_that_comes_later_is_passed_over() -> None:
    assert read_leaf(b'{"leaf":"ticket","book":"k3m9x2pq","number":3,"more":[1]}') == Unknown("ticket")


@examples(2000, 200)
@given(st.binary(max_size=100), st.integers(0, 100))
def test_wrong_bytes_give_one_sentence(raw: bytes, at: int) -> None:
    for text in (raw, *(text.encode()[:at] + raw + text.encode()[at:] for text in WRITTEN)):
        with suppress(Refused):
            read_leaf(text)
