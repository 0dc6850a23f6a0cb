"""What every room awaits of a person and shows them: questions, texts, windows, modes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from core.live import LiveTable
from core.message import message
from core.table import Move, Undo
from frontends.screens.picture import Look
from frontends.visit import Visit
from frontends.visit.visit import LONGEST_ANSWER
from tests.core.parlour import move
from tests.frontends.terminals import House, ListTerminal, open_house

LINES = Look(single_keys=False)
SAY, GO_ON, LEAVE = message("Say what?"), message("Go on?"), "Leave the table? The game is kept. (y/n)"
MODES = pytest.mark.parametrize("screen", [False, True])


async def asked(
    house: House, question: Callable[[Visit], Awaitable[Any]], prompt: str, *lines: str
) -> tuple[Any, ListTerminal]:
    """What came of a question with this prompt that was answered with these lines."""
    answers: list[Any] = []

    async def errand(visit: Visit) -> None:
        answers.append(await question(visit))

    anna = house.enter("Anna", errand=errand)
    await anna.told()
    assert anna.prompt.text == prompt
    await anna.told(*lines)
    return answers[0] if answers else "nothing", anna


async def pileon(house: House, **more: Any) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("pileon", "Anna", deal=7)
    return live, await house.seat("Anna", live, **more)


async def elixir(house: House, *, screen: bool) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("elixir", "Anna", "Bert")
    return live, await house.seat("Anna", live, screen=screen)


async def says(live: LiveTable, seat: int, text: str) -> None:
    await live.say(live.table.chairs[seat].person, seat, text)


# Questions.


@pytest.mark.parametrize(
    ("line", "answer"), [("y", True), (" YES ", True), ("n", False), ("No", False), ("", "nothing"), ("yep", "nothing")]
)
async def test_only_yes_and_no_answer_a_question_in_lines(line: str, answer: object) -> None:
    async with open_house() as house:
        found, anna = await asked(house, lambda visit: visit.confirm(GO_ON), "Go on? (y/n) ", line)
        assert found == answer
        insisted = anna.text == "Please answer y or n.\n"
        assert (insisted, anna.rung) == ((True, 1) if answer == "nothing" else (False, 0))


@pytest.mark.parametrize("key", ["escape", "c-c", "c-d"])
async def test_question_in_lines_is_taken_back_by_keys(key: str) -> None:
    async with open_house() as house:
        answers: list[object] = []

        async def errand(visit: Visit) -> None:
            answers.extend([await visit.confirm(GO_ON), await visit.ask(SAY)])

        anna = house.enter("Anna", errand=errand)
        anna.press(key, key)
        await anna.left()
        assert answers == [None, ""]


@pytest.mark.parametrize(("line", "answer"), [("  my save ", "my save"), ("", "")])
async def test_words_are_answered_in_a_line(line: str, answer: str) -> None:
    async with open_house() as house:
        found, _ = await asked(house, lambda visit: visit.ask(SAY), "Say what? ", line)
        assert found == answer


@pytest.mark.parametrize(
    ("keys", "bottom"),
    [
        ("ab", "Say: ab"), (("a", "b", "backspace", "c", " ", "d"), "Say: ac d"), (("a", "delete"), "Say:"),
        (("a", "c-u", "c"), "Say: c"), ("y", "Say: y"), (("a", "left"), "Say: a"), ("é/'?q", "Say: é/'?q"),
    ],
)  # fmt: skip
async def test_words_are_typed_and_corrected_in_the_bottom_row(keys: tuple[str, ...], bottom: str) -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        await anna.pressed("'", *keys)
        assert anna.bottom == bottom
        assert anna.picture is not None
        assert anna.picture.cursor == (23, max(len(bottom), 5))


async def test_answer_has_a_longest_length_and_rings_beyond_it() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        anna.press("'", *"x" * LONGEST_ANSWER)
        await anna.pressed("x")
        assert anna.rung == 1


@pytest.mark.parametrize("key", ["escape", "c-c", "c-d"])
@pytest.mark.parametrize("question", ["'", "q", "X", "m", "s"])
async def test_every_question_on_a_screen_is_taken_back(question: str, key: str) -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        before, bar = live.table.seq, anna.bottom
        await anna.pressed(question)
        assert anna.bottom != bar
        # Ctrl-C at the question whether to leave means it: that is how one leaves in a hurry.
        if (question, key) != ("q", "c-c"):
            await anna.pressed(key)
            assert (anna.bottom, live.table.seq) == (bar, before)


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("q", LEAVE),
        ("X", "Give up this game? (y/n)"),
        ("n", "Leave this game and begin another? This one is kept. (y/n)"),
    ],
)
async def test_question_says_what_is_asked_and_how_to_answer(key: str, asked: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed(key)
        assert anna.bottom == asked
        await anna.pressed("x")
        assert (anna.bottom, anna.rung) == (asked, 1)


# Questions in questions, news meanwhile.


async def test_half_typed_answer_survives_news_and_another_window() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        await anna.pressed("'", "h", "i")
        await anna.resized(Look(rows=30, columns=100))
        assert anna.bottom == "Say: hi"
        await says(live, 1, "well?")
        assert anna.bottom == "Say: hi"
        assert anna.message == "<Bert> well?"
        await move(live, 2)
        await anna.pressed("!", "enter")
        assert live.said[-1].text == "hi!"


async def test_question_in_lines_survives_news_and_another_window() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=False)
        await anna.told("quit")
        assert anna.prompt.text == f"{LEAVE} "
        await says(live, 1, "well?")
        await anna.resized(Look(rows=30, columns=100))
        assert anna.text.endswith("<Bert> well?\n")
        assert anna.prompt.text == f"{LEAVE} "
        await anna.told("no")
        assert anna.prompt.text == "your move> "


@MODES
async def test_anothers_question_waits_while_one_is_asked_something(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live, screen=screen)
        await move(live, 2)
        await (bert.pressed("q") if screen else bert.told("quit"))
        await live.submit(Undo(), 0)
        assert (bert.bottom if screen else bert.prompt.text).startswith(LEAVE)
        await (bert.pressed("n") if screen else bert.told("n"))
        request = "Anna asks to take back the last move: may they? (y/n)"
        assert (bert.bottom if screen else bert.prompt.text).strip() == request
        assert live.table.asks == 0


async def test_question_inside_a_question_leads_back_to_the_first() -> None:
    async with open_house() as house:
        answers: list[object] = []

        async def errand(visit: Visit) -> None:
            with visit.busy("outer"):
                answers.append(await visit.confirm(GO_ON))
                outer = visit.question.text if visit.question else ""
                answers.append(outer)
            answers.append(visit.question)

        anna = house.enter("Anna", errand=errand)
        await anna.told("y")
        assert answers == [True, "outer", None]


# Texts.


async def test_text_over_the_board_stays_under_news_and_goes_with_any_key() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        text = await anna.pressed("T")
        assert "Committed before luck was given" in text
        await live.submit(Move("roll"), 0)
        assert anna.screen == text
        assert "Committed before luck" not in await anna.pressed("x")


async def test_line_that_is_typed_while_a_text_is_read_is_heeded() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        await anna.pressed("?")
        await anna.resized(Look(rows=10, columns=30))
        assert not anna.on_screen
        await anna.told("roll")
        assert live.table.now.plays == 1
        assert anna.prompt.text == "your move> "


async def test_question_that_comes_up_over_a_text_is_seen() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live, screen=True)
        await move(live, 2)
        await bert.pressed("?")
        await live.submit(Undo(), 0)
        await bert.pressed("escape")
        assert "may they? (y/n)" in bert.bottom


async def test_long_text_is_read_page_by_page_with_keys_and_the_wheel() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        first = await anna.pressed("?")
        assert anna.bottom.startswith("page 1 of ")
        second = await anna.pressed("wheel down")
        assert anna.bottom.startswith("page 2 of ")
        assert second != first
        assert await anna.pressed("wheel up") == first
        assert await anna.pressed(" ") == second
        await anna.pressed("escape")
        assert "page" not in anna.bottom


async def test_text_fits_the_window_even_when_that_changes() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        await anna.pressed("?")
        await anna.resized(Look(rows=22, columns=40))
        assert anna.bottom.startswith("page 1 of ")
        assert max(map(len, anna.screen.split("\n"))) <= 40


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
        sentence = "The window is too small for the board, so it is put into words: make it larger to have it back."
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
