"""A house in a process of its own is killed in the middle of a game, again and again: the program plays on."""

from __future__ import annotations

import signal
import socket
import ssl
from pathlib import Path
from typing import Any

import anyio
import pytest
import trio

from core.records import fold
from journal import open_journal
from parlour.client import Event, Over, State, connect
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.served import serving
from tests.frontends.telnet import certificates
from tests.patience import PATIENCE

KILLS = 3


def free_port() -> int:
    """A port for houses that come one after the other."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def played(address: str, context: ssl.SSLContext | None, made: Any) -> tuple[str, int, list[Any]]:
    """A game of El-Ixir against the computer; `made` is called after each move."""
    async with connect(address, name="Robo", ssl_context=context) as house:
        table = await house.open("elixir", level="easy")
        moves, told = 0, list[Any]()

        async def read() -> None:
            told.extend([news async for news in table])

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(read)  # Meanwhile: a table keeps no more than `MOST_NEWS` that nobody has read.
            async for state in table.turns():
                await table.play(state.moves[0])
                moves += 1
                await anyio.to_thread.run_sync(made, moves)
        return table.id, moves, told


@BOTH
@pytest.mark.parametrize("by_tls", [False, True])
async def test_game_goes_on_by_itself(backend: str, by_tls: bool, tmp_path: Path) -> None:
    url, port, certified = f"sqlite:{tmp_path / 'house.db'}", free_port(), certificates.make(tmp_path)
    door = ("--programs-tls", "--cert", certified.certificate, "--key", certified.key) if by_tls else ("--programs",)
    words = "--journal", url, door[0], f"127.0.0.1:{port}", *door[1:]
    context = certified.context() if by_tls else None
    to_kill, far = trio.open_memory_channel[int](KILLS)
    token = trio.lowlevel.current_trio_token()
    found: list[Any] = []

    def made(moves: int) -> None:
        if moves % 2 == 1 and moves < 2 * KILLS:  # Some games are over after eight moves.
            trio.from_thread.run(to_kill.send, moves, trio_token=token)

    async def play() -> None:
        found.extend(await on(backend, played, f"127.0.0.1:{port}", context, made))
        await to_kill.aclose()

    async with trio.open_nursery() as nursery, far:
        for number in range(KILLS + 1):
            async with serving(*words) as house:
                if not number:
                    nursery.start_soon(play)
                with trio.fail_after(PATIENCE):
                    try:
                        await far.receive()
                    except trio.EndOfChannel:
                        break
                house.process.send_signal(signal.SIGKILL)
                await house.process.wait()

    id, moves, news = found
    async with open_journal(url) as stored:
        records = await stored.read(f"table/{id}")
    told = [one.at for one in news if isinstance(one, Event)]
    states = [one for one in news if isinstance(one, State)]
    assert number == KILLS
    assert isinstance(news[-1], Over)
    assert told == sorted(set(told))
    assert {one.reason for one in states[1:]} == {""}  # Nothing was missed that a fresh state would have to make good.
    assert fold.verify(f"table/{id}", records).now.plays >= moves
