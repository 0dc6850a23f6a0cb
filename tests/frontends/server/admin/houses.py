"""A house that takes orders, in this process: with people at its port, and an operator at its socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import attrs
import trio

from core.house.service import Service, open_service
from frontends.server.admin.client import connected
from frontends.server.admin.desk import Setup
from frontends.server.admin.protocol import Answer
from frontends.server.admin.socket import administer
from frontends.server.config import Config, Limits
from frontends.server.guests import Guest
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.startup import visits
from frontends.visit.visit import Visit
from journal import Journal, open_journal
from tests.clock import house_clock
from tests.frontends.telnet.clients import Bare, connect
from tests.patience import PATIENCE


@attrs.define
class Opened:
    """A house that is open."""

    url: str
    service: Service
    house: House[Guest]
    port: int
    path: Path
    stopped: trio.Event
    stack: AsyncExitStack

    async def order(self, text: str) -> Answer:
        """What the operator is answered at the socket."""

        def ask() -> Answer:
            with connected(self.path) as ask:
                return ask(text)

        with trio.fail_after(PATIENCE):
            return await trio.to_thread.run_sync(ask)

    async def call(self) -> Bare:
        """Somebody at the door."""
        return Bare(await self.stack.enter_async_context(await connect(self.port)))

    async def enter(self, name: str) -> Bare:
        """Somebody in the lobby."""
        person = await self.call()
        await person.expect("Your name: ")
        await person.ask(name, "lobby> ")
        return person

    def visit_of(self, name: str) -> Visit:
        """Their visit, from the inside."""
        (found,) = [caller.visit for caller in self.house.callers if caller.visit and caller.visit.session.name == name]
        assert isinstance(found, Visit)
        return found

    async def sign_in(self, name: str) -> str:
        """Make somebody in the lobby the person who holds their name. Returns: the id."""
        visit = self.visit_of(name)
        person = await self.service.directory.holder(name)
        visit.session.visitor.become(person.id, "")
        visit.session.show_up()
        return person.id


@asynccontextmanager
async def opened(directory: Path, config: Path | None = None, journal: Journal | None = None) -> AsyncIterator[Opened]:
    """A house on the journal in a directory, or on one that is open already."""
    url, stopped = f"sqlite:{directory / 'house.db'}", trio.Event()
    (listener,) = listen("127.0.0.1", 0)
    async with (
        open_journal(url) as own,
        open_service(journal or own, now=house_clock()) as service,
        trio.open_nursery() as nursery,
    ):
        house = visits(service, Config(limits=Limits(meeting_seconds=0)))
        path, setup = directory / "orders", Setup(url, config, stopped.set)
        await nursery.start(partial(administer, service, setup, path, house))
        await nursery.start(house.serve, [listener])
        async with AsyncExitStack() as stack:
            yield Opened(url, service, house, listener.getsockname()[1], path, stopped, stack)
        nursery.cancel_scope.cancel()
    listener.close()
