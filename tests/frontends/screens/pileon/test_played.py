"""Pileon played with keys and clicks at a table in play, the board drawn after each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.base.chance import Dice
from core.base.game import Seat
from core.games.features.bots import BOTS
from core.games.pileon import GAME
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.table import Move
from core.table.opening import Player
from frontends.screens.controls import Scene
from frontends.screens.pileon import SCREEN
from frontends.screens.pileon.inputs import Choice
from frontends.terminal.picture import Look
from journal import open_journal
from tests.core.parlour import submit
from tests.frontends.screens.pictures import drawn

USUAL = Look(rows=21, columns=80)


class AtBoard:
    """A player with a board, who presses keys."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.choice = Choice()

    async def press(self, *keys: str) -> str:
        """What stands on the board in the end."""
        for key in keys:
            pressed = SCREEN.press(self.choice, key, self.live.view(Seat(0)).view)
            self.choice = pressed.input
            if pressed.move is not None:
                await submit(self.live, Move(pressed.move), 0)
            assert SCREEN.settle is not None
            self.choice = SCREEN.settle(self.choice, self.live.view(Seat(0)).view)
        return drawn(SCREEN, Scene(self.live.view(Seat(0)), self.choice), USUAL).text()


@asynccontextmanager
async def at_board() -> AsyncIterator[AtBoard]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await service.open(GAME, {}, [Player("anna")], deal=7)
        async with service.table(id) as live:
            yield AtBoard(live)


async def test_keys_move_cards_and_the_picture_follows() -> None:
    async with at_board() as anna:
        board = await anna.press("enter", "end", "enter")
        assert "1 move," in board
        assert "║ 2♠║" in board


async def test_mouse_moves_cards_and_the_picture_follows() -> None:
    async with at_board() as anna:
        await anna.press("click 1", "click 15")
        board = await anna.press("click 3", "double 3")
        assert "║ 2♠║ 2♣║" in board
        assert "2 moves," in board


async def test_game_is_won_with_keys_alone() -> None:
    async with at_board() as anna:
        board = ""
        while anna.live.table.ended is None:
            view = anna.live.view(Seat(0)).view
            source, target, count = BOTS["pileon"].choose(view, Dice(bytes(16), "pileon", 1)).split()
            board = await anna.press(*_steps(source), count, *_steps(target), "enter")
        assert "All thirteen together!" in board


def _steps(pile: str) -> list[str]:
    """Keys that go to a pile from anywhere."""
    row, column = divmod(int(pile) - 1, 4)
    return ["home", *["down"] * row, *["right"] * column]
