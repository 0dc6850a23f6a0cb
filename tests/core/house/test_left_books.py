"""Books are closed when their process ends, or by another one when it did not get to it."""

from __future__ import annotations

from typing import Any

import trio

from core.books.seed_books import BookClosed, stream_of
from core.books.seed_books_service import SeedBooks
from core.games import GAMES
from core.house.left_books import close_due
from core.house.service import Service, open_service
from core.records import fold
from journal import Journal, open_journal
from tests.clock import house_clock
from tests.core.parlour import ANNA, BERT, two_services


async def last(journal: Journal, id: str) -> Any:
    """The last event of a book."""
    return fold.decode(stream_of(id), await journal.read(stream_of(id)))[-1][0]


async def opened(service: Service) -> str:
    """The book of a table that a house opens."""
    id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
    await service.views.settle()
    async with service.table(id, attended=False) as live:
        book = live.table.setup.book
    assert book is not None
    return book.id


async def test_service_that_ends_closes_its_book_and_what_killed_ones_left(autojump_clock: object) -> None:
    async with open_journal("memory:") as journal:
        _, left = await SeedBooks(journal, house_clock(), "killed").take("t1")
        async with open_service(journal, now=house_clock()) as service:
            own = await opened(service)
            await trio.sleep(20)
            assert await last(journal, left.id) == BookClosed("left", 1)
        assert await last(journal, own) == BookClosed("stopped", 1)


async def test_book_of_a_house_that_lives_stays_open(autojump_clock: object) -> None:
    async with two_services() as (here, there):
        own, others = await opened(here), await opened(there)
        await trio.sleep(20)
        await close_due(here)
        for book in (own, others):
            assert (await last(here.journal, book)).__class__ is not BookClosed
        assert await opened(there) == others


async def test_house_whose_book_was_closed_by_mistake_goes_on_with_another() -> None:
    async with two_services() as (here, there):
        book = await opened(there)
        await here.books.close_left([book])
        assert await opened(there) != book
