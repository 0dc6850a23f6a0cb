"""What a game came to, and the result of a daily deal: asked for when it is over."""

from __future__ import annotations

from core.table import Resign
from tests.core.parlour import submit
from tests.frontends.terminals import COMP, open_house


async def test_game_that_is_over_is_summed_up_and_one_that_runs_is_not():
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live)
        assert "The game is not over yet" in await anna.told("summary")
        await submit(live, Resign(), 0)
        told = await anna.told("summary")
        assert "You resigned before both had moved: nobody wins." in told
        assert "No hand was finished." in told


async def test_result_of_a_daily_deal_is_a_line_to_paste():
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon daily", "1 14")
        await anna.told("resign", "y")
        await anna.say("result", " of 52, 1 move, ")
        await anna.wait_text("Won in a row: 0 days; longest streak: 0 days.")
        assert "Parlour daily " in anna.text
        await anna.say("summary", "Parlour daily ")


async def test_result_is_for_daily_deals():
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        await submit(live, Resign(), 0)
        assert "This was not a daily deal" in await anna.told("result")


async def test_summary_has_a_key():
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        await submit(live, Resign(), 0)
        await anna.pressed("S")
        await anna.wait_screen("Nothing taken back, no hint.")
