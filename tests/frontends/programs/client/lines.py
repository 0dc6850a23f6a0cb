"""A line between a client and a house that can be cut, and on which answers can be held up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import attrs
import trio


@attrs.define(eq=False)
class Line:
    """Where the client calls, and what may happen to its calls."""

    house: int
    """The port."""
    address: str = ""
    """To call."""
    calls: int = 0
    cut_after: int = 0
    """Pieces of bytes from the house after which a call is cut; 0 is never."""
    is_held: bool = False
    """Whether nothing that the house says arrives."""
    passed: bytes = b""
    """What the client has sent."""
    heard: trio.Event = attrs.field(factory=trio.Event)
    """Set when the house says something that does not arrive."""
    _open: set[trio.CancelScope] = attrs.field(factory=set)

    def cut(self) -> None:
        """End all calls."""
        for scope in tuple(self._open):
            scope.cancel()

    async def connect(self, caller: trio.SocketStream) -> None:
        """Pass on what one call says."""
        self.calls += 1
        with trio.CancelScope() as scope:
            self._open.add(scope)
            async with (
                caller,
                await trio.open_tcp_stream("127.0.0.1", self.house) as house,
                trio.open_nursery() as both,
            ):
                both.start_soon(self._pass_to_house, caller, house, scope)
                await self._pass_to_caller(house, caller)
                scope.cancel()
        self._open.discard(scope)

    async def _pass_to_house(
        self, caller: trio.SocketStream, house: trio.SocketStream, scope: trio.CancelScope
    ) -> None:
        async for piece in caller:
            self.passed += piece
            await house.send_all(piece)
        scope.cancel()

    async def _pass_to_caller(self, house: trio.SocketStream, caller: trio.SocketStream) -> None:
        count = 0
        async for piece in house:
            count += 1
            if self.is_held:
                self.heard.set()
            elif count == self.cut_after:
                await caller.send_all(piece[: len(piece) // 2])  # In the middle of a line.
                return
            else:
                await caller.send_all(piece)


@asynccontextmanager
async def line(house: int) -> AsyncIterator[Line]:
    """A line to the port of a house."""
    async with trio.open_nursery() as nursery:
        listeners: list[trio.SocketListener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        made = Line(house, f"127.0.0.1:{listeners[0].socket.getsockname()[1]}")
        nursery.start_soon(trio.serve_listeners, made.connect, listeners)
        yield made
        nursery.cancel_scope.cancel()
