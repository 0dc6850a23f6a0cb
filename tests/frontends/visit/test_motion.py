"""What happens in one go plays as a short sequence of pictures."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import trio

from core.live import LiveTable
from core.table import Move
from frontends.visit.at_table import FRAME, MOTION
from tests.frontends.terminals import House, ListTerminal, open_house

FIRST = "t3 f2"
"""The first move of Terrace's deal 7: it fills the columns and turns a card, in nine steps."""


async def terrace(house: House, **more: Any) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("terrace", "Anna", deal=7)
    return live, await house.seat("Anna", live, **more)


async def shown(anna: ListTerminal, live: LiveTable) -> list[tuple[float, str]]:
    """The different pictures that follow from the first move, each with how many seconds after it."""
    began, before = trio.current_time(), len(anna.pictures)
    await live.submit(Move(FIRST), 0)
    await trio.sleep(10)
    return [(at - began, picture.text()) for at, picture in anna.pictures[before:]]


@pytest.mark.parametrize("own", [False, True])
async def test_steps_of_a_move_are_shown_one_after_the_other_in_short_time(own: bool, autojump_clock: object) -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7)
        anna = await (house.seat if own else house.look_on)("Anna", live, screen=True)
        before = anna.screen
        pictures = await shown(anna, live)
        assert len({text for _, text in pictures} - {before}) >= 9
        times = [at for at, _ in pictures]
        assert times[-1] <= MOTION + 0.001
        assert all(later - earlier <= FRAME + 0.001 for earlier, later in pairwise(times))
        assert anna.screen == pictures[-1][1]


async def test_sequence_ends_where_a_picture_without_it_does(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        still = await house.seat("Anna", live, screen=True, motion=False)
        pictures = await shown(anna, live)
        assert still.screen == pictures[-1][1]


async def test_any_key_ends_it_and_is_heeded(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        still = await house.seat("Anna", live, screen=True, motion=False)
        await live.submit(Move(FIRST), 0)
        assert anna.screen != still.screen
        anna.press("tab")
        still.press("tab")
        await trio.testing.wait_all_tasks_blocked()
        assert anna.screen == still.screen


async def test_question_of_a_key_comes_over_the_last_picture(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await live.submit(Move(FIRST), 0)
        anna.press("q")
        await trio.testing.wait_all_tasks_blocked()
        assert anna.bottom.startswith("Leave the table?")
        count = len(anna.pictures)
        await trio.sleep(10)
        assert len(anna.pictures) == count


async def test_next_move_cuts_it_short(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        still = await house.seat("Anna", live, screen=True, motion=False)
        await live.submit(Move(FIRST), 0)
        await live.submit(Move("d"), 0)
        await trio.sleep(MOTION)
        assert anna.screen == still.screen


async def test_nothing_moves_for_those_who_do_not_like_it(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await anna.told("motion off")
        assert anna.message == "Nothing moves by itself."
        assert len({at for at, _ in await shown(anna, live)}) == 1
        live, bert = await terrace(house, screen=True, motion=False)
        assert len({at for at, _ in await shown(bert, live)}) == 1


async def test_lines_tell_everything_at_once(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house)
        before = len(anna.text)
        await live.submit(Move(FIRST), 0)
        told = anna.text[before:]
        await trio.sleep(10)
        assert anna.text[before:] == told
        assert told.count("Column 1 (") == 1


async def test_lines_that_are_chosen_meanwhile_tell_the_position_as_it_is(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await live.submit(Move(FIRST), 0)
        anna.press("L")
        await trio.sleep(10)
        assert not anna.on_screen
        assert anna.text.count("Column 1 (") == 1
