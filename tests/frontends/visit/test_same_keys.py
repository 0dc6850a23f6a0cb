"""The same keys for the same things in every game."""

from __future__ import annotations

import pytest

from core.games import GAMES
from core.live.live_table import LiveTable
from core.table import Move
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.terminals import COMP, House, ListTerminal, open_house

EVERY = pytest.mark.parametrize("game", ["mille", "pileon", *slow("elixir", "terrace")])


async def played(house: House, game: str) -> tuple[LiveTable, ListTerminal]:
    """Anna on a screen, after her first move."""
    players = ("Anna", COMP)[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
    anna = await house.seat("Anna", live, screen=True, motion=False)
    await submit(live, Move(moves(live)[0]), 0)
    return live, anna


@EVERY
async def test_b_takes_back_and_y_does_it_again(game: str) -> None:
    async with open_house() as house:
        live, anna = await played(house, game)
        await anna.pressed("b")
        assert live.table.now.plays == 0
        await anna.pressed("y")
        assert live.table.now.plays == 1


@EVERY
async def test_r_asks_before_it_throws_moves_away(game: str) -> None:
    async with open_house() as house:
        live, anna = await played(house, game)
        await anna.pressed("R")
        assert anna.bottom.startswith("Start again? That takes back 1 move. (y/n)")
        await anna.pressed("n")
        assert live.table.now.plays == 1
        await anna.pressed("R", "y")
        assert live.table.now.plays == 0
        await anna.pressed("y")
        assert live.table.now.plays == 1


@EVERY
async def test_h_proposes_a_move_and_question_mark_helps(game: str) -> None:
    async with open_house() as house:
        _, anna = await played(house, game)
        before = anna.message
        anna.press("h")
        await anna.wait(lambda: anna.message != before)
        assert "undo" in await anna.pressed("?")


@EVERY
async def test_bar_shows_the_key_for_taking_back(game: str) -> None:
    async with open_house() as house:
        _, anna = await played(house, game)
        assert " b undo " in f" {anna.bottom} "
