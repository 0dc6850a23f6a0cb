"""Words typed at a board as in any MUD: every word of every room, at every game, for players and watchers, as fast and
as slowly as people type. Nothing happens before Enter, and then what `:` and the word would do."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import product

import pytest
from trio.testing import MockClock, wait_all_tasks_blocked

from core.games import GAMES
from core.live.live_table import LiveTable
from core.table import Move
from frontends.screens import screen_of
from frontends.terminal.picture import Look
from frontends.visit.half_typed import HOLD
from frontends.visit.table.at_table import AtTable
from frontends.visit.visit_loop import VOCABULARY
from tests.core.parlour import moves, submit
from tests.frontends.terminals import COMP, House, ListTerminal, open_house, quiet
from tests.frontends.visit.test_curtain import at_one_keyboard

SPEEDS = (0.06, 0.15, 0.4)
"""Seconds from one letter to the next."""
THINKING = {"winnable", "where"}
"""Words that have a solver think, in a process of its own."""
PROMPT = "Type a word, or a move: "
NAMES = tuple("Zo" + "".join(letters) for letters in product("abcdefgh", repeat=4))
"""Names that differ, and are of one length, so that they can stand for one another on a screen."""
FIRST = (("mille", True), ("pileon", False))
AT_TABLES = pytest.mark.parametrize(
    ("game", "plays"),
    [
        pytest.param(*each, marks=() if each in FIRST else pytest.mark.slow, id=f"{each[0]}-{each[1]}")
        for each in product(GAMES, (True, False))
    ],
)
"""In `make test` one player and one who looks on, because each types hundreds of words at three speeds."""


def words(game: str) -> list[str]:
    return sorted(word for word in screen_of(game).move_words.union(VOCABULARY) if len(word) > 1)


async def come(house: House, game: str, plays: bool, name: str = "Anna") -> tuple[LiveTable, ListTerminal]:
    """Somebody at a board, where they play or look on."""
    is_solitaire = GAMES[game].seats == 1
    players = (name,) if is_solitaire else (name, COMP)
    live = await house.set_up(game, *players, deal=7 if is_solitaire else None)
    return live, await house.seat(name, live, screen=True) if plays else await house.look_on("Ida", live, screen=True)


async def type_slowly(somebody: ListTerminal, text: str, pace: float, clock: MockClock) -> None:
    for letter in text:
        somebody.press(letter)
        await wait_all_tasks_blocked()
        clock.jump(pace)
        await wait_all_tasks_blocked()


@AT_TABLES
async def test_no_letter_of_a_word_is_a_key(game: str, plays: bool, mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await come(house, game, plays)
        before = live.table.seq, anna.screen, anna.rung
        for pace, word in product(SPEEDS, words(game)):
            await type_slowly(anna, word, pace, mock_clock)
            assert anna.bottom.rstrip() == PROMPT + word
            anna.press("escape")
            await wait_all_tasks_blocked()
            assert (live.table.seq, anna.screen, anna.rung) == before, word


async def by_letters(anna: ListTerminal, word: str, clock: MockClock) -> None:
    await type_slowly(anna, word, SPEEDS[-1], clock)
    anna.press("enter")


async def by_colon(anna: ListTerminal, word: str, clock: MockClock) -> None:
    for _ in word:
        clock.jump(SPEEDS[-1])  # Some answers tell the time.
    anna.press(":", *word, "enter")


async def outcome(
    house: House, game: str, plays: bool, word: str, type_: Callable[[ListTerminal, str, MockClock], Awaitable[None]],
    name: str, clock: MockClock,
) -> tuple[object, ...]:  # fmt: skip
    """What somebody sees, and how many records there are, when a word was typed."""
    live, anna = await come(house, game, plays, name)
    await type_(anna, word, clock)
    await quiet()
    seen = re.sub(rf"{live.id}(-\w+)*", "TABLE", anna.words).replace(name, "NAME")
    found = word, live.table.seq, type(house.visits[anna].room), anna.on_screen, anna.rung, seen
    anna.hang_up()
    await quiet()
    return found


@pytest.mark.slow
@AT_TABLES
async def test_word_does_what_it_does_after_a_colon(game: str, plays: bool, mock_clock: MockClock) -> None:
    names = iter(NAMES)
    for word in words(game):
        if word not in THINKING:
            async with open_house() as house:
                typed = await outcome(house, game, plays, word, by_letters, next(names), mock_clock)
            async with open_house() as house:
                assert typed == await outcome(house, game, plays, word, by_colon, next(names), mock_clock)


async def solitaire(house: House, **more: object) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("terrace", "Anna", deal=7)
    await submit(live, Move("t3 f"), 0)
    return live, await house.seat("Anna", live, screen=True, **more)


async def test_key_waits_no_longer_than_a_word_may_still_come(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        await type_slowly(anna, "d", HOLD - 0.01, mock_clock)
        assert live.table.now.plays == 1
        mock_clock.jump(0.02)
        await wait_all_tasks_blocked()
        assert live.table.now.plays == 2


@pytest.mark.parametrize("key", ["1", "enter", "tab", "d", "w", "?", "wheel down"])
async def test_key_waits_no_longer_than_until_the_next(key: str, mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        anna.press("d", key)
        await wait_all_tasks_blocked()
        assert live.table.now.plays == 2


async def test_key_waits_no_longer_than_until_a_click(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        anna.press("d")
        anna.click("key Tab")
        await wait_all_tasks_blocked()
        assert live.table.now.plays == 2


async def test_key_that_only_chooses_does_not_wait_and_is_put_back_by_a_word(mock_clock: MockClock) -> None:
    async with open_house() as house:
        _, anna = await come(house, "mille", True)
        before = anna.screen
        await type_slowly(anna, "w", 0.1, mock_clock)
        assert anna.screen != before
        await type_slowly(anna, "ho", 0.1, mock_clock)
        anna.press("escape")
        await wait_all_tasks_blocked()
        assert anna.screen == before


async def test_words_are_typed_while_a_text_is_read(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        anna.press("?")
        await wait_all_tasks_blocked()
        await type_slowly(anna, "undo", 0.4, mock_clock)
        assert anna.bottom.rstrip() == f"{PROMPT}undo"
        anna.press("escape")
        await wait_all_tasks_blocked()
        assert "press any key" in anna.bottom
        await type_slowly(anna, "undo", 0.4, mock_clock)
        anna.press("enter")
        await wait_all_tasks_blocked()
        assert (live.table.now.plays, anna.bottom[:3]) == (0, "Tab")


async def test_letter_closes_a_text(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        before = await anna.pressed()
        await anna.pressed("?", "u")
        assert (anna.screen, live.table.now.plays) == (before, 1)


@pytest.mark.parametrize("answer", ["yes", "y", "YES"])
async def test_question_is_answered_with_a_word(answer: str, mock_clock: MockClock) -> None:
    async with open_house() as house:
        _, anna = await solitaire(house)
        await anna.pressed("c-c")
        await type_slowly(anna, answer, 0.4, mock_clock)
        anna.press("enter")
        await quiet()
        assert type(house.visits[anna].room).__name__ == "Lobby"
        assert anna.rung == 0


async def test_other_words_do_not_answer_a_question(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        await anna.pressed("c-c")
        for word in ("undo", "new", "answer"):
            await type_slowly(anna, word, 0.4, mock_clock)
            anna.press("enter")
            await wait_all_tasks_blocked()
            assert anna.bottom.startswith("Leave the table?")
        assert live.table.now.plays == 1


async def test_no_word_lifts_the_curtain_or_shows_what_is_behind_it() -> None:
    async with open_house() as house:
        _, ann = await at_one_keyboard(house, "mille", screen=True)
        room = house.visits[ann].room
        assert isinstance(room, AtTable)
        while not room.curtain:
            await submit(room.live, Move(moves(room.live)[0]), room.live.turn[0])
            await quiet()
        before = ann.picture and ann.picture.rows[:-3]
        for word in words("mille"):
            if word not in ("leave", "quit", "exit"):
                ann.press(*word, "enter")
                await quiet()
                assert ann.message.startswith("Pass the keyboard to")
                assert (ann.picture and ann.picture.rows[:-3], room.curtain) == (before, True), word
        ann.press(*"quit", "enter")
        await quiet()
        assert ann.bottom.startswith("Leave the table?")


async def test_word_half_typed_stays_under_news(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        for somebody in (await house.seat("Anna", live, screen=True), await house.look_on("Carl", live, screen=True)):
            somebody.press(*"under")
            await wait_all_tasks_blocked()
            await submit(live, Move(moves(live)[0]), live.turn[0])
            await wait_all_tasks_blocked()
            assert somebody.bottom.rstrip() == f"{PROMPT}under"
            somebody.press("escape")


async def test_word_half_typed_is_forgotten_where_the_window_gets_too_small(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live, anna = await solitaire(house)
        for letters in ("u", "und"):
            anna.press(*letters)
            anna.resize(Look(10, 40))
            await quiet()
            anna.resize(Look())
            await quiet()
            assert (live.table.now.plays, anna.bottom[:3]) == (1, "Tab")


async def test_choices_do_not_run_by_while_a_key_waits(mock_clock: MockClock) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=True, one_key=True)
        anna.press("r")
        await wait_all_tasks_blocked()
        mock_clock.jump(HOLD)
        await wait_all_tasks_blocked()
        assert live.table.now.plays == 1
