"""Coming to a table in the middle of things: each thing is told once and in order, whoever appends meanwhile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from core.games import GAMES
from core.house.service import open_service
from core.table import Move
from core.table.opening import Player
from journal import open_journal
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.terminals import House, ListTerminal


@pytest.mark.parametrize("lines", [15, *slow(60)])
async def test_those_who_arrive_are_told_each_thing_once_and_in_order(tmp_path: Path, lines: int):
    """Another process plays and talks all the time while people come to look on."""
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with (
        open_journal(url) as one,
        open_journal(url) as two,
        open_service(one) as here,
        open_service(two) as there,
        trio.open_nursery() as nursery,
    ):
        house = House(here, nursery)
        anna = await there.directory.create("Anna")
        bert = await there.directory.create("Bert")
        id = await there.open(GAMES["elixir"], {}, [Player(anna.id), Player(bert.id)])
        visitors: list[ListTerminal] = []
        async with there.table(id) as live:
            for number in range(lines):
                await live.say(anna.id, 0, f"line {number}")
                seat = live.table.turn[0]
                await submit(live, Move(moves(live, seat)[0]), seat)
                if number < lines * 2 / 3:
                    visitors.append(house.enter(f"Carl{number}"))
                    visitors[-1].type(f"watch {id}")
                if number == 0:  # So that not all arrive at the same line, however slow the machine is.
                    await visitors[0].wait_text("line 0")
            for visitor in visitors:
                await visitor.wait_text(f"line {lines - 1}")
        nursery.cancel_scope.cancel()
    arrived = {said[0] for visitor in visitors if (said := re.findall(r"line \d+", visitor.text))}
    assert len(arrived) > 1
    for visitor in visitors:
        heard = [int(number) for number in re.findall(r"<Anna> line (\d+)", visitor.text)]
        assert heard == list(range(heard[0], lines))
        rolls = re.findall(r"(?:Anna|Bert) rolls [^\n]*", visitor.text)
        assert len(rolls) == len(set(rolls))
