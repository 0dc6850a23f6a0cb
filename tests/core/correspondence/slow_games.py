"""Houses in which days go by as a test says, and games of days in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from core.base.durations import DAY
from core.games import GAMES
from core.house.service import WELCOME, Service, open_service
from core.live import unattended_games
from core.live.live_table import LiveTable
from core.table import AnswerStandIn, AskStandIn
from journal import Journal
from tests.core.parlour import ANNA, BERT, a_service, submit

ELIXIR = GAMES["elixir"]


class Clock:
    """The time, as tests let it go by."""

    def __init__(self) -> None:
        self.at = 1_793_000_000.0

    def __call__(self) -> float:
        return self.at


@asynccontextmanager
async def house(clock: Clock, journal: Journal) -> AsyncIterator[Service]:
    async with open_service(journal, now=clock) as service:
        yield service


@asynccontextmanager
async def open_for_long(clock: Clock) -> AsyncIterator[Service]:
    """A house that has let everybody in who wanted to come."""
    async with a_service(now=clock) as service:
        clock.at += WELCOME
        yield service


async def decide(service: Service, looked_at: unattended_games.LookedAt | None = None) -> None:
    await service.views.settle()
    await unattended_games.mind_due(service, {} if looked_at is None else looked_at)


async def slow_game(service: Service, clock: int = DAY) -> str:
    return await service.open(ELIXIR, {}, [ANNA, BERT], clock=clock)


async def turn_at(service: Service, id: str) -> tuple[int, ...]:
    async with service.table(id, attended=False) as live:
        return live.turn


async def is_over(service: Service, id: str) -> bool:
    async with service.table(id, attended=False) as live:
        return live.table.ended is not None


async def agree(live: LiveTable, after: int, *, bot: str = "Adept", person: str = "") -> int:
    """Whoever is to move has somebody stand in after so many seconds. Returns: their seat."""
    seat = live.turn[0]
    await submit(live, AskStandIn(bot, after, person), seat)
    await submit(live, AnswerStandIn(yes=True), 1 - seat)
    return seat


@contextmanager
def failing(service: Service, ids: Container[str], error: Exception) -> Iterator[None]:
    """While some tables cannot be opened."""
    table = service.table

    def open_table(id: str, **more: Any) -> Any:
        if id in ids:
            raise error
        return table(id, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(service, "table", open_table)
        yield
