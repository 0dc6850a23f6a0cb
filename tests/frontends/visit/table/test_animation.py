"""What goes on by itself: what happens in one go plays as a short sequence of pictures, and clocks run."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import trio

from core.base.durations import DAY
from core.live.live_table import LiveTable
from core.table import Clock, Fischer, Move
from frontends.terminal.picture import Look, Picture
from frontends.visit.table.animation import FRAME, MOTION
from frontends.visit.table.clock_display import URGENT
from tests.core.parlour import move, submit
from tests.frontends.terminals import House, ListTerminal, open_house

FISCHER = Fischer(100, 0)

FIRST = "t3 f2"
"""The first move of Terrace's deal 7: it fills the columns and turns a card, in nine steps."""


async def terrace(house: House, **more: Any) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("terrace", "Anna", deal=7)
    return live, await house.seat("Anna", live, **more)


async def watched(house: House) -> tuple[LiveTable, ListTerminal, ListTerminal]:
    """A table that two look on at, the second one without motion."""
    live = await house.set_up("terrace", "Anna", deal=7)
    moving = await house.look_on("Bert", live, screen=True)
    return live, moving, await house.look_on("Carl", live, screen=True, motion=False)


async def shown(anna: ListTerminal, live: LiveTable) -> list[tuple[float, str]]:
    """The different pictures that follow from the first move, each with how many seconds after it."""
    began, before = trio.current_time(), len(anna.pictures)
    await submit(live, Move(FIRST), 0)
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
        live, anna, still = await watched(house)
        pictures = await shown(anna, live)
        assert still.screen == pictures[-1][1]


async def test_any_key_ends_it_and_is_heeded(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna, still = await watched(house)
        await submit(live, Move(FIRST), 0)
        assert anna.screen != still.screen
        anna.press("tab")
        still.press("tab")
        await trio.testing.wait_all_tasks_blocked()
        assert anna.screen == still.screen


async def test_question_of_a_key_comes_over_the_last_picture(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await submit(live, Move(FIRST), 0)
        anna.press("c-c")
        await trio.testing.wait_all_tasks_blocked()
        assert anna.bottom.startswith("Leave the table?")
        count = len(anna.pictures)
        await trio.sleep(10)
        assert len(anna.pictures) == count


async def test_next_move_cuts_it_short(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna, still = await watched(house)
        await submit(live, Move(FIRST), 0)
        await submit(live, Move("d"), 0)
        await trio.sleep(MOTION)
        assert anna.screen == still.screen


async def test_nothing_moves_for_those_who_do_not_like_it(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await anna.told("motion off")
        assert anna.message == "Changes are shown at once."
        assert len({at for at, _ in await shown(anna, live)}) == 1
        live, bert = await terrace(house, screen=True, motion=False)
        assert len({at for at, _ in await shown(bert, live)}) == 1


async def test_lines_tell_everything_at_once(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house)
        before = len(anna.text)
        await submit(live, Move(FIRST), 0)
        told = anna.text[before:]
        await trio.sleep(10)
        assert anna.text[before:] == told
        assert told.count("Column 1 (") == 1


async def test_lines_that_are_chosen_meanwhile_tell_the_position_as_it_is(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await terrace(house, screen=True)
        await submit(live, Move(FIRST), 0)
        anna.press("L")
        await trio.sleep(10)
        assert not anna.on_screen
        assert anna.text.count("Column 1 (") == 1


# Clocks.


def on_trios_clock() -> Any:
    return open_house(now=trio.current_time)


async def elixir(house: House, clock: Clock = FISCHER) -> LiveTable:
    return await house.set_up("elixir", "Anna", "Bert", clock=clock)


def changed_rows(before: Picture, after: Picture) -> set[int]:
    return {row for row in range(len(after.rows)) if before.rows[row] != after.rows[row]}


async def test_clocks_run_and_nothing_else_is_drawn_anew(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house), screen=True)
        assert "You 1:40  Bert 1:40" in anna.screen
        first = len(anna.pictures) - 1
        await trio.sleep(10.5)
        assert "You 1:30  Bert 1:40" in anna.screen
        pictures = [picture for _, picture in anna.pictures[first:]]
        assert len(pictures) == 11
        assert all(changed_rows(before, after) == {22} for before, after in pairwise(pictures))
        assert all(before.rows[0] is after.rows[0] for before, after in pairwise(pictures))


async def test_clocks_are_drawn_at_most_once_a_second_while_moves_come(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        live = await elixir(house)
        watcher = await house.look_on("Carl", live, screen=True)
        for _ in range(6):
            await trio.sleep(0.7)
            await move(live)
        before = len(watcher.pictures)
        await trio.sleep(30)
        assert len(watcher.pictures) - before <= 30


async def test_without_a_clock_nothing_is_drawn_while_nothing_happens(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house, 0), screen=True)
        before = len(anna.pictures)
        await trio.sleep(3600)
        assert len(anna.pictures) == before


async def test_days_are_drawn_once_an_hour(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house, 3 * DAY), screen=True)
        assert "You 3d 0h" in anna.screen
        before = len(anna.pictures)
        await trio.sleep(10 * 3600 + 30)
        assert "You 2d 13h" in anna.screen
        assert len(anna.pictures) - before <= 11


@pytest.mark.parametrize("more", [{"screen": True}, {}, {"look": Look(reader=True)}])
async def test_little_time_is_told_once_with_the_bell(more: dict[str, Any], autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        live = await elixir(house)
        anna, bert = await house.seat("Anna", live, **more), await house.seat("Bert", live, **more)
        await trio.sleep(79)
        assert anna.rung == 0
        await trio.sleep(15)
        assert (anna.rung, bert.rung) == (1, 0)
        assert "You have 20 seconds left." in (anna.screen if more.get("screen") else anna.text)
        await move(live, 2)
        await trio.sleep(5)
        await move(live, 2)
        await trio.sleep(5)
        assert anna.rung == 1


async def test_little_time_for_a_move_is_told_for_each(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        live = await elixir(house, 60)
        anna = await house.seat("Anna", live, screen=True)
        await trio.sleep(50)
        await move(live)
        await trio.sleep(50)
        assert anna.rung == 2


async def test_clock_rests_once_the_players_have_left_though_somebody_looks_on(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        live.attended = False
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        carl = await house.look_on("Carl", live, screen=True)
        await trio.sleep(20)
        for one in (anna, bert):
            await one.told("quit", "y")
        await trio.sleep(300)
        assert live.table.ended is None
        assert "Anna 0:39" in carl.screen
        await anna.told(f"resume {house.code('Anna', live)}")
        await trio.sleep(50)
        assert live.table.ended is not None


async def test_client_that_only_looks_on_since_the_player_sits_elsewhere_keeps_no_clock_running(
    autojump_clock: object,
) -> None:
    async with on_trios_clock() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        live.attended = False
        await house.seat("Anna", live)
        second = await house.seat("Anna", live)
        await trio.sleep(20)
        await second.told("quit", "y")
        await trio.sleep(300)
        assert live.table.ended is None


async def test_last_second_of_a_short_clock_is_a_second(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house, 5))
        await trio.sleep(4.7)
        assert "You have 1 second left." in anna.text
        assert "0 seconds" not in anna.text


async def test_little_time_is_red(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house, 60), screen=True)
        await trio.sleep(50.5)
        assert anna.picture
        row = anna.picture.rows[-2]
        assert anna.picture.styles[-2][row.index("You 0:10")] == URGENT


async def test_clock_goes_on_while_somebody_types_and_in_another_mode(autojump_clock: object) -> None:
    async with on_trios_clock() as house:
        anna = await house.seat("Anna", await elixir(house), screen=True)
        anna.press("'", "h", "e")
        await trio.sleep(5.5)
        assert "You 1:35" in anna.screen
        assert "he" in anna.bottom
        anna.press("escape", "L")
        await trio.sleep(80)
        assert "You have 20 seconds left." in anna.text
