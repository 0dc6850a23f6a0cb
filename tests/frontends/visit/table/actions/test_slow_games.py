"""Planning replies and going on vacation, as people type it."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.durations import DAY
from core.live.automatic_play import answer_as_planned
from core.table import Move
from frontends.terminal.picture import Look
from tests.core.parlour import moves, submit
from tests.frontends.terminals import open_house, pileon, quiet

MODES = [{}, {"look": Look(reader=True)}, {"look": Look(language="fr")}]


async def test_reply_is_planned_listed_forgotten_and_played() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        assert await bert.told("if any then roll") == "When it is your turn again, you play roll.\n"
        assert "you play r." in await bert.told("if roll then r")
        assert "deleted" in await bert.told("if off")
        assert await bert.told("if") == "You have no plan for your next turn. To make one: if THEIRS then MINE\n"
        await bert.told("if any then roll")
        before = anna.text
        await anna.told("roll")
        await anna.told(moves(live, 0)[0])
        assert "if" not in anna.text.removeprefix(before).split()
        await answer_as_planned(live)
        await quiet()
        assert live.table.state.rolled
        assert live.table.turn == (1,)


@pytest.mark.parametrize("more", MODES)
async def test_vacation_is_told(more: dict[str, Any]) -> None:
    now = [1_793_000_000.0]
    async with open_house(now=lambda: now[0]) as house:
        anna = house.enter("Anna", **more)
        await quiet()
        anna.type("vacation")
        await anna.wait_text("30")
        anna.type("vacation 3 days")
        await anna.wait_text("UTC")
        now[0] += 3600
        anna.type("vacation off")
        await anna.wait_text("29")


async def test_players_see_that_somebody_is_on_vacation() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live, screen=True)
        await house.service.views.settle()
        anna.type("vacation 3 days")
        await bert.wait_screen("Anna is on vacation.")
        assert "Anna vacation" in bert.screen
        await bert.told("time")
        assert "Anna is on vacation" in bert.message


@pytest.mark.parametrize("clock", [0, 60])
@pytest.mark.parametrize("early", [False, True])
async def test_reply_is_planned_at_any_time_of_any_game_for_two(clock: int, early: bool) -> None:
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert")
        await anna.told(f"new elixir person clock={clock}" if clock else "new elixir person")
        id = await house.only_table()
        await bert.told(f"join {id}")
        live = house.service.in_play(id)
        assert live is not None
        if live.table.turn == (1,):
            anna, bert = bert, anna
        me, other = live.table.turn[0], 1 - live.table.turn[0]
        await anna.told("roll")
        if early:
            assert "When it is your turn again, you play roll." in await anna.told("if any then roll")
        await anna.told(moves(live)[0])
        if not early:
            await anna.told("if any then roll")
        await submit(live, Move("roll"), other)
        await submit(live, Move(moves(live)[0]), other)
        await anna.wait(lambda: live.table.turn == (me,) and bool(live.table.state.rolled))
        played = live.table.now.plays
        await submit(live, Move(moves(live)[0]), me)
        await submit(live, Move("roll"), other)
        await submit(live, Move(moves(live)[0]), other)
        await anna.told("")
        assert live.table.now.plays == played + 3  # it was for one turn


async def test_solitaires_and_watchers_plan_nothing() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        carl = await house.look_on("Carl", live)
        _, dora = await pileon(house)
        assert "in games for two" in await dora.told("if any then 1 14")
        assert "watching" in await carl.told("if any then roll")
