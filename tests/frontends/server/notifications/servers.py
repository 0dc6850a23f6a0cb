"""A web server and a mail server, as small as they can be: what reminders are sent to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import trio

from core.correspondence.reminders import Reminder
from tests.patience import PATIENCE

TURN = Reminder("k3f9x", 1, 12, "anna", "Mille", "mail", "anna@example.org", 7200.0).said(0.0)
"""What a reminder says."""
_ANSWERS = {b"EHLO": b"250-fine\r\n250 AUTH PLAIN\r\n", b"QUIT": b"221 bye\r\n"}
Heard = Callable[[], Awaitable[None]]


async def _nothing() -> None:
    pass


class Server:
    """What it was sent, and where it is."""

    def __init__(self) -> None:
        self.port = 0
        self.got: list[Any] = []
        self.status = "204 No Content"
        self.heard: Heard = _nothing
        """Called when something was sent, before it is answered."""
        self._came = trio.Event()

    def take(self, sent: Any) -> None:
        self.got.append(sent)
        came, self._came = self._came, trio.Event()
        came.set()

    async def wait_for(self, count: int) -> None:
        with trio.fail_after(PATIENCE):
            while len(self.got) < count:
                await self._came.wait()


async def _web(server: Server, stream: trio.SocketStream) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        if not (some := await stream.receive_some()):
            return
        received += some
    head, _, body = received.partition(b"\r\n\r\n")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in head.decode().split("\r\n")[1:])
    }
    while len(body) < int(headers["content-length"]):
        body += await stream.receive_some()
    server.take({"headers": headers, **json.loads(body)})
    await server.heard()
    with suppress(trio.BrokenResourceError):
        await stream.send_all(f"HTTP/1.1 {server.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())


async def _mail(server: Server, stream: trio.SocketStream) -> None:
    await stream.send_all(b"220 here\r\n")
    received, in_data, text = b"", False, ""
    while some := await stream.receive_some():
        received += some
        while b"\r\n" in received:
            line, received = received.split(b"\r\n", 1)
            if in_data and line == b".":
                in_data = False
                server.take(text)
                await server.heard()
            elif in_data:
                text += line.decode() + "\n"
                continue
            elif line.upper().startswith(b"DATA"):
                in_data, text = True, ""
                await stream.send_all(b"354 go on\r\n")
                continue
            try:
                await stream.send_all(_ANSWERS.get(line.upper().partition(b" ")[0], b"250 fine\r\n"))
            except trio.BrokenResourceError:
                return


@asynccontextmanager
async def _serving(serve: Callable[[Server, trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Server]:
    server = Server()

    async def one(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            async with stream:
                await serve(server, stream)

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, one, 0, host="127.0.0.1"))
        server.port = listeners[0].socket.getsockname()[1]
        yield server
        nursery.cancel_scope.cancel()


def web_server() -> Any:
    """A web server that takes what is posted."""
    return _serving(_web)


def mail_server() -> Any:
    """A mail server that takes every message."""
    return _serving(_mail)
