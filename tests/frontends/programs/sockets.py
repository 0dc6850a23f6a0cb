"""Programs that come to a house over real sockets."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import attrs
import trio

from core.house.service import Service, open_service
from frontends.programs.protocol.version import PROTOCOL
from frontends.server.config import Config, Limits
from frontends.server.guests import Guest
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.startup import visits
from journal import Journal, open_journal
from tests.frontends.telnet.echo import QUICK
from tests.patience import PATIENCE


@attrs.define(eq=False)
class Client:
    """A program at a socket: what it asks, and all that it was sent."""

    stream: trio.SocketStream
    heard: list[dict[str, Any]] = attrs.field(factory=list)
    asked: int = 0
    _begun: bytes = b""

    async def send(self, type: str, **more: Any) -> str:
        """Ask something. Returns: the id."""
        self.asked += 1
        request = {"type": type, "id": f"q{self.asked}", **more}
        await self.stream.send_all(json.dumps(request).encode() + b"\n")
        return str(request["id"])

    async def receive(self) -> bool:
        """More lines; False at the end."""
        chunk = await self.stream.receive_some()
        *whole, self._begun = (self._begun + chunk).split(b"\n")
        self.heard += map(json.loads, whole)
        return bool(chunk)

    async def wait(self, **wanted: Any) -> dict[str, Any]:
        """The first line that has these fields and was not waited for before."""
        with trio.fail_after(PATIENCE):
            while True:
                for number, one in enumerate(self.heard):
                    if all(one.get(name) == value for name, value in wanted.items()) and "seen" not in one:
                        self.heard[number]["seen"] = True
                        return one
                assert await self.receive(), f"the house hung up after {self.heard[-3:]}"

    async def ask(self, type: str, **more: Any) -> dict[str, Any]:
        """Ask something. Returns: the answer."""
        return await self.wait(id=await self.send(type, **more))

    @property
    def state(self) -> dict[str, Any]:
        """The last state that came."""
        return [one for one in self.heard if one["type"] == "state"][-1]

    async def hello(self, name: str, **more: Any) -> dict[str, Any]:
        """Come in."""
        return await self.ask("hello", protocol=PROTOCOL, name=name, **more)

    async def end(self) -> None:
        """Wait until the house has hung up."""
        with trio.fail_after(PATIENCE):
            while await self.receive():
                pass


@attrs.define(eq=False)
class Doors:
    """A house with both doors."""

    house: House[Guest]
    service: Service
    telnet: int
    """The ports."""
    programs: int
    by_tls: int
    """For programs, where the house has a certificate."""

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        """A program that has not said hello."""
        async with await trio.open_tcp_stream("127.0.0.1", self.programs) as stream:
            yield Client(stream)


@asynccontextmanager
async def doors(journal: Journal | None = None, limits: Limits = QUICK, **more: Any) -> AsyncIterator[Doors]:
    """A house on a journal, in memory if none is given; `more` are sections of its settings, `proxies` or a
    `certificate`."""
    proxies, certificate = more.pop("proxies", frozenset()), more.pop("certificate", None)
    async with open_journal("memory:") as memory, open_service(journal or memory) as service:
        house = visits(service, Config(limits=limits, **more), None, proxies, certificate)
        people, programs, by_tls = (listen("127.0.0.1", 0)[0] for _ in range(3))
        with people, programs, by_tls:
            async with trio.open_nursery() as nursery:
                await nursery.start(house.serve, [people], (), [programs], [by_tls] if certificate else ())
                ports = (people.getsockname()[1], programs.getsockname()[1], by_tls.getsockname()[1])
                yield Doors(house, service, *ports)
                nursery.cancel_scope.cancel()
