"""Two houses on one journal: one is killed between the records of a number and of its table; both deal one daily."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from core.base.durations import DAY
from core.books.daily_chains import STREAM
from core.books.daily_chains_service import DailyChains
from core.books.seed_books import BookClosed
from core.books.seed_books_service import read_book
from core.games import GAMES
from core.house.left_books import close_due
from core.house.service import Service, open_service
from core.public_log.known_leaves import KnownLeaves, faults
from core.public_log.leaves import LEFT_OUT, Opening, Void
from core.replay import proof
from core.table import BookNumber
from journal import Journal, open_journal
from tests.clock import BEGIN
from tests.core.parlour import ANNA, BERT
from tests.core.public_log.houses import publish
from tests.journal.processes import ROOT
from tests.journal.stores.nats.nodes import started
from tests.patience import PATIENCE

LATER = 4000.0
"""Seconds after which no house can be about to open a table with a number that it took."""


@pytest.fixture(params=["sqlite", "nats"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A journal that two processes may have open."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'parlour.db'}"
    else:
        with started(tmp_path) as nodes:
            yield nodes.url()


async def killed(url: str) -> str:
    """Start a house and kill it, -9, before it opens its second table. Returns: the stream of that table."""
    words = [sys.executable, "-m", "tests.core.books.half_opened", url]
    process = await trio.lowlevel.open_process(words, stdout=-1, cwd=ROOT)
    try:
        assert process.stdout is not None
        said = b""
        with trio.fail_after(PATIENCE):
            while not said.endswith(b"\n"):
                said += await process.stdout.receive_some()
    finally:
        process.kill()
        await process.wait()
    return said.decode().strip()


async def opened(service: Service) -> BookNumber:
    """The number of a table that is opened now, and found right in the journal."""
    id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
    found = await proof.prove(service.journal, id)
    assert found.is_in_journal
    assert found.book is not None
    return found.book


async def test_two_houses_deal_the_same_daily_of_one_chain_and_one_that_comes_later_does_too(url: str) -> None:
    now = BEGIN
    async with open_journal(url) as one, open_journal(url) as two, open_journal(url) as three:
        here, there = DailyChains(one, lambda: now), DailyChains(two, lambda: now)
        async with trio.open_nursery() as nursery:
            for house in (here, there):
                nursery.start_soon(house.seal)
        for _ in range(2):
            now += DAY
            async with trio.open_nursery() as nursery:
                for house in (here, there):
                    nursery.start_soon(house.day, house.today)
        houses = (here, there, DailyChains(three, lambda: now))
        (sealed,) = {await house.day(house.today) for house in houses}
        assert sealed is not None
        assert sealed.hashes == 2
        assert [record.kind for record in await three.read(STREAM)] == ["daily.sealed", *["daily.revealed"] * 2]


async def closed(service: Service, journal: Journal, id: str) -> BookClosed:
    """How a book of a house that is gone is closed, once the other ones have noticed."""
    with trio.fail_after(PATIENCE):
        while True:
            await service.views.settle()
            await close_due(service)
            book, _ = await read_book(journal, id)
            if book is not None and book.closed:
                return book.closed
            await trio.sleep(0.1)


async def test_number_of_a_killed_house_is_void_and_the_other_house_goes_on(url: str, tmp_path: Path) -> None:
    async with open_journal(url) as journal, open_service(journal) as service:
        before = await opened(service)
        stream = await killed(url)
        after = await opened(service)
        assert (before.number, after.number, before.id) == (0, 1, after.id)
        (left,) = {id for id, _ in await service.views.unclosed_books()} - {before.id}
        assert await closed(service, journal, left) == BookClosed("left", 2)
        book, _ = await read_book(journal, left)
        assert book is not None
        whole, half = book.tables
        assert (stream, await journal.head(stream)) == (f"table/{half}", 0)
        assert (await proof.prove(journal, whole)).is_in_journal
        leaves = await publish(journal, tmp_path, now=service.now() + LATER)
        known = KnownLeaves(leaves)
        assert [*faults(known)] == []
        assert sum(isinstance(leaf, Opening) for leaf in leaves) == 3
        void = [leaf for leaf in leaves if isinstance(leaf, Void)]
        assert void == [Void(left, 2, 15, "left"), Void(left, 1, 1, LEFT_OUT)]
        assert known.books[left].missing(16) == []
