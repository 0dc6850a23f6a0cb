"""Something between a house and its server that can lose what is said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import msgspec
import trio

from journal.nats.protocol import PING, PONG, Complaint, Event, Info, Message, Parser, Ping, Pong

Loses = Callable[[Message], bool]


class Proxy:
    """Passes everything on, except for messages from the server that `loses` picks."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.connections = 0
        """How many were made through it."""
        self.loses: Loses = lambda _: False
        self.cuts: Loses = lambda _: False
        """The messages at which the connection ends instead."""
        self._server = port
        self._pairs: list[tuple[trio.SocketStream, trio.SocketStream]] = []

    async def serve(self, task_status: trio.TaskStatus[None]) -> None:
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, self._pass, 0, host="127.0.0.1"))
            self.port = listener.socket.getsockname()[1]
            task_status.started()

    async def _pass(self, house: trio.SocketStream) -> None:
        self.connections += 1
        async with await trio.open_tcp_stream("127.0.0.1", self._server) as server, trio.open_nursery() as nursery:

            async def until_it_ends(send: Callable[[], Awaitable[None]]) -> None:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await send()
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_it_ends, partial(_copy, house, server))
            nursery.start_soon(until_it_ends, partial(self._filter, server, house))

    async def _filter(self, server: trio.SocketStream, house: trio.SocketStream) -> None:
        parser = Parser()
        async for data in server:
            for event in parser.feed(bytes(data)):
                if isinstance(event, Message) and self.cuts(event):
                    return
                if not isinstance(event, Message) or not self.loses(event):
                    await house.send_all(_said(event))


async def _copy(source: trio.SocketStream, target: trio.SocketStream) -> None:
    async for data in source:
        await target.send_all(data)


def _said(event: Event) -> bytes:
    match event:
        case Message(subject, sid, reply, header, payload):
            size = len(header) + len(payload)
            sizes = f"{len(header)} {size}" if header else f"{size}"
            line = f"{'HMSG' if header else 'MSG'} {subject} {sid} {reply} {sizes}\r\n"
            return line.encode() + header + payload + b"\r\n"
        case Info():
            return b"INFO " + msgspec.json.encode(event) + b"\r\n"
        case Ping():
            return PING
        case Pong():
            return PONG
        case Complaint(text):
            return f"-ERR '{text}'\r\n".encode()


@asynccontextmanager
async def between(port: int) -> AsyncIterator[Proxy]:
    """A proxy before a server on this machine."""
    proxy = Proxy(port)
    async with trio.open_nursery() as nursery:
        await nursery.start(proxy.serve)
        yield proxy
        nursery.cancel_scope.cancel()
