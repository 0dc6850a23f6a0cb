"""Floods of what people type."""

from __future__ import annotations

import trio

from tests.hostile.attacks.registry import Target, by, name_of

LONG = 400
"""Characters of a line of talk."""
TYPED = b"list\nstats\nzork\nlist all\nfair\nsolitaire\nrules mille\nsaves\n" * 10


@by(30, 1)
async def lines(target: Target, number: int) -> None:
    """Thirty connections that send eighty lines in one packet, again and again."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(TYPED)
        await trio.sleep(0.2)
        peer.drop()


@by(120, 4, 120)
async def hurries(target: Target, number: int) -> None:
    """A hundred and twenty connections that send such lines as fast as they go."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(TYPED)


NOWHERE = (
    b"watch zzzzz\njoin yyyyy\ngo xxxxx\nresume zzzzz-yyyy-xxxx-wwwww\nreplay vvvvv\nlist with Nobody\nstats Nobody\n"
)


@by(30, 1, 30)
async def nowhere(target: Target, number: int) -> None:
    """Tables, seats and people that are not there, asked for as fast as they go."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(NOWHERE * 20)


@by(30, 1)
async def helps(target: Target, number: int) -> None:
    """Thirty people who want to read the help, over and over."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(b"help\n" * 20)
        await trio.sleep(0.1)


@by(30, 1)
async def mutes(target: Target, number: int) -> None:
    """Thirty people who want much and read nothing."""
    peer = await target.caller(number, buffer=4096)
    peer.put(f"{name_of(number)}\n".encode())
    while True:
        await trio.lowlevel.wait_writable(peer.sock)
        peer.put(b"help\n" * 50)
        await trio.sleep(0.05)


@by(1, 1)
async def talker(target: Target, number: int) -> None:
    """One who talks as much as can be said, at a table of their own."""
    peer = await target.guest(number)
    await peer.ask("new mille person", "waiting> ")
    while True:
        await peer.put_all(f"say {'é' * LONG}\n".encode() * 20)
        await trio.sleep(0.01)


ZALGO = ("a" + "\u0301\u0316\u0334\u20dd" * 20 + "\u202e\u200d\U0001f468\u200d\U0001f469") * 8


@by(8, 1)
async def combining(target: Target, number: int) -> None:
    """Letters under heaps of accents, joiners and turns of direction, as words, as talk and in a drawn line."""
    peer = await target.guest(number, is_drawn=number % 2 == 0)
    burst = "".join(f"{wish}{ZALGO}"[:990] + "\n" for wish in ("", "shout ", "tell HealthyA ", "list with ", "name "))
    while True:
        await peer.put_all(burst.encode())


@by(30, 30)
async def callers(target: Target, number: int) -> None:
    """Tells, shouts and invitations to one another and to a healthy player as fast as they go."""
    peer = await target.guest(number)
    other = name_of((number + 1) % 30)
    calls = f"tell {other} hello\nshout hello to all\ninvite {other} mille\ndecline\ntell HealthyA hello\nseek mille\n"
    while True:
        await peer.put_all(f"{calls}quit\ny\nabandon\n".encode())


MODES = b"language fr\nlanguage en\nreader\nreader\nscreen\nlines\nnotices\nignore HealthyA\nhear HealthyA\nscreen\n"


@by(30, 1)
async def modes(target: Target, number: int) -> None:
    """Languages, modes and wishes that change as fast as they go."""
    peer = await target.guest(number)
    while True:
        await peer.put_all(MODES * 10)
