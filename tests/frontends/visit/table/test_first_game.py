"""Somebody new is told once, on the board of their first game, what can be pressed and typed."""

from __future__ import annotations

import pytest

from core.games import GAMES
from frontends.terminal.picture import Look
from tests.frontends.terminals import open_house

FIRST = "?: keys help: words learn {}"


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_first_board_says_so_once(game: str) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True)
        await anna.told(f"new {game}")
        assert FIRST.format(game) in anna.words
        await anna.told("new", "y")
        assert "help: words" not in anna.words


async def test_smallest_board_says_so_too() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, look=Look(rows=22, columns=40), has_files=True)
        await anna.told("new mille")
        assert "?: keys   help: words   learn mille" in [row.strip() for row in anna.screen.split("\n")]


async def test_it_stands_in_a_row_of_its_own_at_a_table_that_waits_too() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True)
        await anna.told("new mille person")
        rows = [row.strip() for row in anna.screen.split("\n")]
        assert "?: keys   help: words   learn mille" in rows
        assert any(row.startswith("To come back later: resume ") and row[-1].isalnum() and "-" in row for row in rows)


async def test_who_has_been_here_before_is_told_nothing() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        assert "help: words" not in anna.words
