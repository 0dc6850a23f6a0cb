"""A table that a newer version goes on with elsewhere: everybody here leaves it with a sentence, and plays on."""

from __future__ import annotations

import pytest

from core.live.live_table import LiveTable
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from frontends.terminal.picture import Look
from journal import Draft, seal
from tests.frontends.terminals import House, open_house, quiet

LINES = Look()
SCREEN = Look(utf8=True, colour=True, single_keys=True)


async def cheer(house: House, live: LiveTable) -> None:
    """What a newer house writes there."""
    draft = Draft("table.cheered", {"seat": 0}, {"id": "x1", "by": 0, "seen": live.table.seq, "command": {"cheer": {}}})
    await house.service.journal.append(live.stream, live.table.seq, seal(live.last, [draft], live.last.at))
    await quiet()


@pytest.mark.parametrize("look", [LINES, SCREEN], ids=["lines", "screen"])
async def test_players_and_watchers_are_told_and_are_in_the_lobby(look: Look) -> None:
    async with open_house() as house:
        live, other = await house.set_up("elixir", "Anna", "Bert"), await house.set_up("pileon", "Carl", deal=7)
        is_screen = look is SCREEN
        anna = await house.seat("Anna", live, screen=is_screen, look=look)
        dora = await house.look_on("Dora", live, screen=is_screen, look=look)
        carl = await house.seat("Carl", other)
        await cheer(house, live)
        for terminal in (anna, dora):
            assert "A newer Parlour has taken this over: leave and come in again" in " ".join(terminal.text.split())
            assert house.visits[terminal].room.here is None
        told = await anna.told(f"watch {live.id}")
        assert "A newer Parlour has taken this over" in " ".join(told.split())
        assert house.visits[carl].room.here == TableRef(other.id, Held((0,)))
        assert "Pile" in await carl.told("3 14")


async def test_those_who_look_on_late_are_told_too() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("watching late 3")
        dora = await house.look_on("Dora", live)
        await cheer(house, live)
        assert "A newer Parlour has taken this over" in " ".join(dora.text.split())
        assert house.visits[dora].room.here is None


async def test_move_that_comes_too_late_changes_nothing() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        anna.type("roll")
        await cheer(house, live)
        records = await house.service.journal.read(live.stream)
        assert [record.kind for record in records].count("table.cheered") == 1
        assert house.visits[anna].room.here is None
