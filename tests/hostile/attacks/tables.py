"""Dear wishes, and much at tables."""

from __future__ import annotations

import trio

from tests.hostile.attacks.registry import Target, by

BACK_AND_FORTH = b"14 15\nundo\nredo\n15 14\n"


@by(10, 1)
async def movers(target: Target, number: int) -> None:
    """Ten who go back and forth in a solitaire as fast as they can."""
    peer = await target.guest(number)
    await peer.ask("new pileon deal=7", "your move> ")
    await peer.put_all(b"1 14\n")
    while True:
        await peer.put_all(BACK_AND_FORTH * 20)
        await trio.sleep(0.05)
        peer.drop()


@by(8, 8)
async def undoers(target: Target, number: int) -> None:
    """Eight at drawn solitaires, who take back and repeat with single keys as fast as they go."""
    peer = await target.guest(number, is_drawn=True)
    peer.send("new pileon deal=7")
    await trio.sleep(0.5)
    while True:
        await peer.put_all(b"h\rbbb" * 20)


ORDERS = (
    b"new terrace winnable\n",
    b"new terrace grade=hard\n",
    b"new signora grade=hard\n",
    b"new pileon winnable\n",
)


@by(20, 1)
async def solvers(target: Target, number: int) -> None:
    """Orders for deals that can be won and for graded ones, and nobody there any more to hear of them."""
    peer = await target.guest(number)
    peer.put(b"".join(ORDERS) * 20)
    await trio.sleep(0.3 + number % 5 / 10)
    peer.close(reset=number % 2 == 0)
    raise EOFError


async def over_and_over(target: Target, number: int, wish: str, then: bytes, pause: float) -> None:
    """Wish for something, and when it is there do with it what comes then, again and again."""
    peer = await target.guest(number)
    while True:
        await peer.ask(wish, "> ")
        await peer.put_all(then)
        await trio.sleep(pause)
        peer.drop()


@by(3, 1)
async def returns(target: Target, number: int) -> None:
    """A save in a game of 20,000 records, gone back to over and over."""
    await over_and_over(target, number, f"return {target.code} m", b"quit\ny\n", 0.02)


@by(5, 1, 5)
async def replays(target: Target, number: int) -> None:
    """The same game, stepped through by several."""
    await over_and_over(target, number, f"replay {target.long_table}", b"end\nstart\nquit\n", 0.05)


@by(180, 60)
async def openings(target: Target, number: int) -> None:
    """As many tables as can be opened by three people of each of sixty addresses, who leave them and open others."""
    peer = await target.guest(number)
    for _ in range(60):
        peer.put(b"new mille person\nquit\ny\n")
        await trio.sleep(0.01)
        peer.drop()
    await trio.sleep(1)


async def at_table(target: Target, number: int, wish: str, burst: bytes) -> None:
    """Open a table with a board in a large window, and send the same as fast as it goes."""
    peer = await target.guest(number, is_drawn=True)
    peer.send(wish)
    await trio.sleep(0.5)
    while True:
        await peer.put_all(burst)


@by(20, 20)
async def demonstrators(target: Target, number: int) -> None:
    """Twenty who have solitaires played by the computer as fast as it can, at large boards."""
    await at_table(target, number, "new pileon", b":demo fast\r\0")


@by(20, 20)
async def askers(target: Target, number: int) -> None:
    """Twenty who want hints, reasons, proofs and whole rules at large boards, as fast as it goes."""
    await at_table(target, number, "new mille", b":hint\r\0:why\r\0:fair\r\0:rules\r\0 q:where\r\0" * 10)


@by(30, 1, 30)
async def tickers(target: Target, number: int) -> None:
    """Thirty large boards at which a clock runs, and nobody moves."""
    peer = await target.guest(number, is_drawn=True)
    peer.send("new mille clock=60")
    while True:
        await trio.sleep(0.05)
        peer.drop()


@by(8, 8)
async def thieves(target: Target, number: int) -> None:
    """Eight who sit down at one and the same seat, each in the place of the one before."""
    peer = await target.guest(number, is_drawn=True)
    while True:
        peer.send(f"resume {target.code}")
        await trio.sleep(0.05)
        await peer.put_all(b"q")
        await trio.sleep(0.05)
        peer.drop()
