"""What is found of a table whose seed is said to be from a book, and is not that of its number; and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.chance import SEED_BYTES, commitment, deal_seed
from core.base.merkle_tree import leaf_hash
from core.books.seed_books import BookSeeds
from core.records import codec, fold
from journal import Damaged, Record
from tests.archive.recorder import ANNA, BERT, Player, Recorder, at_random, computer, from_book
from tests.core.recorded import resealed

STREAM = "table/book1"


def found(records: list[Record], why: str, *, promised: str = "") -> None:
    with pytest.raises(Damaged, match=why):
        fold.verify(STREAM, records, promised=promised)


@pytest.fixture
def made() -> Recorder:
    recorded = from_book("book1", "mille", ANNA, BERT)
    recorded.play(4, at_random)
    return recorded


def with_opening(made: Recorder, **changes: Any) -> list[Record]:
    """The records, the first with other fields."""
    return resealed(made.records, {1: {"data": {**made.records[0].data, **changes}}})


def with_book(made: Recorder, **changes: Any) -> list[Record]:
    return with_opening(made, book={**made.records[0].data["book"], **changes})


def test_number_is_proved_by_what_was_noted_of_the_seed_or_of_the_whole_book(made: Recorder):
    book = made.table.setup.book
    assert book is not None
    for promised in (made.table.setup.commitment, made.table.setup.commitment[:32], book.root, book.root[:32]):
        assert fold.verify(STREAM, made.records, promised=promised).setup.book == book
    found(list(made.records), "neither of its seed nor of its book bcdefghj", promised="0" * 32)


def test_other_seed_number_root_or_proof_is_found(made: Recorder):
    why = r"its seed is not number \d+ of its book"
    proof = made.records[0].data["book"]["proof"]
    found(with_opening(made, house_seed="00" * SEED_BYTES), why)
    found(with_book(made, number=2), why)
    found(with_book(made, number=16), why)
    found(with_book(made, root="00" * 32), why)
    found(with_book(made, size=8), why)
    found(with_book(made, proof=proof[:-1]), why)
    found(with_book(made, proof=proof[::-1]), why)


@pytest.mark.parametrize(
    "change",
    [{"root": "abc"}, {"proof": ["zz"]}, {"number": -1}, {"size": 0}, {"proof": ["00" * 32] * 21}, {"id": "book/1"}],
)
def test_what_cannot_be_is_not_even_read(made: Recorder, change: dict[str, Any]):
    with pytest.raises(Damaged, match=r"its data is not that of a table\.opened"):
        fold.fold(STREAM, None, with_book(made, **change))


def test_numbered_deals_and_copies_have_no_number_of_a_book(made: Recorder):
    why = "neither a numbered deal nor a copy has a seed from a book"
    found(with_opening(made, deal=5, house_seed=deal_seed(5).hex()), why)
    with pytest.raises(Damaged, match=why):
        fold.fold(STREAM, None, with_opening(made, origin={"seq": 1, "table": "x"}, position={}))


def test_computer_that_is_given_luck_is_found():
    """A house could choose it when everything else is known."""
    made = from_book("book1", "mille", ANNA, computer("mille"))
    seated = made.records[2]
    play = {**seated.play, "command": {"sit": {**seated.play["command"]["sit"], "luck": "chosen"}}}
    forged = resealed(made.records, {3: {"data": {**seated.data, "luck": "chosen"}, "play": play}})
    found(forged, "A computer player gives no luck")


def test_table_that_leaves_out_its_book_is_not_found_but_by_what_was_noted(made: Recorder):
    """As the tables of before books have none; `verify` says so. The root that somebody noted finds it."""
    data = {name: value for name, value in made.records[0].data.items() if name != "book"}
    without = resealed(made.records, {1: {"data": data}})
    assert fold.verify(STREAM, without).setup.book is None
    book = made.table.setup.book
    assert book is not None
    found(without, "not the one that the house committed to", promised=book.root)


def test_house_that_chooses_among_the_numbers_of_a_book_is_not_found_in_one_game():
    """It knows a luck, and takes the number that suits it: only a list of all tables shows that others were passed."""
    for number in (0, 15):
        made = from_book("book1", "mille", ANNA, BERT, number=number)
        fold.verify(STREAM, made.records)


def test_puppet_that_sits_down_last_and_chooses_its_luck_by_the_seed_is_not_found():
    """Who knows the seed deals by it: only luck that is sealed before would prevent that."""
    hands = set()
    for luck in ("a", "b", "c", "d"):
        made = from_book("book1", "mille", ANNA, Player("puppet", luck=luck))
        hands.add(tuple(fold.verify(STREAM, made.records).state.hands[1]))
    assert len(hands) == 4


@pytest.mark.parametrize("early", [True, False])
def test_luck_that_was_known_earlier_than_it_says_is_not_found(early: bool):
    made = from_book("book1", "mille", Player("anna", luck="tortoise", early=early), BERT)
    assert fold.verify(STREAM, made.records).chairs[0].early == early


def test_opening_without_a_book_is_written_as_it_always_was(made: Recorder):
    opened = codec.decode(made.records[0])
    assert b'"book":{"id":"bcdefghj","number":3,"proof":[' in made.records[0].raw
    assert b'"book"' not in bytes(codec.encode(type(opened)("t", "mille", 1, (), "00")).data)


def test_leaf_is_the_commitment_that_is_shown_everywhere(made: Recorder):
    assert commitment(made.table.setup.house_seed) == made.table.setup.commitment
    assert BookSeeds(bytes(32), 1).root == leaf_hash(bytes.fromhex(commitment(BookSeeds(bytes(32), 1)[0]))).hex()
