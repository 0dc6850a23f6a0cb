"""A house that stood still takes no game from somebody whose move had arrived."""

from __future__ import annotations

import os
import select

import trio
from trio.testing import MockClock

from core.house.service import open_service
from core.records import fold
from frontends.server.config import Config, Limits
from frontends.server.guests import Guest
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.startup import visits
from journal import open_journal
from tests.clock import house_clock
from tests.frontends.served import come_in
from tests.frontends.telnet.clients import Bare, connect
from tests.patience import PATIENCE

CLOCK = 2
"""Seconds for a move."""
STOPPED = CLOCK + 1
"""Seconds for which the house stands still."""


def stop(house: House[Guest], anna: Bare, clock: MockClock) -> None:
    """Let the time go by as it does for a process that stands still, with a move of Anna's in its socket."""
    os.write(anna.stream.socket.fileno(), b"roll\n")
    caller = next(caller for caller in house.callers if caller.number == 1)
    assert select.select([caller.connection.sock], [], [], PATIENCE)[0]
    clock.jump(STOPPED)


async def test_move_in_the_socket_of_a_stopped_house_is_decided_before_its_time_runs_out(mock_clock: MockClock) -> None:
    async with open_journal("memory:") as journal, open_service(journal, now=house_clock()) as service:
        async with trio.open_nursery() as nursery:
            house, (listener,) = visits(service, Config(limits=Limits(meeting_seconds=0))), listen("127.0.0.1", 0)
            await nursery.start(house.serve, [listener])
            port = listener.getsockname()[1]
            async with await connect(port) as one, await connect(port) as two:
                anna, bert = Bare(one), Bare(two)
                await come_in(anna, "Anna")
                await come_in(bert, "Bert")
                table = (await anna.ask(f"new elixir person clock={CLOCK}", r"table ([a-z0-9]{5})"))[1]
                await bert.ask(f"join {table}", "waiting> ")
                await anna.expect("your move> ")
                stop(house, anna, mock_clock)
                told = await anna.expect(r"You roll [^\n]*|runs out of time")
                assert told[0].startswith("You roll")
                mock_clock.autojump_threshold = 0
                await anna.expect("Anna ran out of time|over> ")
            nursery.cancel_scope.cancel()
            listener.close()
        ended = fold.verify(f"table/{table}", await journal.read(f"table/{table}"))
    assert ended.ended is not None
    assert ended.ended.reason == "timeout"
    assert ended.state.rolled
