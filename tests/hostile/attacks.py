"""What ill-meaning or broken visitors do, each until it is killed.

    python -m tests.hostile.attacks NAME PORT TLS-PORT TABLE CODE

TABLE is one at which a healthy player sits; CODE belongs to a seat of a game of 20,000 records with the save "m".
"""

from __future__ import annotations

import ssl
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

import attrs
import trio

from tests.bench.visitors import DO, DONT, EACH_ADDRESS, ECHO, IAC, NAWS, SB, WILL, WONT, allow_descriptors
from tests.hostile.peer import Peer, come, connect, size, word

LONG = 400
"""Characters of a line of talk."""


@attrs.frozen
class Target:
    """What is attacked."""

    port: int
    tls_port: int
    """Of the door for callers by TLS."""
    table: str
    code: str

    @property
    def long_table(self) -> str:
        return self.code.partition("-")[0]


One = Callable[[Target, int], Awaitable[None]]
"""What one of the attackers does, who have numbers from 0."""


@attrs.frozen
class Attack:
    """So many at once who do the same."""

    visitors: int
    one: One


ATTACKS: dict[str, Attack] = {}
"""By name."""


def by(visitors: int) -> Callable[[One], One]:
    """Make an attack of what one of so many does; whom the house hangs up on comes again a little later."""

    def listed(one: One) -> One:
        ATTACKS[one.__name__] = Attack(visitors, one)
        return one

    return listed


def address(number: int) -> str:
    """From where the peer of that number comes."""
    return f"127.0.{2 + number // EACH_ADDRESS // 250}.{1 + number // EACH_ADDRESS % 250}"


def name_of(number: int) -> str:
    """A name that nobody else has, so that it lets its peer in."""
    return f"Foe{word(f'{number:03}')}"


async def inside(target: Target, number: int, *, is_drawn: bool = False) -> Peer:
    return await come(target.port, address(number), name_of(number), is_drawn=is_drawn)


# Floods of what clients send.


@by(1)
async def sizes(target: Target, number: int) -> None:
    """20,000 window sizes in one burst, by somebody at a board; again and again."""
    peer = await inside(target, number, is_drawn=True)
    peer.send("new mille")
    await trio.sleep(0.5)
    burst = b"".join(size(24 + turn % 30, 80 + turn % 50) for turn in range(20_000))
    while True:
        await peer.put_all(burst)


STORM = bytes(
    octet for option in range(256) for verb in (DO, WILL, DONT, WONT) for octet in (IAC, verb, option)
) + bytes((IAC, 246, IAC, 244, IAC, 243, IAC, 247, IAC, 248, IAC, 249, IAC, 241)) * 50  # fmt: skip


@by(8)
async def storms(target: Target, number: int) -> None:
    """Eight connections that send options, interrupts and questions without end."""
    peer = await connect(target.port, address(number))
    while True:
        await peer.put_all(STORM * 16)


TURNS = bytes((IAC, DO, ECHO, IAC, DONT, ECHO, IAC, WILL, NAWS, IAC, WONT, NAWS)) * 300


@by(8)
async def loops(target: Target, number: int) -> None:
    """Eight clients that answer every option with its opposite, and never agree."""
    peer = await connect(target.port, address(number))
    while True:
        await peer.put_all(TURNS)


@by(8)
async def endless(target: Target, number: int) -> None:
    """Eight subnegotiations that never end."""
    peer = await connect(target.port, address(number))
    await peer.put_all(bytes((IAC, SB, NAWS)))
    while True:
        await peer.put_all(b"x" * 65536)


@by(8)
async def giants(target: Target, number: int) -> None:
    """Lines of 10 MB, at the door and in the lobby."""
    peer = await inside(target, number) if number % 2 else await connect(target.port, address(number))
    while True:
        for _ in range(160):
            await peer.put_all(b"x" * 65536)
        await peer.put_all(b"\n")


# Floods of what people type.


TYPED = b"list\nstats\nzork\nlist all\nfair\nsolitaire\nrules mille\nsaves\n" * 10


@by(30)
async def lines(target: Target, number: int) -> None:
    """Thirty connections that send eighty lines in one packet, again and again."""
    peer = await inside(target, number)
    while True:
        await peer.put_all(TYPED)
        await trio.sleep(0.2)
        peer.drop()


@by(30)
async def helps(target: Target, number: int) -> None:
    """Thirty people who want to read the help, over and over."""
    peer = await inside(target, number)
    while True:
        await peer.put_all(b"help\n" * 20)
        await trio.sleep(0.1)


@by(30)
async def mutes(target: Target, number: int) -> None:
    """Thirty people who want much and read nothing."""
    peer = await connect(target.port, address(number), buffer=4096)
    peer.put(f"{name_of(number)}\n".encode())
    while True:
        await trio.lowlevel.wait_writable(peer.sock)
        peer.put(b"help\n" * 50)
        await trio.sleep(0.05)


@by(30)
async def talkers(target: Target, number: int) -> None:
    """Thirty who look on at a healthy player's table, and talk."""
    peer = await inside(target, number)
    await peer.ask(f"watch {target.table}", "watching> ")
    while True:
        peer.send(f"say {'blah ' * 20}{number}")
        await trio.sleep(0.02)
        peer.drop()


@by(1)
async def talker(target: Target, number: int) -> None:
    """One who talks as much as can be said, at a table of their own."""
    peer = await inside(target, number)
    await peer.ask("new mille person", "waiting> ")
    while True:
        await peer.put_all(f"say {'é' * LONG}\n".encode() * 20)
        await trio.sleep(0.01)


@by(10)
async def movers(target: Target, number: int) -> None:
    """Ten who go back and forth in a solitaire as fast as they can."""
    peer = await inside(target, number)
    await peer.ask("new pileon deal=7", "your move> ")
    await peer.put_all(b"1 14\n")
    while True:
        await peer.put_all(b"14 15\nundo\nredo\n15 14\n" * 20)
        await trio.sleep(0.05)
        peer.drop()


# Dear wishes.


ORDERS = (
    b"new terrace winnable\n",
    b"new terrace grade=hard\n",
    b"new signora grade=hard\n",
    b"new pileon winnable\n",
)


@by(20)
async def solvers(target: Target, number: int) -> None:
    """Orders for deals that can be won and for graded ones, and nobody there any more to hear of them."""
    peer = await inside(target, number)
    peer.put(b"".join(ORDERS) * 20)
    await trio.sleep(0.3 + number % 5 / 10)
    peer.close(reset=number % 2 == 0)
    raise EOFError


async def over_and_over(target: Target, number: int, wish: str, then: bytes, pause: float) -> None:
    """Wish for something, and when it is there do with it what comes then, again and again."""
    peer = await inside(target, number)
    while True:
        await peer.ask(wish, "> ")
        await peer.put_all(then)
        await trio.sleep(pause)
        peer.drop()


@by(3)
async def returns(target: Target, number: int) -> None:
    """A save in a game of 20,000 records, gone back to over and over."""
    await over_and_over(target, number, f"return {target.code} m", b"quit\ny\n", 0.02)


@by(5)
async def replays(target: Target, number: int) -> None:
    """The same game, stepped through by several."""
    await over_and_over(target, number, f"replay {target.long_table}", b"end\nstart\nquit\n", 0.05)


@by(180)
async def tables(target: Target, number: int) -> None:
    """As many tables as can be opened by three people of each of sixty addresses, who leave them and open others."""
    peer = await come(target.port, f"127.0.9.{1 + number % 60}", name_of(number))
    for _ in range(60):
        peer.put(b"new mille person\nquit\ny\n")
        await trio.sleep(0.01)
        peer.drop()
    await trio.sleep(1)


# Connections.


@by(2000)
async def silent(target: Target, number: int) -> None:
    """2,000 connections from many addresses that never say anything."""
    peer = await connect(target.port, address(number))
    while True:
        await trio.lowlevel.wait_readable(peer.sock)
        if not peer.sock.recv(4096):
            await trio.sleep(1)
            return


@by(300)
async def slowloris(target: Target, number: int) -> None:
    """300 connections that say their name a letter every half a second, and never finish."""
    peer = await connect(target.port, address(number))
    while True:
        peer.sock.send(b"a")
        await trio.sleep(0.5)
        peer.drop()


@by(30)
async def halves(target: Target, number: int) -> None:
    """Connections that are half closed after an order, and stay."""
    peer = await connect(target.port, address(number))
    peer.put(f"{name_of(number)}\nlist\nnew mille\nhelp\n".encode())
    peer.sock.shutdown(1)
    await trio.sleep(0.2)
    peer.close()
    await trio.sleep(0.1)


TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE


@by(30)
async def handshakes(target: Target, number: int) -> None:
    """Connections by TLS from many addresses that shake hands and break off, over and over; some of them half way."""
    peer = await connect(target.tls_port, f"127.0.8.{1 + number}")
    secure = trio.SSLStream(trio.SocketStream(trio.socket.from_stdlib_socket(peer.sock)), TRUSTING)
    with trio.move_on_after(0.002 if number % 3 == 0 else 5), suppress(trio.BrokenResourceError):
        await secure.do_handshake()
    peer.close(reset=True)


STATES = (b"", b"\xff", b"NAME\n", b"NAME\nnew mille\n", b"NAME\nnew mille\nquit\n", b"NAME\nhelp\nrules mille\n",
          b"NAME\nnew terrace winnable\n", b"NAME\nnew mille\nreplay\n")  # fmt: skip


@by(40)
async def resets(target: Target, number: int) -> None:
    """Connections that are reset in every state: before the name, in a question, at a board, in a text."""
    peer = await connect(target.port, address(number))
    peer.put(STATES[number % len(STATES)].replace(b"NAME", name_of(number).encode()))
    await trio.sleep(0.01 * (number % 7))
    peer.close(reset=True)
    raise EOFError


async def attack(name: str, target: Target) -> None:
    """Have all take part in it, for ever; say when they begin."""
    one = ATTACKS[name].one

    async def again_and_again(number: int) -> None:
        while True:
            with suppress(OSError, EOFError, trio.TooSlowError):
                await one(target, number)
            await trio.sleep(0.05)

    async with trio.open_nursery() as nursery:
        for number in range(ATTACKS[name].visitors):
            nursery.start_soon(again_and_again, number)
        print("begun", flush=True)


if __name__ == "__main__":
    allow_descriptors()
    name, port, tls_port, *seat = sys.argv[1:]
    trio.run(attack, name, Target(int(port), int(tls_port), *seat))
