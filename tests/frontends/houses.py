"""Two houses on one journal in this process, and people in both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from journal import open_journal
from tests.frontends.terminals import House, ListTerminal, open_house, quiet


@asynccontextmanager
async def two_houses(**more: Any) -> AsyncIterator[tuple[House, House]]:
    """Houses that have met; `more` is what `open_service` takes."""
    async with (
        open_journal("memory:") as journal,
        open_house(journal, **more) as here,
        open_house(journal, **more) as there,
    ):
        await quiet()
        yield here, there


async def entered(house: House, *names: str) -> list[ListTerminal]:
    """People in the lobby of a house."""
    people = [house.enter(name) for name in names]
    await quiet()
    return people


def said(terminal: ListTerminal) -> str:
    """All that was written, with single blanks between."""
    return " ".join(terminal.text.split())


async def sit_together(here: House, there: House, game: str, *players: str) -> tuple[str, list[ListTerminal]]:
    """A table of two houses; the first player is in the first one. Returns: its id, and them."""
    live = await here.set_up(game, *players)
    first = await here.seat(players[0], live)
    others = []
    for player in players[1:]:
        terminal = there.enter(player)
        await quiet()
        terminal.type(f"resume {here.code(player, live)}")
        await quiet()
        others.append(terminal)
    return live.id, [first, *others]
