"""Introductions by a balancer, whole and in pieces, and what is none."""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from frontends.server.config import Config, Limits
from frontends.telnet.callers.listeners import listen
from frontends.telnet.callers.proxy_protocol import SECONDS, NotProxied, introduced, read_introduction
from frontends.telnet.server import House
from tests.frontends.logged import logged
from tests.frontends.telnet.clients import Bare, connect
from tests.frontends.telnet.echo import Echo, attend

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def second(address: str, command: int = 0x21, more: bytes = b"") -> bytes:
    """An introduction of version 2."""
    source = ipaddress.ip_address(address)
    family = 0x11 if source.version == 4 else 0x21
    body = source.packed * 2 + struct.pack("!HH", 4711, 23) + more
    return SIGNATURE + struct.pack("!BBH", command, family, len(body)) + body


KNOWN = (
    (b"PROXY TCP4 192.0.2.7 198.51.100.1 4711 23\r\n", "192.0.2.7"),
    (b"PROXY TCP6 2001:db8::7 2001:db8::1 4711 23\r\n", "2001:db8::7"),
    (b"PROXY TCP6 ::ffff:192.0.2.7 ::ffff:198.51.100.1 4711 23\r\n", "192.0.2.7"),
    (b"PROXY UNKNOWN\r\n", ""),
    (second("192.0.2.7"), "192.0.2.7"),
    (second("2001:db8::7", more=b"\x04\0\x01x"), "2001:db8::7"),
    (second("192.0.2.7", command=0x20), ""),
    (second("::ffff:192.0.2.7"), "192.0.2.7"),
    (SIGNATURE + b"\x21\0\0\0", ""),
)


@pytest.mark.parametrize(("data", "address"), KNOWN)
def test_introduction_is_read_whole_and_nothing_after_it(data: bytes, address: str) -> None:
    known = None if data[12:13] == b"\x20" else address
    assert read_introduction(data) == (known, len(data))
    assert read_introduction(data + b"Anna\r\n") == (known, len(data))
    for length in range(len(data)):
        assert read_introduction(data[:length]) is None


CHECK = second("192.0.2.7", command=0x20)
"""By a balancer that only looks whether the house is open."""
NONE = (
    b"Anna\r\n",
    b"\xff\xfb\x1f",
    b"PROXY TCP4 anna bert 1 2\r\n",
    b"PROXY TCP4 1.2.3.4\r\n",
    b"PROXY TCP4 fe80::1%eth0 192.0.2.1 1 2\r\n",
    b"PROXY TCP4 2001:db8::7 192.0.2.1 1 2\r\n",
    b"PROXY TCP4 192.0.2.7 2001:db8::1 1 2\r\n",
    b"PROXY TCP6 192.0.2.7 2001:db8::1 1 2\r\n",
    b"PROXY TCP6 fe80::1%eth0 2001:db8::1 1 2\r\n",
    b"PROXY TCP6 2001:db8::7 fe80::1%eth0 1 2\r\n",
    b"PROXY " + bytes(200),
    SIGNATURE + b"\x21\x11\xff\xff",
    SIGNATURE + b"\x31\x11\0\x0c" + bytes(12),
    SIGNATURE + b"\x21\x11\0\x04abcd",
)


@pytest.mark.parametrize("data", NONE)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(NotProxied):
        read_introduction(data)


@given(st.binary(max_size=600))
def test_no_bytes_do_harm(data: bytes) -> None:
    try:
        found = read_introduction(data)
    except NotProxied:
        return
    assert found is None or 0 < found[1] <= len(data)


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        yield ours, theirs


@pytest.mark.parametrize("pieces", [1, 3, 40])
async def test_what_the_caller_says_is_left(pair: tuple[socket.socket, socket.socket], pieces: int) -> None:
    ours, theirs = pair
    data = KNOWN[0][0]
    size = -(-len(data) // pieces)

    async def say() -> None:
        for begin in range(0, len(data), size):
            theirs.send(data[begin : begin + size])
            await trio.sleep(0)
        theirs.send(b"Anna\r\n")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(say)
        assert await introduced(ours, "127.0.0.1") == "192.0.2.7"
    assert ours.recv(100) == b"Anna\r\n"


@pytest.mark.parametrize(("data", "address"), [(KNOWN[3][0], "127.0.0.1"), (CHECK, None)])
async def test_balancer_that_names_nobody_is_itself_or_only_looks(
    pair: tuple[socket.socket, socket.socket], data: bytes, address: str | None
) -> None:
    ours, theirs = pair
    theirs.send(data)
    assert await introduced(ours, "127.0.0.1") == address


@pytest.mark.parametrize("said", [b"", b"Anna\r\n", b"PROXY TCP4 1"])
async def test_balancer_that_does_not_introduce_is_not_believed(
    pair: tuple[socket.socket, socket.socket], autojump_clock: trio.testing.MockClock, said: bytes
) -> None:
    ours, theirs = pair
    theirs.send(said)
    if said != b"PROXY TCP4 1":
        theirs.shutdown(socket.SHUT_WR)
    with pytest.raises(NotProxied):
        await introduced(ours, "127.0.0.1")


@asynccontextmanager
async def house_behind(*balancers: str) -> AsyncIterator[tuple[House[Echo], int]]:
    house = House(Echo, attend, Config(limits=Limits(meeting_seconds=0)), proxies=frozenset(balancers))
    (listener,) = listen("127.0.0.1", 0)
    with listener:
        async with trio.open_nursery() as nursery:
            await nursery.start(house.serve, [listener])
            yield house, listener.getsockname()[1]
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("data", [KNOWN[0][0], second("192.0.2.7")])
async def test_house_knows_who_comes_through_a_balancer(data: bytes) -> None:
    async with house_behind("127.0.0.1") as (house, port), await connect(port) as stream:
        await stream.send_all(data + b"Anna\n")
        await Bare(stream).expect("Hello, Anna.")
        assert [caller.address for caller in house.callers] == ["192.0.2.7"]


async def test_callers_who_were_not_named_as_balancers_are_not_believed() -> None:
    async with house_behind("192.0.2.99") as (house, port), await connect(port) as stream:
        await stream.send_all(KNOWN[0][0])
        await Bare(stream).expect("Hello, PROXY TCP4")
        assert [caller.address for caller in house.callers] == ["127.0.0.1"]


async def test_balancer_that_only_looks_is_nobody_and_one_that_talks_otherwise_is_refused() -> None:
    with logged() as log:
        async with house_behind("127.0.0.1") as (house, port):
            for data in (CHECK, b"Anna\n"):
                async with await connect(port) as stream:
                    await stream.send_all(data)
                    with suppress(trio.BrokenResourceError):  # what was not looked at is not taken either
                        await Bare(stream).end()
            assert house.visitors == 0
    assert log.getvalue().count("event=refused address=127.0.0.1 why=not-proxied") == 1


PAST = "This address is only for the house's balancer: come in by the public address."


@pytest.mark.parametrize("said", [b"", b"Anna\r\n", b"\xff\xfd\x03", b"PROXY TCP4 fe80::1%eth0 192.0.2.1 1 2\r\n"])
async def test_who_comes_past_the_balancer_is_told_so_before_a_balancer_would_be_given_up(
    autojump_clock: trio.testing.MockClock, said: bytes
) -> None:
    with logged() as log:
        async with house_behind("127.0.0.1") as (house, port), await connect(port) as stream:
            begun = trio.current_time()
            await stream.send_all(said)
            await Bare(stream).expect(PAST)
            assert trio.current_time() - begun <= Limits().introduction_seconds < SECONDS
            await Bare(stream).end()
            assert house.visitors == 0
    assert log.getvalue().count("event=refused address=127.0.0.1 why=not-proxied") == 1


async def test_balancer_that_has_begun_may_take_its_time(
    pair: tuple[socket.socket, socket.socket], autojump_clock: trio.testing.MockClock
) -> None:
    ours, theirs = pair
    data = KNOWN[0][0]

    async def say() -> None:
        for piece in (data[:1], data[1:9], data[9:]):
            await trio.sleep(SECONDS / 4)
            theirs.send(piece)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(say)
        assert await introduced(ours, "127.0.0.1", SECONDS / 3) == "192.0.2.7"
