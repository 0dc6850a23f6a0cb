"""The JSON that a client is told beside the text: when, how often, and what of it."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from frontends.telnet.connection import Connection
from frontends.telnet.wire.codes import Option, Verb, negotiate, subnegotiate
from frontends.telnet.wire.gmcp import told
from frontends.terminal.paint import FRAME
from frontends.terminal.side_channel import Package, SideChannel
from frontends.terminal.terminal import Resized
from tests.frontends.telnet.connected import Client, connected, receive

AGREED = negotiate(Verb.WONT, Option.TTYPE) + negotiate(Verb.DO, Option.GMCP)
SUPPORTS = subnegotiate(Option.GMCP, b'Core.Supports.Set ["Parlour 1"]')


@asynccontextmanager
async def a_channel(buffer: int | None = None) -> AsyncIterator[tuple[Connection, Client, SideChannel]]:
    """To a client that understands tables and states."""
    async with connected(buffer) as (connection, client):
        client.say(AGREED + SUPPORTS)
        (resized,) = await receive(connection)
        assert isinstance(resized, Resized)
        assert resized.beside is not None
        client.hear()
        yield connection, client, resized.beside


async def test_visit_learns_what_the_client_understands() -> None:
    async with a_channel() as (connection, client, channel):
        assert channel.packages == {Package.TABLE, Package.STATE}
        client.say(subnegotiate(Option.GMCP, b'Core.Supports.Remove ["Parlour"]'))
        assert await receive(connection) == [Resized(connection.look, channel)]
        assert not channel.packages


async def test_what_the_client_does_not_understand_is_not_made() -> None:
    async with a_channel() as (_, client, channel):
        channel.publish(Package.NAME, lambda: pytest.fail("made"))
        assert client.hear() == b""


async def test_what_refers_to_a_connection_is_let_go_when_it_is_closed() -> None:
    async with a_channel() as (connection, _, channel):
        connection.use_screen(True)
        connection.close()
        assert channel not in gc.get_referents(connection)


async def test_what_is_told_counts_among_the_bytes_that_were_sent() -> None:
    async with a_channel() as (connection, client, channel):
        before = connection.out.sent
        channel.publish(Package.STATE, lambda: b"{}")
        assert connection.out.sent - before == len(client.hear()) == len(told(Package.STATE, b"{}"))


async def test_nothing_is_sent_for_what_is_no_longer_to_be_told() -> None:
    async with a_channel() as (_, client, channel):
        channel.publish(Package.STATE, bytes)
        assert client.hear() == b""


async def test_of_what_comes_too_quickly_only_the_last_is_made_and_sent(autojump_clock: MockClock) -> None:
    async with a_channel() as (_, client, channel):
        channel.publish(Package.STATE, lambda: b"1")
        assert client.hear() == told(Package.STATE, b"1")
        channel.publish(Package.STATE, lambda: pytest.fail("made"))
        channel.publish(Package.STATE, lambda: b"3")
        assert client.hear() == b""
        await trio.sleep(2 * FRAME)
        assert client.hear() == told(Package.STATE, b"3")


async def test_client_that_does_not_read_is_sent_the_last_once_it_does() -> None:
    async with a_channel(buffer=4096) as (connection, client, channel):
        while connection.out.unsent is None:
            connection.out.send(b"x" * 1000)
        for number in range(50):
            channel.publish(Package.STATE, lambda number=number: b"%d" % number)  # type: ignore[misc]
        while told(Package.STATE, b"49") not in client.heard:
            client.hear()
            await trio.lowlevel.checkpoint()
        assert b"Parlour.State 48" not in client.heard
