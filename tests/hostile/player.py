"""The healthy ones: two people who play mille over real sockets, one at El-Ixir, and newcomers who come and go; each
from a network of their own.

    python -m tests.hostile.player PORT

It prints the tables of the two, and after a line on its input what they have waited for: a line of JSON with pairs
of a time on the monotonic clock and milliseconds.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import attrs
import trio

from tests.hostile.peer import Peer, come, word

PLAYERS = 2
PAUSE = 0.1
"""Seconds between two moves: as quick as somebody who need not think."""
THINKING = 0.5
"""Seconds between an answer of the computer of El-Ixir, which computes much, and the next question to it."""
COMING = 0.4
"""Seconds between two newcomers."""
SILENT = 10.0
"""Seconds after which a computer player who has not answered does not answer at all."""
SLOTS = "p123456"


@attrs.define
class Wait:
    """From when to when it lasted, on the monotonic clock."""

    began: float = attrs.field(factory=time.monotonic)
    ended: float | None = None
    """None until then."""

    def told(self) -> tuple[float, float]:
        """When it began, and the milliseconds; one that is not over counts as long as it has lasted."""
        return self.began, 1e3 * ((self.ended or time.monotonic()) - self.began)


@contextmanager
def measured(waits: list[Wait]) -> Iterator[None]:
    """Measure what is waited for in the block; it counts from its beginning, so that what never comes is seen, too."""
    waits.append(wait := Wait())
    yield
    wait.ended = time.monotonic()


def over(waits: list[Wait]) -> int:
    """How many of them are over."""
    return sum(wait.ended is not None for wait in waits)


@attrs.define
class Seen:
    """What the healthy have waited for."""

    moves: list[Wait] = attrs.field(factory=list)
    answered: list[Wait] = attrs.field(factory=list)
    """By the computer player of El-Ixir, who thinks in a worker."""
    served: list[Wait] = attrs.field(factory=list)
    """From calling to standing in the lobby, with the time that the house gives a client to tell what it is."""
    tables: list[str] = attrs.field(factory=list)
    """Where they sit, and sat."""
    waiting: str = ""
    """Where somebody waits for whoever comes."""
    faults: list[str] = attrs.field(factory=list)


def note_table(seen: Seen, heard: str) -> None:
    found = re.search(r"table (\w+)", heard)
    assert found
    seen.tables.append(found[1])


async def play(port: int, number: int, seen: Seen) -> None:
    """Sit down at mille, and pick and throw away cards until cancelled."""
    peer = await come(port, f"127.2.{number}.1", f"Healthy{'ABCDEFG'[number]}")
    await peer.ask("lines", "lobby> ")
    heard = await peer.ask("new mille", "your move> ")
    note_table(seen, heard)
    picked, slot = False, 0
    while True:
        await trio.sleep(PAUSE)
        await peer.drain()
        line = f"d {SLOTS[slot % 7]}" if picked else "p"
        if "another or stop" in peer.last:
            line = "another"
        slot += 1
        with measured(seen.moves):
            await peer.ask_first(line)
        heard = peer.last = await peer.hear("> ")
        if "Pick a card." in heard:
            picked = False
        elif "You pick" in heard:
            picked = True


async def think(port: int, seen: Seen) -> None:
    """Sit down at El-Ixir, and roll and lay blocks until cancelled; the computer's answers are what is measured."""
    peer = await come(port, "127.3.0.1", "Thinker")
    while True:
        heard = await peer.ask("new elixir", "your move> ")
        note_table(seen, heard)
        while "your move> " in heard:
            heard = await peer.ask("roll", "> ")
            way = re.search(r"([1-4]) is \S+: (\w+) [1-4]", heard)
            if way is None:
                continue
            with measured(seen.answered):
                heard = await peer.ask(f"{way[1]} {way[2]} 1", "> ")
            await trio.sleep(THINKING)
        await peer.ask("quit", "lobby> ")


async def wait(port: int, seen: Seen) -> None:
    """Open a table and wait there for somebody; whoever comes in is to find it in the list."""
    peer = await come(port, "127.3.1.1", "Waiter")
    heard = await peer.ask("new mille person", "waiting> ")
    note_table(seen, heard)
    seen.waiting = seen.tables[-1]
    while True:
        await peer.drain()
        await trio.sleep(PAUSE)


async def look_up(peer: Peer) -> str:
    """The list. A prompt does not end it, for one comes after all news, too; but no news is of such a game."""
    return await peer.ask("list\nnew nothing", '"nothing"')


async def visit(port: int, number: int, seen: Seen) -> None:
    """Come in once, look for whom to play with, and leave."""
    try:
        with trio.fail_after(10):
            with measured(seen.served):
                peer = await come(port, f"127.4.{number % 250}.1", f"New{word(str(number))}")
            if seen.waiting not in await look_up(peer):
                seen.faults.append(f"table {seen.waiting} was not in the list")
            peer.send("quit")
            await peer.hear("Good-bye")
            peer.close()
    except (trio.TooSlowError, OSError, EOFError) as error:
        seen.faults.append(f"newcomer: {error!r}")


async def come_in(port: int, seen: Seen) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(sys.maxsize):
            nursery.start_soon(visit, port, number, seen)
            await trio.sleep(COMING)


async def noted(seen: Seen, stay: Callable[..., Awaitable[None]], *where: int) -> None:
    """Have somebody stay in the house; that they are thrown out, or wait for an answer in vain, is noted."""
    try:
        await stay(*where, seen)
    except (trio.TooSlowError, OSError, EOFError) as error:
        seen.faults.append(f"{stay.__name__}: {error!r}")


async def measure(port: int) -> None:
    seen = Seen()
    async with trio.open_nursery() as nursery:
        for number in range(PLAYERS):
            nursery.start_soon(noted, seen, play, port, number)
        while len(seen.tables) < PLAYERS and not seen.faults:
            await trio.sleep(0.01)
        nursery.start_soon(noted, seen, wait, port)
        while not (seen.waiting or seen.faults):
            await trio.sleep(0.01)
        nursery.start_soon(noted, seen, think, port)
        while not seen.faults and (over(seen.moves) < PLAYERS or not over(seen.answered)):
            await trio.sleep(0.01)
        nursery.start_soon(come_in, port, seen)  # by now the table at which somebody waits is in the lists
        gc.freeze()
        gc.disable()
        print(*(() if seen.faults else seen.tables[:PLAYERS]), flush=True)
        await trio.to_thread.run_sync(sys.stdin.readline)
        # Whatever the computer thinks about is waited for: a slow one cannot be told from a silent one before.
        with trio.move_on_after(SILENT):
            while over(seen.answered) < len(seen.answered):
                await trio.sleep(0.01)
        print(json.dumps(attrs.asdict(seen, recurse=False), default=Wait.told), flush=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(measure, int(sys.argv[1]))
