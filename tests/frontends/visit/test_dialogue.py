"""What passes between a person and the room they are in: modes, windows, and what is told."""

from __future__ import annotations

from frontends.terminal.picture import Look
from tests.frontends.terminals import open_house, pileon

LINES = Look(single_keys=False)
LEAVE = "Leave the table? The game is saved. (y/n)"


# Modes and windows.


async def test_board_is_drawn_for_those_who_like_it_and_can() -> None:
    async with open_house() as house:
        for screen, look, drawn in (
            (True, Look(), True), (False, Look(), False), (True, LINES, False), (True, Look(reader=True), False),
            (True, Look(rows=19), False), (True, Look(columns=39), False),
        ):  # fmt: skip
            _, anna = await pileon(house, screen=screen, look=look)
            assert anna.on_screen == drawn


async def test_door_and_lobby_are_lines_for_everybody() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed("q", "y")
        assert (anna.on_screen, anna.has_mouse, anna.prompt.text) == (False, False, "lobby> ")


async def test_terminal_that_turns_out_to_give_keys_gets_the_board() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, look=LINES)
        await anna.resized(Look())
        assert anna.on_screen
        assert "Pileon" in anna.screen


async def test_own_choice_stands_whatever_the_terminal_turns_out_to_be() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, look=LINES)
        await anna.told("lines")
        await anna.resized(Look())
        assert not anna.on_screen


async def test_another_window_draws_everything_anew() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        painted = anna.repainted
        await anna.resized(Look(rows=30, columns=100))
        assert anna.repainted == painted + 1
        assert len(anna.screen.split("\n")) == 30


async def test_window_that_gets_too_small_changes_to_lines_says_so_and_comes_back() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.resized(Look(rows=19, columns=80))
        assert not anna.on_screen
        assert not anna.has_mouse
        sentence = "The window is too small for the board: here it is in words. Enlarge it to see the board."
        assert sentence in anna.words
        assert "Pile 1: " in anna.text
        assert anna.prompt.text == "your move> "
        await anna.told("1 14")
        await anna.resized(Look(rows=24, columns=39))
        assert anna.words.count(sentence) == 1
        await anna.resized(Look(rows=22, columns=40))
        assert anna.on_screen
        assert "1 move" in anna.screen
        assert live.table.now.plays == 1


async def test_question_is_still_asked_when_the_window_gets_too_small() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed("q")
        await anna.resized(Look(rows=10, columns=30))
        assert anna.prompt.text == f"{LEAVE} "
        await anna.resized(Look())
        assert anna.bottom == LEAVE
        await anna.pressed("y")
        assert anna.prompt.text == "lobby> "


async def test_choice_half_made_on_the_board_survives_windows_that_do_not_fit() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        chosen = await anna.pressed("enter")
        await anna.resized(Look(rows=10, columns=30))
        await anna.resized(Look())
        assert anna.screen == chosen
        await anna.pressed("end", "enter")
        assert live.table.now.plays == 1


async def test_mouse_is_heeded_on_screens_unless_it_is_left_to_the_terminal() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        _, bert = await pileon(house, screen=True, mouse=False)
        assert (anna.has_mouse, bert.has_mouse) == (True, False)


async def test_line_typed_before_the_board_came_is_heeded_in_screen_mode() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        anna.type("1 14", "quit")
        await anna.wait(lambda: anna.bottom == LEAVE)
        assert live.table.now.plays == 1
        await anna.told("y")
        assert anna.prompt.text == "lobby> "


# What is told.


async def test_lines_are_broken_at_blanks_in_every_window() -> None:
    async with open_house() as house:
        for columns in (30, 40, 60, 80):
            _, anna = await pileon(house, look=Look(columns=columns))
            await anna.told("?", "moves", "fair", "hint", "table", "xyzzy", "quit", "y")
            assert max(map(len, anna.text.splitlines())) <= columns


async def test_code_to_come_back_is_never_broken_or_cut() -> None:
    async with open_house() as house:
        for screen in (False, True):
            for columns in (40, 60, 80):
                live, anna = await pileon(house, screen=screen, look=Look(columns=columns))
                code = house.code("Anna", live)
                assert code in anna.words
                await (anna.pressed("T") if screen else anna.told("table"))
                assert code in anna.words
                await (anna.pressed("x", "q", "y") if screen else anna.told("quit", "y"))
                assert code in anna.text
