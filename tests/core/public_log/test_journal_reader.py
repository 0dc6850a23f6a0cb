"""What a log says of a journal: each number once, each game to its end, and nothing of persons or talk."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

from core.books.daily_chains import DayRevealed, chain_of, sealed_days
from core.public_log.journal_reader import SETTLED
from core.public_log.known_leaves import KnownLeaves, faults
from core.public_log.leaves import Book, Closing, Day, Days, Gone, Leaf, Opening, Void, written
from core.records import codec
from journal import Draft, open_journal
from tests.core.public_log import houses
from tests.core.public_log.houses import NOW, House, ended, opened, publish

LATER = NOW + SETTLED


def faults_of(leaves: list[Leaf]) -> list[str]:
    return [str(fault) for fault in faults(KnownLeaves(leaves))]


async def test_every_number_of_a_book_is_in_the_log_once(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        records = await house.play_out(book, "aaaaa")
        await house.open_game(book, "bbbbb")
        await house.close_book(book, "day")
        leaves = await publish(journal, tmp_path)
    assert leaves[0] == Book("k3m9x2pq", book.root, 16)
    assert leaves[1] == Opening("k3m9x2pq", 0, records[0].hash)
    assert Closing("k3m9x2pq", 0, "resigned", (1,), (0,), records[-1].hash) in leaves
    assert Void("k3m9x2pq", 2, 15, "day") in leaves
    assert len(leaves) == 5
    assert faults_of(leaves) == []


async def test_table_without_a_number_is_not_in_the_log(tmp_path: Path) -> None:
    """Given a numbered deal, an exact copy, and a game from elsewhere that claims a number of a book of here."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        await house.append("table/ddddd", opened("ddddd", bytes(16), None), ended())
        original = await house.play_out(book, "aaaaa")
        await journal.append("table/eeeee", 0, original)
        await house.append("table/fffff", opened("fffff", book.seeds[1], book.number(1)), ended())
        other = houses.Book("zzzzzzzz")
        await house.append("table/ggggg", opened("ggggg", other.seeds[0], other.number(0)), ended())
        leaves = await publish(journal, tmp_path)
    assert Counter(map(type, leaves)) == {Book: 1, Opening: 1, Closing: 1}


async def test_number_that_was_taken_and_not_used_is_void_an_hour_later(tmp_path: Path) -> None:
    """Given a house that was killed between taking a number and opening the table."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq", 4)
        await house.take(book, "aaaaa")
        await house.open_game(book, "bbbbb")
        await house.close_book(book, "left")
        early = await publish(journal, tmp_path)
        assert Void("k3m9x2pq", 0, 0, "not_opened") not in early
        assert faults_of(early) == ["Book k3m9x2pq: nothing is said of number 0."]
        late = await publish(journal, tmp_path, LATER)
    assert late[-1] == Void("k3m9x2pq", 0, 0, "not_opened")
    assert faults_of(late) == []


async def test_log_names_no_person_and_no_table(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        await house.play_out(book, "aaaaa")
        await house.append("talk/aaaaa", Draft("talk.said", {"person": "anna1", "text": "hello", "seq": 1}))
        leaves = await publish(journal, tmp_path)
    raw = b"".join(path.read_bytes() for path in (tmp_path / "log").rglob("*") if path.is_file())
    assert all(written(leaf) in raw for leaf in leaves)
    assert not any(word in raw for word in (b"anna1", b"aaaaa", b"hello", b"tortoise", b"secret"))


async def test_chain_of_days_and_those_that_have_begun_are_in_the_log_and_no_secret_to_come(
    tmp_path: Path,
) -> None:
    made = sealed_days(b"\xab" * 32, date(2026, 11, 27))
    today = chain_of(made)[date(2026, 11, 28)]
    async with open_journal("memory:") as journal:
        house = House(journal)
        sealed = codec.encode(made)
        revealed = codec.encode(DayRevealed(today.day, today.secret))
        wrong = Draft("daily.revealed", {"day": "2026-11-31", "secret": today.secret})
        await house.append("daily", sealed, revealed, wrong, Draft("daily.revealed", {"day": 7}))
        leaves = await publish(journal, tmp_path)
    assert leaves == [Days(made.beacon, "2026-11-27", 3650), Day(today.day, today.secret)]
    assert faults_of(leaves) == []
    assert not any(b"abab" in path.read_bytes() for path in (tmp_path / "log").rglob("*") if path.is_file())


async def test_game_that_is_dropped_is_gone(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        stream = await house.open_game(book, "aaaaa")
        await publish(journal, tmp_path)
        await house.drop(stream)
        leaves = await publish(journal, tmp_path)
    assert leaves[-1] == Gone("k3m9x2pq", 0, "dropped")
    assert faults_of(leaves) == ["Book k3m9x2pq: the house no longer has game 0."]


async def test_game_that_is_dropped_after_its_end_stays_as_it_was(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        await house.play_out(book, "aaaaa")
        leaves = await publish(journal, tmp_path)
        await house.drop("table/aaaaa")
        assert await publish(journal, tmp_path) == leaves


async def test_number_of_a_game_that_was_dropped_before_it_was_logged_is_void(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq", 1)
        await house.drop(await house.open_game(book, "aaaaa"))
        await house.close_book(book, "used_up")
        leaves = await publish(journal, tmp_path, LATER)
    assert leaves[-1] == Void("k3m9x2pq", 0, 0, "dropped")


async def copied(house: House, streams: list[str], into: House, *, up_to: int = 1000) -> None:
    for stream in streams:
        await into.journal.append(stream, 0, (await house.journal.read(stream))[:up_to])


async def test_restored_backup_is_seen_in_the_log(tmp_path: Path) -> None:
    """Given a backup from before game b was opened and game a ended; the new house ends game a in another way."""
    async with open_journal("memory:") as old, open_journal("memory:") as new:
        house, restored = House(old), House(new)
        book = await house.open_book("k3m9x2pq", 4)
        stream = await house.open_game(book, "aaaaa")
        await copied(house, ["book/k3m9x2pq", stream], restored)
        await house.play(stream, ended())
        await house.open_game(book, "bbbbb")
        await publish(old, tmp_path)
        await restored.append("book/k3m9x2pq", Draft("book.closed", {"reason": "left", "used": 1}))
        await restored.play(stream, ended("won", (0,)))
        leaves = await publish(new, tmp_path, LATER)
    assert Gone("k3m9x2pq", 1, "lost") in leaves
    assert Void("k3m9x2pq", 2, 3, "left") in leaves
    assert faults_of(leaves) == [
        "Book k3m9x2pq: game 0 ended twice.",
        "Book k3m9x2pq: the house no longer has game 1.",
    ]


async def test_move_to_another_store_adds_nothing(tmp_path: Path) -> None:
    """Given a copy whose streams come in another order, tables before their books."""
    async with open_journal("memory:") as old, open_journal("memory:") as new:
        house, moved = House(old), House(new)
        book = await house.open_book("k3m9x2pq")
        await house.play_out(book, "aaaaa")
        stream = await house.open_game(book, "bbbbb")
        leaves = await publish(old, tmp_path)
        await copied(house, ["table/bbbbb", "table/aaaaa", "book/k3m9x2pq"], moved)
        assert await publish(new, tmp_path) == leaves
        end = (await moved.play(stream, ended()))[-1].hash
        assert await publish(new, tmp_path) == [*leaves, Closing("k3m9x2pq", 1, "resigned", (1,), (0,), end)]


async def test_log_of_a_mirror_says_the_same(tmp_path: Path) -> None:
    """Given a mirror that takes over with the key and the directory of the house."""
    async with open_journal("memory:") as old, open_journal("memory:") as mirror:
        house = House(old)
        book = await house.open_book("k3m9x2pq")
        await house.play_out(book, "aaaaa")
        leaves = await publish(old, tmp_path)
        await copied(house, ["book/k3m9x2pq", "table/aaaaa"], House(mirror))
        (tmp_path / "kept").unlink()
        assert await publish(mirror, tmp_path) == leaves


async def test_damaged_record_takes_nothing_with_it(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        await house.append("book/bad", Draft("book.opened", {"root": 7}), Draft("book.closed", []))
        await house.append("table/bad11", Draft("table.opened", "nonsense"), Draft("table.ended", None or {}))
        await house.append("house", Draft("house.dropped", 7))
        await house.play_out(book, "aaaaa")
        assert len(await publish(journal, tmp_path)) == 3


async def test_record_that_was_forged_does_not_spoil_the_log(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("bookaaaa")
        await house.play_out(book, "t1")
        stream = await house.open_game(book, "t2")
        await house.play(stream, ended("Won, and more"))
        leaves = await publish(journal, tmp_path)
        assert [leaf.number for leaf in leaves if isinstance(leaf, Closing)] == [0]
        assert leaves == await publish(journal, tmp_path)


async def test_house_that_looks_at_its_seeds_or_tells_them_leaves_no_trace(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("bookaaaa")
        stream = await house.open_game(book, "t1")
        before = await publish(journal, tmp_path)
        (first,) = await journal.read(stream, 0, 1)
        assert bytes.fromhex(first.data["house_seed"]) == book.seeds[0]
        assert await publish(journal, tmp_path) == before
