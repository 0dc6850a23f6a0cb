"""A service on a journal, and what tests do at its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio

from core.base.game import Seat
from core.house.service import Service, open_service
from core.live.live_table import Actor, LiveTable
from core.table import Command, Move
from core.table.opening import Player
from journal import Journal, JournalError, Record, open_journal
from tests.clock import house_clock
from tests.patience import PATIENCE

ANNA, BERT, COMP = Player("anna"), Player("bert"), Player(bot="Comp")


@asynccontextmanager
async def a_service(url: str = "memory:", **more: Any) -> AsyncIterator[Service]:
    """A service on a journal of its own, whose clock is that of `house_clock` unless `more` says otherwise."""
    more = {"now": house_clock(), **more}
    async with open_journal(url) as journal, open_service(journal, **more) as service:
        yield service


@asynccontextmanager
async def two_services(url: str = "memory:", **more: Any) -> AsyncIterator[tuple[Service, Service]]:
    """Two services on one journal, in the same way."""
    more = {"now": house_clock(), **more}
    async with (
        open_journal(url) as journal,
        open_service(journal, **more) as here,
        open_service(journal, **more) as there,
    ):
        yield here, there


def moves(live: LiveTable, seat: int | None = None) -> list[str]:
    """The legal moves of a seat, by default of whoever is in turn."""
    seat = live.table.turn[0] if seat is None else seat
    return list(live.table.game.moves(live.view(Seat(seat)).view))


def actor(live: LiveTable, seat: int, stand_in: str = "") -> Actor:
    """Who plays at a seat, in person or as the computer."""
    return Actor(live, seat, live.people if live.table.chairs[seat].person else None, stand_in)


async def submit(
    live: LiveTable, command: Command, seat: int | None, seen: int | None = None, *, stand_in: str = ""
) -> None:
    """Ask something of a table as who plays at a seat, or, for None, as the house."""
    await (live if seat is None else actor(live, seat, stand_in)).submit(command, seen)


async def move(live: LiveTable, count: int = 1) -> None:
    """Whoever is in turn makes the first move there is."""
    for _ in range(count):
        seat = live.table.turn[0]
        await submit(live, Move(moves(live, seat)[0]), seat)


async def until(live: LiveTable, condition: Callable[[], Any]) -> None:
    """Wait until the table has come to something."""
    with trio.fail_after(PATIENCE):
        while not condition():
            await live.wait_moved()


class Flaky:
    """A journal of which the next look at streams named so fails, whenever a test says so."""

    def __init__(self, journal: Journal, streams: str) -> None:
        self._journal, self._streams = journal, streams
        self.fails = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def read(self, stream: str, *arguments: Any) -> tuple[Record, ...]:
        """Read, or not."""
        self._look(stream)
        return await self._journal.read(stream, *arguments)

    def follow(self, stream: str, *arguments: Any) -> Any:
        """Follow, or not."""
        self._look(stream)
        return self._journal.follow(stream, *arguments)

    def _look(self, stream: str) -> None:
        if self.fails and stream.startswith(self._streams):
            self.fails = False
            raise JournalError("The servers do not answer.")


class Changed:
    """A journal of which a test changes the appends or the reads."""

    def __init__(
        self, journal: Journal, append: Callable[..., Any] | None = None, read: Callable[..., Any] | None = None
    ) -> None:
        self._journal = journal
        self.append = append or journal.append
        self.read = read or journal.read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)
