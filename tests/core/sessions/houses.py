"""A house in memory, and people in it who have no terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import attrs

from core.base.message import Message, english
from core.house.service import Service, open_service
from core.presence.roster import Notice
from core.sessions.allowances import Allowances
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import Seat, TableRef, seated
from core.sessions.identity import entry
from core.sessions.identity.visitor import Resident
from core.sessions.limits import Budget
from core.sessions.parlour import Origin, Parlour
from core.sessions.session import Audience, Session
from journal import Journal, open_journal
from tests.clock import house_clock

T = TypeVar("T")


@attrs.define(eq=False)
class Ears(Audience):
    """The audience of a session: it notes what it is told, in English."""

    noticed: list[str] = attrs.field(factory=list)
    told: list[str] = attrs.field(factory=list)
    adapted: int = 0
    """How often it was to go by other preferences."""

    def hear(self, notice: Notice) -> None:
        self.noticed.append(english(notice.said))

    def be_told(self, said: Message) -> None:
        self.told.append(english(said))

    def adapt(self) -> None:
        self.adapted += 1


@attrs.define(eq=False)
class House:
    """A parlour, whose sessions are over at the end of the test."""

    parlour: Parlour
    stack: AsyncExitStack

    @property
    def service(self) -> Service:
        return self.parlour.service

    def enter(self, address: str = "192.0.2.1", ears: Ears | None = None) -> Session:
        """Somebody whom nobody knows yet."""
        return self.stack.enter_context(self.parlour.session(Origin(address), ears or Ears()))

    async def guest(self, name: str, address: str = "192.0.2.1", ears: Ears | None = None) -> Session:
        """A guest of that name."""
        session = self.enter(address, ears)
        await entry.be_guest(session, name)
        return session

    async def registered(self, name: str) -> Session:
        """Somebody who has registered that name."""
        session = await self.guest(name)
        await self.service.register(await session.identify(), name, "$argon2id$any")
        return session

    async def guests(self, *names: str) -> tuple[Session, ...]:
        """Guests of these names."""
        return tuple([await self.guest(name) for name in names])

    def owner(self, name: str) -> Session:
        """Whoever owns the journal, at home."""
        session = self.parlour.at_home(Resident(self.service.directory, is_owner=True))
        session.be_called(name)
        self.stack.callback(session.leave)
        return session

    async def sit(self, session: Session, ref: TableRef) -> Seat:
        """Sit or stand there until the test is over."""
        return await self.stack.enter_async_context(seated(session, ref))

    async def opened(self, session: Session, game: str, **order: Any) -> TableRef:
        """A table that somebody opens, once it is in the lists."""
        ref = await tables.open_table(session, Order(game, {}, **order))
        await self.service.views.settle()
        return ref

    async def two_at(self, game: str = "mille", **more: Any) -> tuple[Seat, Seat]:
        """Anna and Bert at a table of a game that has begun."""
        anna, bert = await self.guests("Anna", "Bert")
        opened = await tables.open_table(anna, Order(game, {}, "person", **more))
        joined = await tables.join(bert, opened.id)
        return await self.sit(anna, opened), await self.sit(bert, joined)


@asynccontextmanager
async def open_house(budget: Budget | None = None, journal: Journal | None = None, **more: Any) -> AsyncIterator[House]:
    """A house; without a `budget` nothing is counted. `more` is what `open_service` takes."""
    more = {"now": house_clock(), **more}
    async with AsyncExitStack() as opened:
        if journal is None:
            journal = await opened.enter_async_context(open_journal("memory:"))
        service = await opened.enter_async_context(open_service(journal, **more))
        stack = await opened.enter_async_context(AsyncExitStack())
        yield House(Parlour(service, Allowances(budget) if budget else None), stack)


def in_turn(one: Seat, other: Seat) -> tuple[Seat, Seat]:
    """Two seats, first that of who is to move."""
    return (one, other) if one.moves else (other, one)


async def play_on(*seats: Seat, moves: int = 1) -> None:
    """Whoever is in turn makes the first move there is."""
    for _ in range(moves):
        seat = next(seat for seat in seats if seat.moves)
        await seat.play(next(iter(seat.moves)))
