"""Talk, and what can be read about a table."""

from __future__ import annotations

import pytest

from core.base.chance import commitment
from core.sessions.at_table.fairness import grouped
from core.table import Resign
from tests.core.parlour import move, submit
from tests.frontends.terminals import COMP, SEED, open_house

MODES = pytest.mark.parametrize("screen", [False, True])


@pytest.mark.parametrize("line", ["say hello,  Bert", "' hello, Bert", "'hello, Bert", "SAY hello, Bert"])
async def test_words_are_said_in_lines(line: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        assert " ".join((await anna.told(line)).split()) == "<Anna> hello, Bert"
        assert " ".join(bert.text.split()).endswith("<Anna> hello, Bert")


@pytest.mark.parametrize("key", ["'", "/"])
async def test_words_are_typed_at_the_bottom_of_a_screen(key: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = [await house.seat(name, live, screen=True) for name in ("Anna", "Bert")]
        await anna.pressed(key, *"hello", "enter")
        assert (anna.message, bert.message) == ("<Anna> hello", "<Anna> hello")
        await anna.pressed(key, "enter", key, "escape")
        assert len(live.said) == 1


async def test_words_are_asked_for_where_none_came_with_the_command() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("say")
        assert anna.prompt.text == "Say: "
        await anna.told("", "'", "well")
        assert [line.text for line in live.said] == ["well"]


@MODES
async def test_spectators_talk_among_themselves(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=screen)
        carl, dora = await house.look_on("Carl", live), await house.look_on("Dora", live, screen=screen)
        await carl.told("say nice")
        assert "<~Carl> nice" in carl.text
        assert "<~Carl> nice" in dora.words
        assert "nice" not in anna.words
        await anna.told("say hello all")
        assert "<Anna> hello all" in carl.text


async def test_what_was_done_and_said_can_be_read_again() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("say one", "say two")
        await move(live, 2)
        told = await anna.told("talk")
        assert told.endswith("<Anna> one\n<Anna> two\n")
        assert "You roll" in told


async def test_table_says_its_name_the_way_back_and_the_proof() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live)
        code = house.code("Anna", live)
        for word in ("table", "code"):
            told = await anna.told(word)
            assert told.startswith(f"Mille, table {live.id}: Anna against Comp.\nTo come back: resume {code}\n")
            assert f"Digits of the house seed: {grouped(commitment(SEED))}\n" in told


@MODES
async def test_proof_is_read_without_the_seed_while_the_game_runs_and_with_it_afterwards(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, screen=screen)
        await anna.told("fair")
        assert grouped(commitment(SEED)) in anna.words
        assert SEED.hex() not in anna.words
        assert "You see the house seed when the game is over." in anna.words
        await anna.pressed("escape") if screen else None
        await submit(live, Resign(), 0)
        await anna.told("fair")
        assert f"House seed: {SEED.hex()}" in anna.words


async def test_text_over_the_board_has_all_that_scrolled_by() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=True)
        await live.say(live.table.chairs[1].person, 1, "good luck")
        await move(live, 2)
        shown = await anna.pressed("T")
        assert "<Bert> good luck" in shown
        assert "You roll" in shown
