"""Floods of what clients send: telnet's commands, window sizes, keys, bytes without end."""

from __future__ import annotations

import trio

from tests.bench.visitors import DO, DONT, ECHO, IAC, NAWS, SB, WILL, WONT
from tests.hostile.attacks.registry import Target, by, window_of
from tests.hostile.peer import Peer, size


async def at_board(target: Target, number: int, game: str = "mille") -> Peer:
    """A peer before whom a board is drawn."""
    peer = await target.guest(number, is_drawn=True)
    peer.send(f"new {game}")
    await trio.sleep(0.5)
    return peer


@by(1, 1)
async def sizes(target: Target, number: int) -> None:
    """20,000 window sizes in one burst, by somebody at a board; again and again."""
    peer = await at_board(target, number)
    burst = b"".join(size(24 + turn % 30, 80 + turn % 50) for turn in range(20_000))
    while True:
        await peer.put_all(burst)


EXTREMES = ((0, 0), (65535, 65535), (24, 80), (65535, 80), (24, 65535))


@by(8, 1, 8)
async def windows(target: Target, number: int) -> None:
    """Eight at boards whose windows change as fast as they can, between nothing and all that telnet can say."""
    peer = await at_board(target, number)
    turn = number
    while True:
        turn += 1
        rows, columns = EXTREMES[turn % 10] if turn % 10 < len(EXTREMES) else window_of(turn * 8 + number)
        await peer.put_all(size(rows, columns))
        await trio.sleep(0.01)


@by(8, 1)
async def reflows(target: Target, number: int) -> None:
    """Eight readers of a long text whose windows change all the time, so that it is broken into rows anew."""
    peer = await target.guest(number, is_drawn=True)
    peer.send("rules mille")
    await trio.sleep(0.5)
    turn = number
    while True:
        turn += 1
        await peer.put_all(size(200 - turn % 50, 40 + turn % 100))
        await trio.sleep(0.01)


KEYS = b"\t\x1b[A\x1b[B\x1b[C\x1b[D\tp\x1bd\x1bu\x1b?\x1b\x1b\x0c" * 50


@by(8, 1, 8)
async def keys(target: Target, number: int) -> None:
    """Keys as fast as they go, at eight boards: arrows, Tab, choices taken back, the board drawn anew."""
    peer = await at_board(target, number, ("mille", "pileon", "terrace", "elixir")[number % 4])
    while True:
        await peer.put_all(KEYS)


MOUSE = b"".join(
    b"\x1b[<%d;%d;%d%c" % (button, column, row, kind)
    for row in range(1, 24, 3)
    for column in range(1, 80, 7)
    for button, kind in ((0, 77), (0, 109), (35, 77))
)


@by(8, 1)
async def mice(target: Target, number: int) -> None:
    """Clicks and movements of the mouse all over eight boards."""
    peer = await at_board(target, number, ("pileon", "elixir", "terrace", "mille")[number % 4])
    while True:
        await peer.put_all(MOUSE)


EDITING = b"x" * 900 + b"\x1b[H" + b"a\x7f\x1b[C\x1b[D" * 200 + b"\x15"


@by(8, 1)
async def editors(target: Target, number: int) -> None:
    """Long lines that are edited at their beginning, letter by letter."""
    peer = await target.guest(number, is_drawn=True)
    while True:
        await peer.put_all(EDITING)


STORM = bytes(
    octet for option in range(256) for verb in (DO, WILL, DONT, WONT) for octet in (IAC, verb, option)
) + bytes((IAC, 246, IAC, 244, IAC, 243, IAC, 247, IAC, 248, IAC, 249, IAC, 241)) * 50  # fmt: skip


@by(8, 1)
async def storms(target: Target, number: int) -> None:
    """Eight connections that send options, interrupts and questions without end."""
    peer = await target.caller(number)
    while True:
        await peer.put_all(STORM * 16)


TURNS = bytes((IAC, DO, ECHO, IAC, DONT, ECHO, IAC, WILL, NAWS, IAC, WONT, NAWS)) * 300


@by(8, 1)
async def loops(target: Target, number: int) -> None:
    """Eight clients that answer every option with its opposite, and never agree."""
    peer = await target.caller(number)
    while True:
        await peer.put_all(TURNS)


@by(8, 1)
async def endless(target: Target, number: int) -> None:
    """Eight subnegotiations that never end."""
    peer = await target.caller(number)
    await peer.put_all(bytes((IAC, SB, NAWS)))
    while True:
        await peer.put_all(b"x" * 65536)


BESIDE = bytes((IAC, DO, 201, IAC, DO, 70, IAC, DONT, 70)) + b"".join(
    bytes((IAC, SB, 201)) + said + bytes((IAC, 240))
    for said in (
        b"Core.Ping",
        b'Core.Supports.Set ["Parlour 1"]',
        b"Core.Supports.Set []",
        b"Core.Supports.Add " + b"[" * 900,
    )
) * 50  # fmt: skip


@by(8, 1)
async def mud_clients(target: Target, number: int) -> None:
    """Eight clients of MUDs in the lobby that change what they understand, and ping, without end."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(BESIDE * 16)


@by(8, 1)
async def giants(target: Target, number: int) -> None:
    """Lines of 10 MB, at the door and in the lobby."""
    peer = await target.guest(number) if number % 2 else await target.caller(number)
    while True:
        for _ in range(160):
            await peer.put_all(b"x" * 65536)
        await peer.put_all(b"\n")


@by(8, 8)
async def pastes(target: Target, number: int) -> None:
    """A megabyte pasted at the door, as lines and as one bracketed paste, over and over."""
    peer = await target.caller(number, is_drawn=True)
    await peer.hear("Your name: ")
    text = b"a line that somebody has copied\r\n" * 32_000
    await peer.put_all(b"\x1b[200~" + text + b"\x1b[201~" if number % 2 else text)
