"""Many who watch: a healthy player's table, or one of their own where moves come as fast as they can."""

from __future__ import annotations

import re
from typing import NoReturn

import attrs
import trio

from tests.hostile.attacks.registry import Target, by
from tests.hostile.attacks.tables import BACK_AND_FORTH
from tests.hostile.peer import Peer

SLOWLY = 512
"""Bytes that a slow reader takes at a time."""


@attrs.define
class Busy:
    """A table at which moves come fast, once it is open."""

    table: str = ""
    is_open: trio.Event = attrs.field(factory=trio.Event)


BUSY = Busy()
"""In the process of an attack."""


async def play_back_and_forth(target: Target, number: int) -> NoReturn:
    """Have a table where moves come as fast as the house lets them."""
    peer = await target.guest(number)
    found = re.search(r"table (\w+)", await peer.ask("new pileon deal=7", "your move> "))
    assert found
    BUSY.table = found[1]
    BUSY.is_open.set()
    await peer.put_all(b"1 14\n")
    while True:
        await peer.put_all(BACK_AND_FORTH)


async def watch(target: Target, number: int, table: str, *, buffer: int | None = None) -> Peer:
    """A watcher of a table, who has it drawn in a window of their own size."""
    peer = await target.guest(number, is_drawn=True, buffer=buffer)
    peer.send(f"watch {table}")
    return peer


@by(30, 1, 30)
async def gazers(target: Target, number: int) -> None:
    """Thirty who watch a healthy player's table and never read."""
    await watch(target, number, target.table, buffer=4096)
    await trio.sleep_forever()


@by(60, 2, 60)
async def dawdlers(target: Target, number: int) -> None:
    """Sixty who watch a table where moves come fast, and read half a kilobyte at a time."""
    if number == 0:
        await play_back_and_forth(target, number)
    await BUSY.is_open.wait()
    peer = await watch(target, number, BUSY.table, buffer=4096)
    while True:
        await trio.lowlevel.wait_readable(peer.sock)
        if not peer.sock.recv(SLOWLY):
            raise EOFError
        await trio.sleep(0.2)


@by(60, 60)
async def crowds(target: Target, number: int) -> None:
    """Sixty who watch a table where moves come fast, and read all of it."""
    if number == 0:
        await play_back_and_forth(target, number)
    await BUSY.is_open.wait()
    peer = await watch(target, number, BUSY.table)
    await read_all(peer)


async def read_all(peer: Peer) -> None:
    """Take what comes until the house hangs up. Raises: EOFError."""
    while True:
        await trio.lowlevel.wait_readable(peer.sock)
        if not peer.sock.recv(1 << 16):
            raise EOFError


@by(30, 1, 30)
async def talkers(target: Target, number: int) -> None:
    """Thirty who watch a healthy player's table, and talk as fast as it goes."""
    peer = await target.guest(number)
    await peer.ask(f"watch {target.table}", "watching> ")
    while True:
        await peer.put_all(f"say {'blah ' * 20}{number}\n".encode() * 20)


@by(30, 1, 30)
async def gapers(target: Target, number: int) -> None:
    """Thirty who come to a healthy player's table, look at it and leave, over and over."""
    peer = await target.guest(number, is_drawn=number % 2 == 0)
    while True:
        peer.send(f"watch {target.table}")
        await trio.sleep(0.02)
        await peer.put_all(b"q" if peer.window else b"quit\n")
        await trio.sleep(0.02)
        peer.drop()
