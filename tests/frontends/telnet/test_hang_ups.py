"""Clients who hang up while nobody reads from them."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import attrs
import trio

from frontends.telnet.callers.listeners import listen
from frontends.telnet.hang_ups import HangUps
from frontends.telnet.input import InputStream
from tests.patience import PATIENCE


@attrs.define
class Told:
    """A connection that only notes what it is told."""

    sock: socket.socket
    told: list[str] = attrs.field(factory=list)
    changed: trio.Event = attrs.field(factory=trio.Event)

    def note_half_closed(self) -> None:
        self._note("last")

    def note_gone(self) -> None:
        self._note("gone")

    def _note(self, what: str) -> None:
        self.told.append(what)
        self.changed.set()
        self.changed = trio.Event()

    async def is_told(self, *what: str) -> None:
        with trio.fail_after(PATIENCE):
            while self.told != [*what]:
                await self.changed.wait()


@asynccontextmanager
async def watched() -> AsyncIterator[tuple[Told, socket.socket]]:
    """A connection over TCP, and its client."""
    (listener,) = listen("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname()) as client:
        await trio.lowlevel.wait_readable(listener)
        sock, _ = listener.accept()
        with sock:
            async with trio.open_nursery() as nursery:
                hang_ups, told = HangUps(), Told(sock)
                await nursery.start(hang_ups.run)
                hang_ups.watch(cast(InputStream, told))
                yield told, client
                hang_ups.forget(cast(InputStream, told))
                nursery.cancel_scope.cancel()


async def test_reset_is_told_though_what_was_sent_before_is_not_read():
    async with watched() as (told, client):
        client.send(b"unread")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        await told.is_told("gone")


async def test_half_closed_is_told_from_gone_by_what_is_sent():
    async with watched() as (told, client):
        client.shutdown(socket.SHUT_WR)
        await told.is_told("last")
        told.sock.send(b"an answer")
        assert client.recv(100) == b"an answer"
        assert told.told == ["last"]
        client.close()
        told.sock.send(b"another")
        await told.is_told("last", "gone")
