"""The books of a process: numbers in order and never twice, whatever fails; a day at most; those that are left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
import trio

from core.base.chance import commitment
from core.books import seed_books
from core.books.seed_books import BookClosed, BookOpened, BookSeeds, stream_of
from core.books.seed_books_service import SeedBooks, read_book, told_secret
from core.games import GAMES
from core.house.service import Service
from core.records import fold
from core.table import Move, Resign
from core.table.opening import Player
from journal import Conflict, Journal, OutcomeUnknown, Record
from journal.stores.memory import MemoryJournal
from tests.clock import BEGIN
from tests.core.parlour import ANNA, BERT, Changed, a_service, moves, submit, two_services

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]


class Clock:
    """Time that a test sets."""

    now = BEGIN

    def __call__(self) -> float:
        return self.now


def books(journal: Journal, clock: Clock | None = None, size: int = 3) -> SeedBooks:
    return SeedBooks(journal, clock or Clock(), "house", size)


async def streams(journal: Journal) -> list[str]:
    """The ids of all books, the first one first."""
    found = await journal.streams(seed_books.BOOK)
    return [one.stream.removeprefix(seed_books.BOOK) for one in reversed(found.summaries)]


async def events(journal: Journal, id: str) -> list[Any]:
    return [event for event, _ in fold.decode(stream_of(id), await journal.read(stream_of(id)))]


async def test_numbers_are_taken_in_order_and_recorded_before_they_are_used():
    journal = MemoryJournal()
    own = books(journal)
    taken = [await own.take(table) for table in ("t1", "t2")]
    (id,) = await streams(journal)
    opened, *numbers = await events(journal, id)
    seeds = BookSeeds(bytes.fromhex(opened.secret), 3)
    assert (opened.root, opened.size, opened.house) == (seeds.root, 3, "house")
    assert [(number.number, number.table) for number in numbers] == [(0, "t1"), (1, "t2")]
    assert taken == [(seeds[number], seeds.numbered(id, number)) for number in (0, 1)]


async def test_book_that_is_used_up_is_closed_and_the_next_one_opened():
    journal = MemoryJournal()
    own = books(journal)
    taken = [await own.take(f"t{number}") for number in range(5)]
    first, second = await streams(journal)
    assert [(number.id, number.number) for _, number in taken] == [
        *((first, n) for n in range(3)),
        (second, 0),
        (second, 1),
    ]
    assert (await events(journal, first))[-1] == BookClosed("used_up", 3)
    assert len({seed for seed, _ in taken}) == 5


async def test_book_lasts_a_day_at_most():
    journal, clock = MemoryJournal(), Clock()
    own = books(journal, clock)
    await own.take("t1")
    clock.now += seed_books.LASTS - 1
    _, same = await own.take("t2")
    clock.now += 1
    _, other = await own.take("t3")
    assert (same.number, other.number) == (1, 0)
    assert (await events(journal, same.id))[-1] == BookClosed("day", 2)


async def test_start_never_goes_on_with_a_book():
    journal = MemoryJournal()
    _, before = await books(journal).take("t1")
    _, after = await books(journal).take("t2")
    assert before.id != after.id
    assert before.root != after.root


async def test_where_the_secret_is_known_every_book_has_the_same_numbers():
    training = books(MemoryJournal(), size=1)
    training.known_secret = bytes(32)
    (one, first), (other, second) = await training.take("t1"), await training.take("t2")
    assert one == other
    assert first.id != second.id


@pytest.mark.parametrize("is_stored", [True, False])
async def test_number_is_not_taken_twice_where_it_is_unknown_whether_it_is_taken(is_stored: bool):
    journal = MemoryJournal()
    fails = True

    async def append(stream: str, after: int, records: Sequence[Record]) -> int:
        nonlocal fails
        if records[0].kind == "book.taken" and fails:
            fails = False
            if is_stored:
                await journal.append(stream, after, records)
            raise OutcomeUnknown("The answer was lost.")
        return await journal.append(stream, after, records)

    own = books(Changed(journal, append))
    with pytest.raises(OutcomeUnknown):
        await own.take("t1")
    _, number = await own.take("t2")
    assert number.number == int(is_stored)
    book, _ = await read_book(journal, number.id)
    assert book is not None
    assert book.tables == (("t1", "t2") if is_stored else ("t2",))


async def test_number_stays_with_a_visitor_who_is_gone_while_it_is_stored():
    journal = MemoryJournal()

    async def append(stream: str, after: int, records: Sequence[Record]) -> int:
        position = await journal.append(stream, after, records)
        if records[0].kind == "book.taken" and scope:
            scope.pop().cancel()
            await trio.lowlevel.checkpoint()
        return position

    scope: list[trio.CancelScope] = []
    own = books(Changed(journal, append))
    with trio.CancelScope() as gone:
        scope.append(gone)
        await own.take("t1")
    _, number = await own.take("t2")
    assert number.number == 1


async def test_book_that_another_process_has_closed_is_not_used_any_more():
    journal = MemoryJournal()
    own, other = books(journal), books(journal)
    _, first = await own.take("t1")
    await other.close_left([first.id])
    _, second = await own.take("t2")
    assert second.id != first.id
    assert await events(journal, first.id) == [
        (await events(journal, first.id))[0],
        *(await events(journal, first.id))[1:],
    ]
    assert (await events(journal, first.id))[-1] == BookClosed("left", 1)


async def test_book_that_is_gone_from_the_journal_is_not_used_any_more():
    journal = MemoryJournal()
    own = books(journal)
    _, first = await own.take("t1")
    await journal.drop(stream_of(first.id))
    _, second = await own.take("t2")
    assert (second.id != first.id, second.number) == (True, 0)


async def test_damaged_and_closed_books_are_left_as_they_are():
    journal, clock = MemoryJournal(), Clock()
    own = books(journal, clock)
    _, number = await own.take("t1")
    await own.close()
    before = await events(journal, number.id)
    await books(journal).close_left([number.id, "nosuch"])
    assert await events(journal, number.id) == before
    assert before[-1] == BookClosed("stopped", 1)


async def test_house_has_its_book_ready_and_the_next_one_as_soon_as_it_is_used_up(autojump_clock: object):
    journal = MemoryJournal()
    own = books(journal, size=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(own.keep_ready)
        await trio.testing.wait_all_tasks_blocked()
        assert len(await streams(journal)) == 1
        _, number = await own.take("t1")
        await trio.testing.wait_all_tasks_blocked()
        assert await streams(journal) == [number.id, own.own]
        nursery.cancel_scope.cancel()


# Tables of a service.


async def numbers(service: Service, *ids: str) -> list[Any]:
    found = []
    for id in ids:
        async with service.table(id, attended=False) as live:
            found.append(live.table.setup.book)
    return found


async def test_tables_take_the_numbers_of_a_book_and_are_verified():
    async with a_service() as service:
        ids = [await service.open(MILLE, {}, [ANNA, BERT]) for _ in range(2)]
        for id, number in zip(ids, await numbers(service, *ids), strict=True):
            assert number.size == seed_books.AT_HOME
            table = fold.verify(f"table/{id}", await service.records(id), promised=number.root[:32])
            assert table.setup.book == number
            book, _ = await read_book(service.journal, number.id)
            assert book is not None
            assert book.tables[number.number] == id


async def test_numbered_deals_take_no_number():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        assert await numbers(service, id) == [None]
        assert await streams(service.journal) == []


@pytest.mark.parametrize("error", [OutcomeUnknown("Lost."), Conflict("table/x", 0, 1)])
async def test_number_stays_with_a_table_that_was_not_opened(error: Exception):
    """As where the process is killed between the two records."""
    async with a_service() as service:
        journal, fails = service.journal, True

        async def append(stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
            nonlocal fails
            if stream.startswith("table/") and fails:
                fails = False
                raise error
            return await journal.append(stream, after, records, *known)

        service.journal = Changed(journal, append)
        if isinstance(error, OutcomeUnknown):
            with pytest.raises(OutcomeUnknown):
                await service.open(MILLE, {}, [ANNA, BERT])
        id = await service.open(MILLE, {}, [ANNA, BERT])
        (number,) = await numbers(service, id)
        assert number.number == 1
        book, _ = await read_book(journal, number.id)
        assert book is not None
        assert book.tables[1] == id
        assert not await journal.read(f"table/{book.tables[0]}")


async def test_refused_order_takes_nothing():
    async with a_service() as service:
        await service.open(MILLE, {}, [ANNA, BERT])
        for attempt in (
            partial(service.open, MILLE, {"variant": "foo"}, [ANNA, BERT]),
            partial(service.open, MILLE, {}, [Player("anna", luck="x" * 101), BERT]),
            partial(service.open, MILLE, {}, [ANNA, BERT], deal=7),
        ):
            with pytest.raises(Exception, match=r"option|variant|Luck|deal"):
                await attempt()
        assert (await service.books.in_use()).next == 1


async def test_two_houses_on_one_journal_have_a_book_each():
    async with two_services() as (here, there):
        ids = [await service.open(MILLE, {}, [ANNA, BERT]) for service in (here, there, here)]
        first, second, third = await numbers(here, *ids)
        assert first.id == third.id != second.id
        assert [first.number, second.number, third.number] == [0, 0, 1]


async def test_secret_is_told_when_the_last_game_of_a_closed_book_has_ended():
    async with a_service() as service:
        ids = [await service.open(ELIXIR, {}, [ANNA, BERT]) for _ in range(2)]
        (number, _) = await numbers(service, *ids)
        await end(service, ids[0])
        assert await told_secret(service.journal, number.id) == ""
        await service.books.close()
        assert await told_secret(service.journal, number.id) == ""
        await end(service, ids[1])
        secret = await told_secret(service.journal, number.id)
        opened = (await events(service.journal, number.id))[0]
        assert isinstance(opened, BookOpened)
        assert secret == opened.secret
        async with service.table(ids[0], attended=False) as live:
            assert commitment(BookSeeds(bytes.fromhex(secret), 16)[0]) == live.table.setup.commitment


async def end(service: Service, id: str) -> None:
    async with service.table(id, attended=False) as live:
        await submit(live, Move(moves(live)[0]), live.table.turn[0])
        await submit(live, Resign(), 0)
