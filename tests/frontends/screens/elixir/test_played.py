"""El-Ixir played with keys and clicks at a table in play, the board drawn after each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from core.base.game import Seat
from core.games.elixir import GAME, View
from core.games.elixir.board import NAMES, TILES, beside
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.table import Move
from core.table.opening import Player
from frontends.screens.controls import Scene, Screen
from frontends.screens.elixir import ONE_KEY, SCREEN, layout_of
from frontends.terminal.picture import Look, Picture
from journal import open_journal
from tests.core.parlour import submit
from tests.frontends.screens.pictures import drawn

USUAL = Look(rows=21, columns=80)


class AtBoard:
    """A person who plays both seats."""

    def __init__(self, live: LiveTable, screen: Screen) -> None:
        self.live = live
        self.screen = screen
        self.choice: Any = screen.idle(self.view)

    @property
    def seat(self) -> int:
        return self.live.table.turn[0] if self.live.table.turn else 0

    @property
    def view(self) -> View:
        view: View = self.live.view(Seat(self.seat)).view
        return view

    async def press(self, *keys: str) -> str:
        """What stands on the board in the end."""
        for key in keys:
            pressed = self.screen.press(self.choice, key, self.view)
            self.choice = pressed.input
            if pressed.move is not None:
                await submit(self.live, Move(pressed.move), self.seat)
            assert self.screen.settle is not None
            self.choice = self.screen.settle(self.choice, self.view)
        return self.drawn().text()

    def drawn(self) -> Picture:
        return drawn(self.screen, Scene(self.live.view(Seat(self.seat)), self.choice), USUAL)

    async def click(self, tile: str, *, double: bool = False) -> str:
        """Click on a tile of the picture."""
        spot = self.drawn().spot(*layout_of(USUAL.rows, USUAL.columns).grid.face(tile))
        return await self.press(f"{'double' if double else 'click'} {spot}")


@asynccontextmanager
async def at_board(screen: Screen = SCREEN) -> AsyncIterator[AtBoard]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await service.open(GAME, {}, [Player("anna"), Player("ben")])
        async with service.table(id) as live:
            yield AtBoard(live, screen)


async def test_keys_roll_choose_and_put_down_a_block() -> None:
    async with at_board() as anna:
        assert ">1<" in await anna.press("enter")
        assert "This block:" in await anna.press("3", "tab")
        board = await anna.press("enter")
        assert "covers" in board or "cover" in board
        assert "Your roll." in board
        assert "(◇)" in board or "(◆)" in board


async def test_mouse_puts_down_a_block() -> None:
    async with at_board() as anna:
        await anna.press("click roll")
        tile, other = next(pair for pair in _neighbours(anna.view.rolled) if pair[1] not in anna.view.rolled)
        await anna.click(tile)
        await anna.click(other)
        board = await anna.click(other, double=True)
        assert f"{tile} to {other}" in board


def _neighbours(rolled: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each rolled tile with each of its neighbours."""
    for tile in rolled:
        yield from ((tile, name) for bit, name in NAMES.items() if beside(TILES[tile]) & bit)


async def test_single_key_plays_a_whole_turn() -> None:
    async with at_board(ONE_KEY) as anna:
        assert ">2<" in await anna.press(" ")
        assert ">3<" in await anna.press("tick")
        assert "▸ → right" in await anna.press(" ")
        await anna.press(" ", "tick", " ")
        assert anna.live.table.now.plays == 2
        assert len(anna.view.rolled) == 0


async def test_game_is_played_to_its_end_with_keys_alone() -> None:
    async with at_board() as anna:
        board = ""
        while anna.live.table.ended is None:
            move = next(iter(GAME.moves(anna.view)))
            board = await anna.press(*(() if move == "roll" else move.split()), "enter")
        assert any(told in board for told in ("You win", "You lose", "A tie"))
