"""Connections: many, silent, broken off, and by TLS."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import trio

from tests.hostile.attacks.registry import Target, by, name_of
from tests.hostile.attacks.watchers import read_all
from tests.hostile.peer import connect


@by(1, 1)
async def nobody(target: Target, number: int) -> None:
    """No attack at all: how much one of two houses that are left alone is slower than the other on this machine."""
    await trio.sleep_forever()


@by(2000, 67)
async def silent(target: Target, number: int) -> None:
    """2,000 connections from many addresses that never say anything."""
    peer = await target.caller(number)
    while True:
        await trio.lowlevel.wait_readable(peer.sock)
        if not peer.sock.recv(4096):
            await trio.sleep(1)
            return


@by(300, 10)
async def slowloris(target: Target, number: int) -> None:
    """300 connections that say their name a letter every half a second, and never finish."""
    peer = await target.caller(number)
    while True:
        peer.sock.send(b"a")
        await trio.sleep(0.5)
        peer.drop()


@by(30, 1)
async def halves(target: Target, number: int) -> None:
    """Connections that are half closed after an order, and stay."""
    peer = await target.caller(number)
    peer.put(f"{name_of(number)}\nlist\nnew mille\nhelp\n".encode())
    peer.sock.shutdown(1)
    await trio.sleep(0.2)
    peer.close()
    await trio.sleep(0.1)


TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE


@by(30, 30)
async def handshakes(target: Target, number: int) -> None:
    """Connections by TLS from many addresses that shake hands and break off, over and over; some of them half way."""
    peer = await connect(target.tls_port, target.address(number))
    secure = trio.SSLStream(trio.SocketStream(trio.socket.from_stdlib_socket(peer.sock)), TRUSTING)
    with trio.move_on_after(0.002 if number % 3 == 0 else 5), suppress(trio.BrokenResourceError):
        await secure.do_handshake()
    peer.close(reset=True)


STATES = (b"", b"\xff", b"NAME\n", b"NAME\nnew mille\n", b"NAME\nnew mille\nquit\n", b"NAME\nhelp\nrules mille\n",
          b"NAME\nnew terrace winnable\n", b"NAME\nnew mille\nreplay\n")  # fmt: skip


@by(40, 2)
async def resets(target: Target, number: int) -> None:
    """Connections that are reset in every state: before the name, in a question, at a board, in a text."""
    peer = await target.caller(number)
    peer.put(STATES[number % len(STATES)].replace(b"NAME", name_of(number).encode()))
    await trio.sleep(0.01 * (number % 7))
    peer.close(reset=True)
    raise EOFError


@by(1000, 34)
async def idlers(target: Target, number: int) -> None:
    """A thousand guests who come into the lobby and do nothing."""
    await read_all(await target.guest(number))


@by(60, 60)
async def passers(target: Target, number: int) -> None:
    """Sixty who come in under a name and leave at once, over and over."""
    peer = await target.caller(number)
    await peer.hear("Your name: ")
    peer.send(name_of(number))
    await peer.hear("lobby> ")
    peer.close()


KNOCKERS = 40
"""At once, in one process: with more it does not knock more often."""


@by(KNOCKERS, 1, 250)
async def knocks(target: Target, number: int) -> None:
    """Calls that are hung up as soon as they are there, as fast as one process can."""
    turn = number
    while True:
        peer = await target.caller(turn)
        peer.close(reset=turn % 2 == 0)
        turn += KNOCKERS + 1


@by(200, 200)
async def listers(target: Target, number: int) -> None:
    """Two hundred who come in, want the list, and are gone before it comes: closed, half closed or reset."""
    peer = await target.caller(number)
    peer.put(f"{name_of(number)}\nlist\nlist all\n".encode())
    if number % 3 == 0:
        peer.sock.shutdown(1)
    await trio.sleep(0.01 * (number % 60))
    peer.close(reset=number % 3 == 1)


@by(30, 30)
async def sippers(target: Target, number: int) -> None:
    """Callers by TLS who want much, and read little of it."""
    peer = await connect(target.tls_port, target.address(number), buffer=4096)
    secure = trio.SSLStream(trio.SocketStream(trio.socket.from_stdlib_socket(peer.sock)), TRUSTING)
    with trio.fail_after(20), converted():
        await secure.do_handshake()
        await secure.send_all(f"{name_of(number)}\n".encode())
    while True:
        with converted():
            await secure.send_all(b"help\nlist\n")
            await secure.receive_some(100)
        await trio.sleep(0.05)


@contextmanager
def converted() -> Iterator[None]:
    """Have what trio's streams say of a lost connection be what a socket says."""
    try:
        yield
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise EOFError from error
