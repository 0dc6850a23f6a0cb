"""A house in which a duel is held, killed after each of its steps: the next one goes on where it stood."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
import trio

from core.duels.duel import Duel
from core.duels.events import Contender, stream_of
from core.duels.rules import ABSENT
from core.house.duels import order, read
from core.house.service import open_service
from core.records import fold
from journal import open_journal
from tests.core.duels.played import TERMS
from tests.frontends.served import served
from tests.patience import PATIENCE

ORDERED = attrs.evolve(TERMS, at_once=1, patience=1, sides=(Contender("robo"), Contender("berta")))


async def ordered(url: str) -> str:
    """A duel to which nobody comes. Returns: its id."""
    async with open_journal(url) as journal, open_service(journal) as service:
        return (await order(service, ORDERED)).id


async def more_than(url: str, id: str, count: int) -> int:
    """How many records there are, once there are more."""
    async with open_journal(url) as journal:
        with trio.fail_after(PATIENCE):
            while (head := await journal.head(stream_of(id))) <= count:
                await trio.sleep(0.02)
    return head


async def as_it_is(url: str, id: str) -> tuple[Duel, set[str]]:
    """The duel, and the tables that there are, each of which is verified."""
    async with open_journal(url) as journal, open_service(journal) as service:
        await service.views.settle()
        ids = {one.id async for one in service.views.walk()}
        for one in ids:
            fold.verify(fold.stream_of(one), await service.records(one))
        return await read(service, id), ids


@pytest.mark.slow
async def test_duel_of_a_house_that_is_killed_at_every_step_is_held_to_its_end(tmp_path: Path):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    id = await ordered(url)
    head, killed = 1, 0
    while True:
        async with served(url) as (house, _):
            head = await more_than(url, id, head)
            house.kill()
        killed += 1
        duel, tables = await as_it_is(url, id)
        if duel.is_over:
            break
    assert killed >= 4
    assert [(one.reason, one.points) for one in duel.results] == [(ABSENT, 0), (ABSENT, 2)] * 2
    assert set(duel.tables) == tables
    assert duel.reason == "left"
