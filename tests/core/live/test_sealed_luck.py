"""The minute for revealing sealed luck, in a house: with people there, without, after a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from core.base.chance import sealed_luck
from core.games import GAMES
from core.house.idle_tables import close_due
from core.house.service import Service, open_service
from core.live.live_table import Actor, LiveTable
from core.records import fold
from core.table import REVEAL_WITHIN, UNREVEALED, RevealLuck
from core.table.opening import Player
from journal import Journal, open_journal

NONCE = "5a" * 32
ANNA = Player("anna", sealed=sealed_luck(bytes.fromhex(NONCE), "tortoise"))
BERT = Player("bert")


@asynccontextmanager
async def house(journal: Journal) -> AsyncIterator[Service]:
    """A house whose time is that of trio's clock."""
    async with open_service(journal, now=lambda: 1_790_000_000.0 + trio.current_time()) as service:
        yield service


async def opened(service: Service, other: Player = BERT) -> str:
    """A table of El-Ixir at which all sit, and Anna has sealed her luck."""
    return await service.open(GAMES["elixir"], {}, [ANNA, other])


async def reveal(live: LiveTable) -> None:
    await Actor(live, 0, {"anna"}).submit(RevealLuck(NONCE, "tortoise"))
    await live.begin_if_ready()


async def until_ended(live: LiveTable) -> float:
    """When the table ends."""
    while not live.table.ended:
        await live.wait_moved()
    return trio.current_time()


@pytest.mark.parametrize("other", [BERT, Player(bot="Adept easy")])
async def test_table_ends_a_minute_after_the_last_seat_was_taken(
    other: Player, autojump_clock: trio.testing.MockClock
) -> None:
    async with open_journal("memory:") as journal, house(journal) as service:
        id = await opened(service, other)
        async with service.table(id) as live:
            begin = trio.current_time()
            ended_after = await until_ended(live) - begin
            assert REVEAL_WITHIN <= ended_after < REVEAL_WITHIN + 2
            assert live.table.ended is not None
            assert (live.table.ended.reason, live.table.ended.winners) == (UNREVEALED, (1,))
        fold.verify(fold.stream_of(id), await journal.read(fold.stream_of(id)))


async def test_table_goes_on_where_luck_is_revealed_in_the_last_second(autojump_clock: trio.testing.MockClock) -> None:
    async with open_journal("memory:") as journal, house(journal) as service:
        id = await opened(service)
        async with service.table(id) as live:
            await trio.sleep(REVEAL_WITHIN - 1)
            await reveal(live)
            await trio.sleep(10 * REVEAL_WITHIN)
            assert live.table.begun
            assert not live.table.ended


async def test_after_a_restart_there_is_a_whole_minute_again(autojump_clock: trio.testing.MockClock) -> None:
    async with open_journal("memory:") as journal:
        async with house(journal) as service:
            id = await opened(service)
        await trio.sleep(3600)
        async with house(journal) as service, service.table(id) as live:
            await trio.sleep(REVEAL_WITHIN - 1)
            await reveal(live)
            assert live.table.begun


async def test_house_that_was_killed_between_the_last_reveal_and_the_beginning_begins_the_game(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_journal("memory:") as journal:
        async with house(journal) as service:
            id = await opened(service)
            async with service.table(id, attended=False) as live:
                await Actor(live, 0, {"anna"}).submit(RevealLuck(NONCE, "tortoise"))
                assert not live.table.begun
        async with house(journal) as service, service.table(id) as live:
            while not live.table.begun:
                await live.wait_moved()


async def test_table_where_nobody_is_is_ended_or_begun_too(autojump_clock: trio.testing.MockClock) -> None:
    async with open_journal("memory:") as journal, house(journal) as service:
        left, revealed = await opened(service), await opened(service)
        async with service.table(revealed, attended=False) as live:
            await Actor(live, 0, {"anna"}).submit(RevealLuck(NONCE, "tortoise"))
        await service.views.settle()
        await trio.sleep(REVEAL_WITHIN - 1)
        await close_due(service)
        async with service.table(left, attended=False) as live:
            assert not live.table.ended
            await trio.sleep(1)
            await close_due(service)
            assert live.table.ended
            assert live.table.ended.reason == UNREVEALED
        async with service.table(revealed, attended=False) as live:
            assert live.table.begun
