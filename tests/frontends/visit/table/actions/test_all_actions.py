"""Leaving a table: the question, the way back, and what is saved; every game can be entered and left."""

from __future__ import annotations

import pytest

from core.games import GAMES
from frontends.terminal.picture import Look
from tests.frontends.terminals import elixir, open_house

MODES = pytest.mark.parametrize("screen", [False, True])
LEAVE = "Leave the table? The game is saved. (y/n)"


@pytest.mark.parametrize("key", ["q", "Q", "c-c", "c-d"])
async def test_leaving_is_asked_for_and_tells_the_way_back(key: str) -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        await anna.pressed(key)
        assert anna.bottom == LEAVE
        await anna.pressed("y")
        assert anna.prompt.text == "lobby> "
        assert f"The game is saved. To go on with it: resume {house.code('Anna', live)}\n" in anna.text


@MODES
async def test_ctrl_c_twice_leaves_the_table_and_not_the_house(screen: bool) -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=screen)
        await anna.pressed("c-c")
        assert (anna.bottom if screen else anna.prompt.text.strip()) == LEAVE
        await anna.pressed("c-c")
        assert (anna.prompt.text, anna.status) == ("lobby> ", None)
        await anna.pressed("c-c")
        assert anna.text.endswith("Type quit to leave the house.\n")
        assert anna.status is None


async def test_ctrl_d_in_the_lobby_says_good_bye() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        await anna.pressed("c-d", "y")
        anna.press("c-d")
        assert await anna.left() == 0
        assert anna.text.endswith("Good-bye.\n")


async def test_taking_the_wish_to_leave_back_leaves_everything_as_it_was() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        board = anna.screen
        assert await anna.pressed("q", "escape") == board
        assert await anna.pressed("q", "n") == board


@MODES
async def test_spectator_leaves_without_a_question(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live, screen=screen)
        await (carl.pressed("q") if screen else carl.told("quit"))
        assert carl.prompt.text == "lobby> "
        assert "kept" not in carl.text


async def test_game_that_is_kept_nowhere_is_never_said_to_be_kept() -> None:
    async with open_house() as house:
        for screen in (False, True):
            live = await house.set_up("elixir", "Anna", "Bert")
            anna = await house.seat("Anna", live, screen=screen, keeps=False)
            seen = anna.words
            await (anna.pressed("q") if screen else anna.told("quit"))
            asked = anna.bottom if screen else anna.prompt.text
            assert asked.strip() == "Leave the table? This game is not saved. (y/n)"
            await anna.told("n", "table", "new")
            seen += anna.words + (anna.bottom if screen else anna.prompt.text)
            await anna.told("n", "quit", "y")
            seen += anna.words
            assert "is saved" not in seen
            assert "resume" not in seen


@pytest.mark.parametrize("name", [*GAMES])
@MODES
@pytest.mark.parametrize("plays", [False, True])
async def test_every_game_can_be_entered_and_left_in_both_modes(name: str, screen: bool, plays: bool) -> None:
    async with open_house() as house:
        players = ("Anna", "Bert")[: GAMES[name].seats]
        live = await house.set_up(name, *players, deal=7 if GAMES[name].numbered else None)
        person = await (house.seat if plays else house.look_on)("Anna", live, screen=screen, look=Look(utf8=False))
        await person.pressed("c-c")
        await (person.pressed("y") if screen else person.told("y")) if plays else None
        assert person.prompt.text == "lobby> "
