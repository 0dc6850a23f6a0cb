"""A house that stood still takes no game from somebody whose move had arrived."""

from __future__ import annotations

import signal

import trio

from core import fold
from journal import open_journal
from tests.frontends.served import come_in, served
from tests.frontends.telnet.clients import Bare, connect

CLOCK = 2
"""Seconds for a move."""
STOPPED = CLOCK + 1
"""Seconds for which the house stands still: real ones, because it is the machine's clock that goes on meanwhile."""


async def test_move_in_the_socket_of_a_stopped_house_is_decided_before_its_time_runs_out(tmp_path):
    journal = tmp_path / "house.db"
    async with served(f"sqlite:{journal}") as (process, port), await connect(port) as one, await connect(port) as two:
        anna, bert = Bare(one), Bare(two)
        await come_in(anna, "Anna")
        await come_in(bert, "Bert")
        table = (await anna.ask(f"new elixir person clock={CLOCK}", r"table ([a-z0-9]{5})"))[1]
        await bert.ask(f"join {table}", "waiting> ")
        await anna.expect("your move> ")
        process.send_signal(signal.SIGSTOP)
        await anna.send("roll")
        await trio.sleep(STOPPED)
        process.send_signal(signal.SIGCONT)
        told = await anna.expect(r"You roll [^\n]*|runs out of time")
        assert told[0].startswith("You roll")
        await anna.expect("Anna ran out of time|over> ")
    async with open_journal(f"sqlite:{journal}") as stored:
        ended = fold.verify(f"table/{table}", await stored.read(f"table/{table}"))
    assert ended.ended is not None
    assert ended.ended.reason == "timeout"
    assert ended.state.rolled
