"""At home a table at which nothing was done leaves no trace in the lists."""

from __future__ import annotations

from typing import Any

import pytest

from core.live.live_table import LiveTable
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from tests.core.parlour import moves
from tests.frontends.terminals import COMP, House, ListTerminal, open_house, quiet

EMPTY = "Nothing was played, so it is not saved."


async def at_home(house: House, live: LiveTable, **more: Any) -> ListTerminal:
    """Anna at the only seat that is a person's, at home."""

    async def errand(visit: Any) -> Any:
        return TableRef(live.id, Held((0,)))

    anna = house.enter("Anna", errand=errand, has_files=True, **more)
    await anna.told()
    return anna


@pytest.mark.parametrize("game", ["pileon", "elixir"])
async def test_table_is_closed_when_it_is_left_without_a_move(game: str) -> None:
    async with open_house() as house:
        live = await house.set_up(
            game, "Anna", *((COMP,) if game == "elixir" else ()), deal=7 if game == "pileon" else None
        )
        anna = await at_home(house, live)
        await anna.told("quit")
        assert EMPTY in anna.prompt.text
        await anna.told("y")
        assert live.table.ended
        assert live.table.is_early


@pytest.mark.parametrize("answer", ["n", "y"])
async def test_game_is_kept_once_something_was_done(answer: str) -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await at_home(house, live)
        await anna.told(moves(live)[0], "undo", "quit")
        assert EMPTY not in anna.prompt.text
        await anna.told(answer)
        assert not live.table.ended


async def test_table_stays_for_who_comes_back_from_a_lesson() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await at_home(house, live)
        await anna.told("learn elixir", "quit")
        assert not live.table.ended


@pytest.mark.parametrize("played", [False, True])
async def test_window_that_is_closed_closes_a_table_only_where_nothing_was_done(played: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await at_home(house, live)
        await anna.told(*((moves(live)[0],) if played else ()))
        anna.hang_up()
        await quiet()
        assert bool(live.table.ended) is not played


async def test_house_closes_no_table_of_a_guest() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        await anna.told("quit", "y")
        assert not live.table.ended
