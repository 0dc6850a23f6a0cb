"""What ill-meaning or broken visitors do, each for as long as it is let.

    python -m tests.hostile.attacks NAME PORT SECONDS TABLE CODE

TABLE is one at which a healthy player sits; CODE belongs to a seat of a game of 20,000 records with the save "m".
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import attrs
import trio

from tests.bench.visitors import DO, DONT, EACH_ADDRESS, ECHO, IAC, NAWS, SB, WILL, WONT, allow_descriptors
from tests.hostile.peer import Peer, come, connect, size

LONG = 400
"""Characters of a line of talk."""


@attrs.frozen
class Target:
    """What is attacked."""

    port: int
    table: str
    code: str

    @property
    def long_table(self) -> str:
        return self.code.partition("-")[0]


Attack = Callable[[Target], Awaitable[None]]


def address(number: int) -> str:
    """From where the peer of that number comes."""
    return f"127.0.{2 + number // EACH_ADDRESS // 250}.{1 + number // EACH_ADDRESS % 250}"


async def each(count: int, one: Callable[[int], Awaitable[None]]) -> None:
    """So many peers at once; whom the house hangs up on comes again a little later."""

    async def again_and_again(number: int) -> None:
        while True:
            with suppress(OSError, EOFError, trio.TooSlowError):
                await one(number)
            await trio.sleep(0.05)

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(again_and_again, number)


async def inside(target: Target, number: int, *, is_drawn: bool = False) -> Peer:
    name = "".join("abcdefghij"[int(digit)] for digit in f"{number:03}")
    return await come(target.port, address(number), f"Foe{name}", is_drawn=is_drawn)


# Floods of what clients send.


async def sizes(target: Target) -> None:
    """20,000 window sizes in one burst, by somebody at a board; again and again."""

    async def one(number: int) -> None:
        peer = await inside(target, number, is_drawn=True)
        peer.send("new mille")
        await trio.sleep(0.5)
        burst = b"".join(size(24 + turn % 30, 80 + turn % 50) for turn in range(20_000))
        while True:
            await peer.put_all(burst)

    await each(1, one)


async def storms(target: Target) -> None:
    """Eight connections that send options, interrupts and questions without end."""
    storm = bytes(
        octet for option in range(256) for verb in (DO, WILL, DONT, WONT) for octet in (IAC, verb, option)
    ) + bytes((IAC, 246, IAC, 244, IAC, 243, IAC, 247, IAC, 248, IAC, 249, IAC, 241)) * 50  # fmt: skip

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        while True:
            await peer.put_all(storm * 16)

    await each(8, one)


async def loops(target: Target) -> None:
    """Eight clients that answer every option with its opposite, and never agree."""
    turns = bytes((IAC, DO, ECHO, IAC, DONT, ECHO, IAC, WILL, NAWS, IAC, WONT, NAWS)) * 300

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        while True:
            await peer.put_all(turns)

    await each(8, one)


async def endless(target: Target) -> None:
    """Eight subnegotiations that never end."""

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        await peer.put_all(bytes((IAC, SB, NAWS)))
        while True:
            await peer.put_all(b"x" * 65536)

    await each(8, one)


async def giants(target: Target) -> None:
    """Lines of 10 MB, at the door and in the lobby."""

    async def one(number: int) -> None:
        peer = await inside(target, number) if number % 2 else await connect(target.port, address(number))
        while True:
            for _ in range(160):
                await peer.put_all(b"x" * 65536)
            await peer.put_all(b"\n")

    await each(8, one)


# Floods of what people type.


async def lines(target: Target) -> None:
    """Thirty connections that send eighty lines in one packet, again and again."""
    typed = b"list\nstats\nzork\nlist all\nfair\nsolitaire\nrules mille\nsaves\n" * 10

    async def one(number: int) -> None:
        peer = await inside(target, number)
        while True:
            await peer.put_all(typed)
            await trio.sleep(0.2)
            peer.drop()

    await each(30, one)


async def helps(target: Target) -> None:
    """Thirty people who want to read the help, over and over."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        while True:
            await peer.put_all(b"help\n" * 20)
            await trio.sleep(0.1)

    await each(30, one)


async def mutes(target: Target) -> None:
    """Thirty people who want much and read nothing."""

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number), buffer=4096)
        peer.put(f"Foe{'abcdefghij'[number % 10]}{'abcdefghij'[number // 10]}\n".encode())
        while True:
            await trio.lowlevel.wait_writable(peer.sock)
            peer.put(b"help\n" * 50)
            await trio.sleep(0.05)

    await each(30, one)


async def talkers(target: Target) -> None:
    """Thirty who look on at a healthy player's table, and talk."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        await peer.ask(f"watch {target.table}", "watching> ")
        while True:
            peer.send(f"say {'blah ' * 20}{number}")
            await trio.sleep(0.02)
            peer.drop()

    await each(30, one)


async def talker(target: Target) -> None:
    """One who talks as much as can be said, at a table of their own."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        await peer.ask("new mille person", "waiting> ")
        while True:
            await peer.put_all(f"say {'é' * LONG}\n".encode() * 20)
            await trio.sleep(0.01)

    await each(1, one)


async def movers(target: Target) -> None:
    """Ten who go back and forth in a solitaire as fast as they can."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        await peer.ask("new pileon deal=7", "your move> ")
        await peer.put_all(b"1 14\n")
        while True:
            await peer.put_all(b"14 15\nundo\nredo\n15 14\n" * 20)
            await trio.sleep(0.05)
            peer.drop()

    await each(10, one)


# Dear wishes.


async def solvers(target: Target) -> None:
    """Orders for deals that can be won and for graded ones, and nobody there any more to hear of them."""
    orders = (
        b"new terrace winnable\n",
        b"new terrace grade=hard\n",
        b"new signora grade=hard\n",
        b"new pileon winnable\n",
    )

    async def one(number: int) -> None:
        peer = await inside(target, number)
        peer.put(b"".join(orders) * 20)
        await trio.sleep(0.3 + number % 5 / 10)
        peer.close(reset=number % 2 == 0)
        raise EOFError

    await each(20, one)


async def returns(target: Target) -> None:
    """A save in a game of 20,000 records, gone back to over and over."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        while True:
            await peer.ask(f"return {target.code} m", "> ")
            await peer.put_all(b"quit\ny\n")
            await trio.sleep(0.02)
            peer.drop()

    await each(3, one)


async def replays(target: Target) -> None:
    """The same game, stepped through by several."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        while True:
            await peer.ask(f"replay {target.long_table}", "> ")
            await peer.put_all(b"end\nstart\nquit\n")
            await trio.sleep(0.05)
            peer.drop()

    await each(5, one)


async def tables(target: Target) -> None:
    """Sixty tables, opened by one visitor and by some more at the same address."""

    async def one(number: int) -> None:
        peer = await inside(target, number)
        for _ in range(60):
            peer.put(b"new mille person\nquit\ny\n")
            await trio.sleep(0.01)
            peer.drop()
        await trio.sleep(1)

    await each(3, one)


# Connections.


async def silent(target: Target) -> None:
    """2,000 connections from many addresses that never say anything."""

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        while True:
            await trio.lowlevel.wait_readable(peer.sock)
            if not peer.sock.recv(4096):
                await trio.sleep(1)
                return

    await each(2000, one)


async def slowloris(target: Target) -> None:
    """300 connections that say their name a letter every half a second, and never finish."""

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        while True:
            peer.sock.send(b"a")
            await trio.sleep(0.5)
            peer.drop()

    await each(300, one)


async def halves(target: Target) -> None:
    """Connections that are half closed after an order, and stay."""

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        peer.put(b"Foe\nlist\nnew mille\nhelp\n")
        peer.sock.shutdown(1)
        await trio.sleep(0.2)
        peer.close()
        await trio.sleep(0.1)

    await each(30, one)


async def resets(target: Target) -> None:
    """Connections that are reset in every state: before the name, in a question, at a board, in a text."""
    states = (b"", b"\xff", b"Foe\n", b"Foe\nnew mille\n", b"Foe\nnew mille\nquit\n", b"Foe\nhelp\nrules mille\n",
              b"Foe\nnew terrace winnable\n", b"Foe\nnew mille\nreplay\n")  # fmt: skip

    async def one(number: int) -> None:
        peer = await connect(target.port, address(number))
        peer.put(states[number % len(states)])
        await trio.sleep(0.01 * (number % 7))
        peer.close(reset=True)
        raise EOFError

    await each(40, one)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        sizes, lines, storms, helps, solvers, talkers, returns, replays, tables, silent, talker,
        movers, mutes, loops, endless, giants, slowloris, halves, resets,
    )
}  # fmt: skip
"""By name."""
VISITORS = {"sizes": 1, "lines": 30, "storms": 8, "helps": 30, "solvers": 20, "talkers": 30, "returns": 3, "replays": 5,
            "tables": 3, "silent": 2000, "talker": 1, "movers": 10, "mutes": 30, "loops": 8, "endless": 8, "giants": 8,
            "slowloris": 300, "halves": 30, "resets": 40}  # fmt: skip
"""How many take part in each."""


async def attack(name: str, target: Target, seconds: float) -> None:
    with trio.move_on_after(seconds):
        await ATTACKS[name](target)


if __name__ == "__main__":
    allow_descriptors()
    trio.run(partial(attack, sys.argv[1], Target(int(sys.argv[2]), sys.argv[4], sys.argv[5]), float(sys.argv[3])))
