"""A crowd of telnet players in one process, which reads as little of the answers as it can.

    python -m tests.bench.crowd PORT PEOPLE SECONDS mille|"watched mille"|nothing

They come in, sit down at mille against the computer, and play in line mode: they pick a card and throw one away, and
each third line is one that the rules refuse. Of watched ones each fourth is looked on at by one more person. `nothing`
is for a house that knows no games: lines are sent all the same.
It prints "begin" when what is measured begins, and at the end what was seen.
"""

from __future__ import annotations

import gc
import json
import re
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import attrs
import trio

from core.base.chance import Dice, deal_seed
from tests.bench.visitors import address_of

ARRIVALS = 60.0
"""People who come in a second."""
WARM_UP = 6.0
"""Seconds in which everybody plays before anything is measured."""
LEAST, MOST = 1.0, 3.0
"""Seconds of thought."""
QUICK = 0.3
"""How much less those think whose tables are watched."""
PATIENCE = 30.0
TELNET = 12
"""Bytes that telnet may add to a prompt."""
BELL = b"\a"
"""Stands before what refuses a line."""
WATCHED = 4
"""Each of so many tables is watched."""
WATCHERS = 10_000
"""The number of the one who watches the first table."""
SLOTS = 7
"""Where a card may be: `p` and 1 to 6."""


@attrs.define
class Crowd:
    """What all people share."""

    port: int
    game: str
    """What they play; "nothing" where there is no house, and any answer will do."""
    inside: int = 0
    waits: list[float] = attrs.field(factory=list)
    """Milliseconds, while it is measured."""
    refused: int = 0
    measures: bool = False
    nursery: trio.Nursery | None = None

    async def watch(self, number: int, table: str) -> None:
        """Have somebody look on at a table."""
        assert self.nursery is not None
        self.nursery.start_soon(look_on, self, WATCHERS + number, table)
        await trio.lowlevel.checkpoint()


@attrs.define
class Person:
    """Somebody in the crowd."""

    crowd: Crowd
    number: int
    socket: socket.socket
    chance: Dice
    heard: bytes = b""
    """What came last."""
    picked: bool = False
    slot: int = 0

    async def visit(self) -> None:
        """Come in and play until the house closes."""
        if self.crowd.game == "nothing":
            await self.hear(b"Your name: ")
        else:
            await self.come_in(f"P{self.number}")
            self.send("new mille")
            await self.hear(b"your move> ")
            found = re.search(rb"table (\w{5})\b", self.heard)
            assert found, self.heard
            if self.crowd.game == "watched mille" and not self.number % WATCHED:
                await self.crowd.watch(self.number, found[1].decode())
        self.crowd.inside += 1
        for turn in range(self.number, sys.maxsize):
            thought = LEAST + (MOST - LEAST) * self.chance.below(1 << 32) / (1 << 32)
            await trio.sleep(thought * QUICK if self.crowd.game == "watched mille" else thought)
            await self.play(is_refused=turn % 3 == 0)

    async def come_in(self, name: str) -> None:
        """Say a name."""
        await self.hear(b"Your name: ")
        self.send(name)
        await self.hear(b"lobby> ")

    async def look_on(self, table: str) -> None:
        """Come in, and watch a table until the house closes."""
        await self.come_in(f"W{self.number}")
        self.send(f"watch {table}")
        while True:
            await self.listen()
            self.heard = self.heard[-100:]

    async def play(self, *, is_refused: bool) -> None:
        """Send a line, and keep how long its answer took."""
        # What the computer player did meanwhile is no answer.
        self.drain()
        line = self.illegal() if is_refused else self.legal()
        self.heard = b""
        began = time.perf_counter()
        self.send(line)
        await self.listen()
        waited = 1e3 * (time.perf_counter() - began)
        if self.crowd.game != "nothing":
            await self.hear(b"> ")
        if self.crowd.measures:
            self.crowd.waits.append(waited)
            self.crowd.refused += BELL in self.heard
        self.slot = (self.slot + 1) % SLOTS

    def illegal(self) -> str:
        return "p" if self.has_picked else "d 1"

    def legal(self) -> str:
        if b"another or stop" in self.heard:
            return "another"
        return f"d {'p123456'[self.slot]}" if self.has_picked else "p"

    @property
    def has_picked(self) -> bool:
        """Whether a card is to be thrown away next; after a refusal it is as before."""
        if b"Pick a card." in self.heard:
            self.picked = False
        elif b"You pick" in self.heard:
            self.picked = True
        return self.picked

    def send(self, line: str) -> None:
        self.socket.send(line.encode() + b"\r\n")

    async def hear(self, end: bytes) -> None:
        """Read until what came ends so, but for telnet's own bytes."""
        while end not in self.heard[-len(end) - TELNET :]:
            await self.listen()

    async def listen(self) -> None:
        """Read what comes next."""
        with trio.fail_after(PATIENCE):
            await trio.lowlevel.wait_readable(self.socket)
        chunk = self.socket.recv(1 << 16)
        assert chunk, f"the house hung up after {self.heard[-200:]!r}"
        self.heard += chunk

    def drain(self) -> None:
        """Read what has come."""
        with suppress(BlockingIOError):
            while chunk := self.socket.recv(1 << 16):
                self.heard += chunk


@contextmanager
def connected(crowd: Crowd, number: int) -> Iterator[Person]:
    """Connect, from an address that has not too many visitors."""
    with socket.socket() as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.bind((address_of(number), 0))
        connection.connect(("127.0.0.1", crowd.port))
        connection.setblocking(False)
        yield Person(crowd, number, connection, Dice(deal_seed(number), "crowd", 1))


async def come(crowd: Crowd, number: int) -> None:
    """Visit."""
    with connected(crowd, number) as person:
        await person.visit()


async def look_on(crowd: Crowd, number: int, table: str) -> None:
    """Watch."""
    with connected(crowd, number) as person:
        await person.look_on(table)


async def gather(crowd: Crowd, come: Callable[[Crowd, int], Awaitable[None]], people: int, seconds: float) -> None:
    """Let people come, let them play, and print what they saw."""
    async with trio.open_nursery() as crowd.nursery:
        for number in range(people):
            crowd.nursery.start_soon(come, crowd, number)
            await trio.sleep(1 / ARRIVALS)
        with trio.fail_after(PATIENCE):
            while crowd.inside < people:
                await trio.sleep(0.05)
        await trio.sleep(WARM_UP)
        gc.collect()
        gc.freeze()
        gc.disable()
        crowd.measures = True
        print("begin", flush=True)
        await trio.sleep(seconds)
        print(json.dumps({"waits": crowd.waits, "refused": crowd.refused / max(1, len(crowd.waits))}), flush=True)
        crowd.nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(gather, Crowd(int(sys.argv[1]), sys.argv[4]), come, int(sys.argv[2]), float(sys.argv[3]))
