"""The healthy ones: two people who play mille over real sockets, one at El-Ixir, and newcomers who come and go.

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

import attrs
import trio

from tests.hostile.peer import come, connect, word

PLAYERS = 2
PAUSE = 0.12
"""Seconds between two moves: as quick as somebody who need not think."""
COMING = 0.4
"""Seconds between two newcomers."""
SLOTS = "p123456"
Measured = list[tuple[float, float]]
"""When it began, on the monotonic clock, and milliseconds."""


@attrs.define
class Seen:
    """What the healthy have waited for."""

    moves: Measured = attrs.field(factory=list)
    greeted: Measured = attrs.field(factory=list)
    """From calling to being asked for one's name."""
    answered: Measured = attrs.field(factory=list)
    """By the computer player of El-Ixir, who thinks in a worker."""
    welcomed: Measured = attrs.field(factory=list)
    """From saying it to standing in the lobby."""
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
    peer = await come(port, f"127.0.1.{number + 1}", f"Healthy{'ABCDEFG'[number]}")
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
        began = time.monotonic()
        await peer.ask_first(line)
        seen.moves.append((began, 1e3 * (time.monotonic() - began)))
        heard = peer.last = await peer.hear("> ")
        if "Pick a card." in heard:
            picked = False
        elif "You pick" in heard:
            picked = True


async def think(port: int, seen: Seen) -> None:
    """Sit down at El-Ixir, and roll and lay blocks until cancelled; the computer's answers are what is measured."""
    peer = await come(port, "127.0.1.200", "Thinker")
    while True:
        heard = await peer.ask("new elixir", "your move> ")
        note_table(seen, heard)
        while "your move> " in heard:
            heard = await peer.ask("roll", "> ")
            way = re.search(r"([1-4]) is \S+: (\w+) [1-4]", heard)
            if way is None:
                continue
            began = time.monotonic()
            heard = await peer.ask(f"{way[1]} {way[2]} 1", "> ")
            seen.answered.append((began, 1e3 * (time.monotonic() - began)))
            await trio.sleep(PAUSE)
        await peer.ask("quit", "lobby> ")


async def wait(port: int, seen: Seen) -> None:
    """Open a table and wait there for somebody; whoever comes in is to find it in the list."""
    peer = await come(port, "127.0.1.201", "Waiter")
    heard = await peer.ask("new mille person", "waiting> ")
    note_table(seen, heard)
    seen.waiting = seen.tables[-1]
    while True:
        await peer.drain()
        await trio.sleep(PAUSE)


async def visit(port: int, number: int, seen: Seen) -> None:
    """Come in once, look for whom to play with, and leave."""
    began = time.monotonic()
    try:
        with trio.fail_after(10):
            peer = await connect(port, f"127.0.5.{1 + number % 250}")
            await peer.hear("Your name: ")
            seen.greeted.append((began, 1e3 * (time.monotonic() - began)))
            named = time.monotonic()
            await peer.ask(f"New{word(str(number))}", "lobby> ")
            seen.welcomed.append((began, 1e3 * (time.monotonic() - named)))
            if seen.waiting not in await peer.ask("list", "lobby> "):
                seen.faults.append(f"table {seen.waiting} was not in the list")
            peer.send("quit")
            await peer.hear("Good-bye")
            peer.close()
    except (trio.TooSlowError, OSError, EOFError) as error:
        seen.faults.append(f"newcomer: {error!r}")
        seen.welcomed.append((began, 1e3 * (time.monotonic() - began)))


async def come_in(port: int, seen: Seen) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(sys.maxsize):
            nursery.start_soon(visit, port, number, seen)
            await trio.sleep(COMING)


async def measure(port: int) -> None:
    seen = Seen()
    async with trio.open_nursery() as nursery:
        for number in range(PLAYERS):
            nursery.start_soon(play, port, number, seen)
        while len(seen.tables) < PLAYERS:
            await trio.sleep(0.01)
        nursery.start_soon(wait, port, seen)
        while not seen.waiting:
            await trio.sleep(0.01)
        nursery.start_soon(come_in, port, seen)
        nursery.start_soon(think, port, seen)
        gc.freeze()
        gc.disable()
        print(*seen.tables[:PLAYERS], flush=True)
        await trio.to_thread.run_sync(sys.stdin.readline)
        print(json.dumps(attrs.asdict(seen)), flush=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(measure, int(sys.argv[1]))
