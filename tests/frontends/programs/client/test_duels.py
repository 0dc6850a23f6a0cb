"""Two programs that stand on the client play a duel in a house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import pytest
import trio

from core.base.chance import Dice, deal_seed
from core.house.duel_steward import DuelSteward
from core.house.duels import read
from core.house.service import Service
from core.sessions.duels import participation, terms
from core.sessions.identity import programs
from core.sessions.limits import Budget
from core.sessions.parlour import Parlour
from parlour.client import Table, connect
from tests.core.sessions.houses import House
from tests.frontends.programs.sockets import doors
from tests.patience import PATIENCE


async def play(table: Table) -> None:
    dice = Dice(deal_seed(1), table.id, 1)
    async for state in table.turns():
        await table.play(state.moves[dice.below(len(state.moves))])


async def play_all(address: str, token: str) -> None:
    """Be a program that plays whatever it is invited to."""
    async with connect(address, token=token) as house, anyio.create_task_group() as tasks:
        async for notice in house.notices():
            if notice.kind == "invited":
                tasks.start_soon(play, await house.accept())


@asynccontextmanager
async def duel_of(game: str) -> AsyncIterator[tuple[Service, str]]:
    """A house in which two programs of one owner play a pair of games; and the duel's id."""
    budget = Budget(records_a_minute=1e6)
    async with doors(budget=budget) as house, AsyncExitStack() as stack, trio.open_nursery() as nursery:
        service = house.service
        nursery.start_soon(DuelSteward(service).run)
        anna = await House(Parlour(service), stack).registered("Anna")
        anna.visitor.become(anna.visitor.id, "")
        for name in ("Robo", "Carl"):
            nursery.start_soon(play_all, f"127.0.0.1:{house.programs}", (await programs.make(anna, name)).token)
        with trio.fail_after(PATIENCE):
            while len(service.presence.everybody()) < 3:
                await trio.sleep(0.01)
            wanted = terms.read_terms(["Robo", "Carl", game, "1", "seconds=600"], budget)
            yield service, (await participation.order(anna, wanted)).id
        nursery.cancel_scope.cancel()


async def test_luck_that_the_client_gives_keeps_nobody_from_a_table_of_a_duel() -> None:
    async with duel_of("elixir") as (service, id):
        while not (games := (await read(service, id)).under_way):
            await trio.sleep(0.01)
        async with service.table(games[0].table, attended=False) as live:
            while live.table.now.plays < 2:
                await live.wait_moved()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["elixir", "mille"])
async def test_duel_is_played_to_its_end(game: str) -> None:
    async with duel_of(game) as (service, id):
        while not (duel := await read(service, id)).is_over:
            await trio.sleep(0.01)
    assert [(one.pair, one.game, one.reason) for one in duel.results] == [(1, 1, ""), (1, 2, "")]
