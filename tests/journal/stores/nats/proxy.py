"""Something between a house and its server that can lose what is said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import msgspec
import trio

from journal.stores.nats.client.protocol import PING, PONG, Complaint, Event, Info, Message, Parser, Ping, Pong

Picks = Callable[[Message], bool]


class Proxy:
    """Passes everything on, but for what one of its functions picks."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.connections = 0
        """How many were made through it."""
        self.loses: Picks = lambda _: False
        """The messages from the server that do not arrive."""
        self.cuts: Picks = lambda _: False
        """The messages from the server at which the connection ends instead."""
        self.answers: Callable[[bytes], bytes | None] = lambda _: None
        """What to say to a house instead of passing on what it said; nothing ends the connection."""
        self.is_open = trio.Event()
        """Connections are passed on from then on."""
        self.is_open.set()
        self._server = port

    async def serve(self, task_status: trio.TaskStatus[None]) -> None:
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, self._pass, 0, host="127.0.0.1"))
            self.port = listener.socket.getsockname()[1]
            task_status.started()

    async def _pass(self, house: trio.SocketStream) -> None:
        await self.is_open.wait()
        self.connections += 1
        speaking = trio.Lock()  # What is answered here and what the server says may come at the same moment.
        async with await trio.open_tcp_stream("127.0.0.1", self._server) as server, trio.open_nursery() as nursery:

            async def until_it_ends(send: Callable[[], Awaitable[None]]) -> None:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await send()
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_it_ends, partial(self._ask, house, server, speaking))
            nursery.start_soon(until_it_ends, partial(self._filter, server, house, speaking))

    async def _ask(self, house: trio.SocketStream, server: trio.SocketStream, speaking: trio.Lock) -> None:
        async for data in house:
            answer = self.answers(bytes(data))
            if answer is None:
                await server.send_all(data)
            elif answer:
                async with speaking:
                    await house.send_all(answer)
            else:
                return

    async def _filter(self, server: trio.SocketStream, house: trio.SocketStream, speaking: trio.Lock) -> None:
        parser = Parser()
        async for data in server:
            for event in parser.feed(bytes(data)):
                if isinstance(event, Message) and self.cuts(event):
                    return
                if not isinstance(event, Message) or not self.loses(event):
                    async with speaking:
                        await house.send_all(said(event))


def said(event: Event) -> bytes:
    """An event as a server says it."""
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
