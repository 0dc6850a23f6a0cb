"""What a person is asked, and given to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from core.base.message import message
from core.live.live_table import LiveTable
from core.table import Move, Undo
from frontends.terminal.picture import Look
from frontends.visit.visit import LONGEST_ANSWER, Visit
from tests.core.parlour import move, submit
from tests.frontends.terminals import House, ListTerminal, elixir, open_house, pileon

LINES = Look(single_keys=False)
SAY, GO_ON, LEAVE = (
    message("Type what you want to say as well."),
    message("Go on?"),
    "Leave the table? The game is saved. (y/n)",
)
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
        found, _ = await asked(house, lambda visit: visit.ask(SAY), "Type what you want to say as well. ", line)
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
        ("n", "Leave this game and begin another? This one is saved. (y/n)"),
    ],
)
async def test_question_says_what_is_asked_and_how_to_answer(key: str, asked: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed(key)
        assert anna.bottom == asked
        await anna.pressed("x")
        assert (anna.bottom, anna.rung) == (asked, 1)


async def test_who_looks_on_is_asked_too_whether_to_begin_a_game() -> None:
    async with open_house() as house:
        live, _ = await pileon(house, screen=True)
        carl = await house.look_on("Carl", live, screen=True)
        before = carl.words
        await carl.pressed("n")
        assert carl.bottom == "Leave this table and begin a game of your own? (y/n)"
        await carl.pressed("n")
        assert (carl.words, len(live.listeners)) == (before, 2)
        await carl.pressed(":", *"new pileon", "enter")
        assert len(live.listeners) == 1


@pytest.mark.parametrize(("key", "asked"), [(":", "Type a word, or a move:"), ("'", "Say:"), ("/", "Say:")])
async def test_key_that_begins_a_line_does_so_in_help_too(key: str, asked: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed("?", key)
        assert anna.bottom == asked
        await anna.pressed("n")
        assert anna.bottom == f"{asked} n"


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


async def test_long_question_in_lines_begins_above_its_prompt() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("forget me")
        assert "Your games stay, without your name." in anna.text
        assert anna.prompt.text.endswith("(y/n) ")
        assert max(map(len, (*anna.text.split("\n"), anna.prompt.text))) <= 80


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
        await submit(live, Undo(), 0)
        assert (bert.bottom if screen else bert.prompt.text).startswith(LEAVE)
        await (bert.pressed("n") if screen else bert.told("n"))
        request = "Anna asks to take back the last move. Allow it? (y/n)"
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
        assert "Digits of the house seed" in text
        await submit(live, Move("roll"), 0)
        assert anna.screen == text
        assert "Digits of the house seed" not in await anna.pressed("x")


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
        await submit(live, Undo(), 0)
        await bert.pressed("escape")
        assert "Allow it? (y/n)" in bert.bottom


async def test_long_text_is_read_page_by_page_with_keys_and_the_wheel() -> None:
    async with open_house() as house:
        _, anna = await elixir(house, screen=True)
        await anna.told("help all")
        first = anna.screen
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
        await anna.told("help all")
        await anna.resized(Look(rows=22, columns=40))
        assert anna.bottom.startswith("page 1 of ")
        assert max(map(len, anna.screen.split("\n"))) <= 40


# Pages in line mode.


async def test_text_longer_than_the_window_waits_for_enter_in_lines_too() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        first = await anna.told("help all")
        assert len(first.splitlines()) < anna.look.rows
        assert anna.prompt.text.startswith("Page 1 of ")
        assert "quit" not in first
        whole = first
        while anna.prompt.text.startswith("Page "):
            whole += await anna.told("")
        assert "leave" in whole
        assert anna.prompt.text == "lobby> "


async def test_word_typed_between_pages_is_done_and_q_only_stops() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("help all")
        assert await anna.told("q") == ""
        assert anna.prompt.text == "lobby> "
        await anna.told("help all")
        assert "1 person is here." in await anna.told("who")


@pytest.mark.parametrize("look", [Look(single_keys=False), Look(reader=True), Look(rows=2)])
async def test_script_and_screen_reader_get_a_text_at_once(look: Look) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", look=look)
        assert len((await anna.told("help all")).splitlines()) > 40
        assert not anna.prompt.text.startswith("Page")
