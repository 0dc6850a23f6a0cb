"""A connection and its client, over a pair of real sockets."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio
import trio.testing

from frontends.telnet.connection import Connection
from frontends.telnet.output import Later
from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Input
from tests.frontends.pictures import of_lines
from tests.frontends.telnet.pair import Client as Telnet
from tests.patience import PATIENCE

ECHO, SGA, NAWS, TTYPE, ENVIRON = Option.ECHO, Option.SGA, Option.NAWS, Option.TTYPE, Option.NEW_ENVIRON
OFFER = negotiate(Verb.WILL, ECHO) + negotiate(Verb.WILL, SGA)
ENTER = b"\r\0"


def named(name: bytes) -> bytes:
    """The client's answer to the question for its terminal type."""
    return subnegotiate(TTYPE, b"\0" + name)


class Client:
    """The other end: it says what it is told to say, and keeps what it hears."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.heard = b""

    def say(self, octets: bytes) -> None:
        self.sock.sendall(octets)

    def hear(self) -> bytes:
        """What has come since the last time."""
        new = b""
        try:
            while chunk := self.sock.recv(1 << 16):
                new += chunk
        except BlockingIOError:
            pass
        self.heard += new
        return new

    def text(self) -> str:
        """What has come, without negotiation."""
        return self.hear().replace(b"\r\n", b"\n").replace(b"\r\0", b"\r").decode()


@asynccontextmanager
async def connected(buffer: int | None = None) -> AsyncIterator[tuple[Connection, Client]]:
    ours, theirs = socket.socketpair()
    for sock in (ours, theirs):
        sock.setblocking(False)
        if buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    with ours, theirs:
        async with trio.open_nursery() as nursery:
            later = Later()
            await nursery.start(later.run)
            yield Connection(ours, later), Client(theirs)
            nursery.cancel_scope.cancel()


async def receive(connection: Connection, count: int = 1) -> list[Input]:
    with trio.fail_after(PATIENCE):
        return [received for _ in range(count) if (received := await connection.receive()) is not None]


async def converse(client: Client, telnet: Telnet) -> None:
    """Answer what is asked, until cancelled."""
    while True:
        if answers := telnet.hear(client.hear()):
            client.say(answers)
        await trio.lowlevel.wait_readable(client.sock)


async def read_on(connection: Connection) -> None:
    """Let the connection read until nothing more comes, because whoever else is there waits, too."""

    async def read() -> None:
        while True:
            await connection.receive()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()


async def meet(connection: Connection, client: Client, telnet: Telnet) -> None:
    """Let both ends negotiate until neither has more to say."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(converse, client, telnet)
        await connection.meet(10)
        await read_on(connection)
        nursery.cancel_scope.cancel()
    client.hear()


@asynccontextmanager
async def in_characters() -> AsyncIterator[tuple[Connection, Client]]:
    """With a client that draws and gives single keys."""
    async with connected() as (connection, client):
        await meet(connection, client, Telnet(will=frozenset({TTYPE})))
        assert connection.look == Look(colour=True, utf8=True, single_keys=True)
        client.heard = b""
        yield connection, client


@asynccontextmanager
async def on_screen() -> AsyncIterator[tuple[Connection, Client]]:
    """The same, with a board on it."""
    async with in_characters() as (connection, client):
        connection.use_screen(True)
        client.hear()
        yield connection, client


async def until(condition: Callable[[], Any]) -> None:
    with trio.fail_after(PATIENCE):
        while not condition():
            await trio.lowlevel.checkpoint()


def picture(number: int) -> Picture:
    return of_lines([f"picture {number} row {row} " + "x" * 50 for row in range(24)], Look())
