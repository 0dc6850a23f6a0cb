"""A crowd of programs in one process, each at Pileon, which move once a second and read as little as they can.

    python -m tests.bench.program_crowd PORT PROGRAMS SECONDS [nothing]

Each plays a move and takes it back, in turns. `nothing` is for a server that only answers lines. It prints "begin" when
what is measured begins, and at the end the milliseconds from sending a line to the acknowledgement of it.
"""

from __future__ import annotations

import json
import re
import sys
import time

import attrs
import trio

from core.base.chance import Dice, deal_seed
from tests.bench.crowd import PATIENCE, Crowd, gather
from tests.bench.visitors import address_of

EVERY = 1.0
"""Seconds from one move to the next."""


@attrs.define
class Robot:
    """One program."""

    crowd: Crowd
    number: int
    stream: trio.SocketStream
    table: str = ""
    at: int = 0
    asked: int = 0

    @property
    def is_answered(self) -> bool:
        """Whether there is a house; else any answer will do."""
        return self.crowd.game != "nothing"

    async def play(self) -> None:
        """Come in, open a table, and move until the house closes."""
        if self.is_answered:
            await self.ask(type="hello", protocol=1, name=f"Robo{self.number}")
            opened = await self.ask(type="open", game="pileon", deal=7)
            found = re.search(rb'"type":"state","table":"(\w+)"', opened)
            assert found, opened
            self.table = found[1].decode()
        self.crowd.inside += 1
        await trio.sleep(EVERY * Dice(deal_seed(self.number), "crowd", 1).below(1000) / 1000)
        due = trio.current_time()
        while True:
            await self.move("takeback" if self.asked % 2 else "play")
            due += EVERY
            await trio.sleep_until(due)

    async def move(self, type: str) -> None:
        more = {"text": "1 14"} if type == "play" else {}
        began = time.perf_counter()
        await self.ask(type=type, table=self.table, at=self.at, **more)
        if self.crowd.measures:
            self.crowd.waits.append(1e3 * (time.perf_counter() - began))

    async def ask(self, **what: object) -> bytes:
        """Send a request and read up to its acknowledgement, or what comes in the place of it."""
        self.asked += 1
        id = f"q{self.asked}"
        await self.stream.send_all(json.dumps({**what, "id": id}).encode() + b"\n")
        heard, ends = b"", f'"id":"{id}"'.encode()
        with trio.fail_after(PATIENCE):
            while ends not in heard if self.is_answered else not heard:
                chunk = await self.stream.receive_some(1 << 16)
                assert chunk, f"the house hung up after {heard[-300:]!r}"
                heard += chunk
        assert b'"refused"' not in heard, heard
        self.at = max((int(at) for at in re.findall(rb'"at":(\d+)', heard)), default=self.at)
        if what["type"] == "open":
            while b'"type":"state"' not in heard:
                heard += await self.stream.receive_some(1 << 16)
            self.at = max(int(at) for at in re.findall(rb'"at":(\d+)', heard))
        return heard


async def come(crowd: Crowd, number: int) -> None:
    """A program from an address that has not too many."""
    stream = await trio.open_tcp_stream("127.0.0.1", crowd.port, local_address=address_of(number))
    async with stream:
        await Robot(crowd, number, stream).play()


if __name__ == "__main__":
    crowd = Crowd(int(sys.argv[1]), sys.argv[4] if len(sys.argv) > 4 else "pileon")
    trio.run(gather, crowd, come, int(sys.argv[2]), float(sys.argv[3]))
