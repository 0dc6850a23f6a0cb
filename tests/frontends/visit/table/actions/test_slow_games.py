"""Planning replies and going on vacation, as people type it."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.durations import DAY
from core.live.automatic_play import answer_as_planned
from frontends.terminal.picture import Look
from tests.core.parlour import moves
from tests.frontends.terminals import open_house, quiet

MODES = [{}, {"look": Look(reader=True)}, {"look": Look(language="fr")}]


async def test_reply_is_planned_listed_forgotten_and_played() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        assert await bert.told("if any then roll") == "If it is your turn, you play roll.\n"
        assert "you play r." in await bert.told("if roll then r")
        assert "forgotten" in await bert.told("if off")
        assert await bert.told("if") == "You have planned nothing for your next turn: if THEIRS then MINE does.\n"
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


async def test_short_games_and_watchers_plan_nothing() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        bert, carl = await house.seat("Bert", live), await house.look_on("Carl", live)
        assert "games with days" in await bert.told("if any then roll")
        assert "watching" in await carl.told("if any then roll")
