"""For screen readers: whole games as they are told, and what holds of every line."""

from __future__ import annotations

import unicodedata

import attrs
import pytest

from core.base.game import Seat
from core.table import Move
from frontends.locale.language import LANGUAGES, language
from frontends.terminal.picture import Look
from frontends.visit.text.wording import FIRST_HINT
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.terminals import open_house
from tests.frontends.visit.transcribing import GAMES, READER, Transcript, read, script_of, transcribe

PUNCTUATION = frozenset(".,:;?!'\"()-")
"""What readers pass over or pause at."""
EVERY = pytest.mark.parametrize("game", GAMES)
CODES = pytest.mark.parametrize("code", ["fr", *slow(*(code for code in (*LANGUAGES, "qps") if code != "fr"))])
_played: dict[tuple[str, tuple[str, ...], Look], Transcript] = {}


async def transcribed(game: str, script: list[str], look: Look = READER) -> Transcript:
    """What is told of a script, which is played once for all tests that look at it."""
    played = game, tuple(script), look
    if played not in _played:
        _played[played] = await transcribe(game, script, look)
    return _played[played]


@EVERY
async def test_game_is_told_as_it_was_when_somebody_last_read_it(game: str) -> None:
    kept = read(game)
    transcript = await transcribed(game, script_of(kept))
    assert transcript.text == kept


def is_drawn(character: str) -> bool:
    """Whether it is part of a drawing: a box, a block, a dot pattern, a suit, an arrow."""
    return 0x2190 <= ord(character) <= 0x2BFF


@EVERY
@CODES
async def test_every_line_can_be_read_out(code: str, game: str) -> None:
    told = (await transcribed(game, script_of(read(game)), attrs.evolve(READER, language=code))).told
    assert not any(unicodedata.category(character) == "Cc" for character in told.replace("\n", ""))
    assert not any(is_drawn(character) for character in told)
    assert max(map(len, told.splitlines())) < 80
    visible = [character for character in told if not character.isspace()]
    symbols = [character for character in visible if not character.isalnum() and character not in PUNCTUATION]
    assert len(symbols) <= len(visible) * 0.05, sorted(set(symbols))


@EVERY
@CODES
async def test_prompts_are_short_after_the_first_time_and_hints_are_said_once(code: str, game: str) -> None:
    transcript = await transcribed(game, script_of(read(game)), attrs.evolve(READER, language=code))
    seen: set[str] = set()
    for prompt in transcript.prompts:
        assert prompt not in seen or len(prompt) <= 20
        seen.add(prompt)
    assert " ".join(transcript.told.split()).count(" ".join(language(code).say(FIRST_HINT).split())) == 1


@EVERY
async def test_board_is_told_on_request_only(game: str) -> None:
    script = script_of(read(game))
    without = await transcribed(game, [line for line in script if line != "< board"])
    position = (await transcribed(game, script)).told.partition(without.told[:1])
    assert len(without.told.splitlines()) < len("".join(position).splitlines())
    for line in without.text.split("< board")[0].splitlines():
        assert not line.startswith(("Pile ", "Column ", "Row ", "Points of"))


async def test_move_of_the_other_is_one_line() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, look=READER)
        await submit(live, Move("roll"), 0)
        before = len(anna.text)
        await submit(live, Move(moves(live)[0]), 0)
        await submit(live, Move("roll"), 1)
        assert len(anna.text[before:].splitlines()) == 2


async def test_nothing_is_told_twice() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = [await house.seat(name, live, look=READER) for name in ("Anna", "Bert")]
        for _ in range(20):
            seat = live.turn[0]
            texts = moves(live)
            for person in (anna, bert):
                person.text = ""
            await (anna, bert)[seat].told(texts[0])
            for person in (anna, bert):
                lines = person.text.splitlines()
                assert len(lines) == len(set(lines)) > 0, lines


async def test_question_is_told_once_and_its_prompt_is_short() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live, look=READER)
        assert await bert.told("quit") == "Leave the table? The game is saved. (y/n)\n"
        assert bert.prompt.text == "> "
        assert await bert.told("n") == ""


async def test_another_ones_question_is_told_and_its_prompt_is_short() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = [await house.seat(name, live, look=READER) for name in ("Anna", "Bert")]
        await anna.told("roll")
        await anna.told(moves(live)[0])
        before = len(bert.text)
        await anna.told("undo")
        assert bert.text[before:] == "Anna asks to take back the last move.\n"
        assert bert.prompt.text == "y/n> "


async def test_screen_reader_that_comes_later_is_told_from_then_on() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        await anna.told("reader")
        assert not anna.on_screen
        told = await anna.told("1 14")
        assert len(told.splitlines()) == 1
        view = live.view(Seat(0))
        assert view.plays == 1
