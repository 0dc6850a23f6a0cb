"""Houses on one journal in which tournaments are held."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import attrs
import trio

from core.base.message import english
from core.house.service import Service, open_service
from core.house.tournaments import Steward, announce, change, read
from core.presence.roster import Present
from core.table import Move, Resign
from core.table.opening import Player
from core.tournaments.events import Announced
from core.tournaments.tournament import Tournament, enter
from journal import Journal, open_journal
from tests.core.parlour import moves, submit
from tests.core.somebody import Hearer

NOW = 1_790_000_000.0
PATIENCE = 180
TERMS = Announced("x", "anna", "elixir", (), 600, int(NOW) + 600, 0, 0, PATIENCE, 32)


@attrs.define
class Clock:
    """What time it is in all houses of a test."""

    now: float = NOW

    def __call__(self) -> float:
        return self.now


@attrs.define
class Hall:
    """Houses on one journal, and the stewards in them."""

    clock: Clock
    services: list[Service]
    stewards: list[Steward]

    @property
    def service(self) -> Service:
        return self.services[0]

    async def mind(self, *, only: int | None = None) -> None:
        """A round in each house, or in one of them; all at once."""
        for service in self.services:
            await service.views.settle()
        async with trio.open_nursery() as nursery:
            for number, steward in enumerate(self.stewards):
                if only in (None, number):
                    nursery.start_soon(steward.mind)
        for service in self.services:
            await service.views.settle()

    async def hold(self, *persons: str, terms: Announced = TERMS) -> str:
        """Announce one, which these enter. Returns: its id."""
        held = await announce(self.service, terms)
        for person in persons:
            await change(self.service, held.id, partial(enter, person=person))
        return held.id

    async def begun(self, *persons: str, terms: Announced = TERMS) -> str:
        """The same, once it has begun."""
        id = await self.hold(*persons, terms=terms)
        self.clock.now = float(terms.starts_at)
        await self.mind()
        return id

    async def resign(self, id: str, *, loses: int = 1) -> None:
        """Both come to each table that is under way, move, and one gives up."""
        for game in (await self.read(id)).under_way:
            async with self.service.table(game.table, attended=False) as live:
                for seat, person in enumerate(game.persons):
                    if not live.table.chairs[seat].is_taken:
                        await self.service.sit(live, seat, Player(person))
                while not live.table.was_played:
                    seat = live.table.turn[0]
                    await submit(live, Move(moves(live, seat)[0]), seat)
                await submit(live, Resign(), loses)

    async def read(self, id: str) -> Tournament:
        return await read(self.service, id)

    def comes(self, person: str, table: str = "", *, seats: tuple[int, ...] = (), house: int = 0) -> list[str]:
        """Somebody is in a house. Returns: what they are told, in English."""
        told: list[str] = []
        hearer = Hearer(lambda notice: told.append(english(notice.said)))
        presence = self.services[house].presence
        present = Present(person.title(), hearer, self.clock.now)
        presence.come(present)
        presence.change(present, name=person.title(), person=person, is_guest=False, table=table, seats=seats)
        return told


@asynccontextmanager
async def a_hall(houses: int = 1, journal: Journal | None = None) -> AsyncIterator[Hall]:
    async with AsyncExitStack() as stack:
        clock = Clock()
        if journal is None:
            journal = await stack.enter_async_context(open_journal("memory:"))
        services = [await stack.enter_async_context(open_service(journal, now=clock)) for _ in range(houses)]
        yield Hall(clock, services, [Steward(service) for service in services])
