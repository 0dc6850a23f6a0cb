"""The solitaires one has not finished are listed and gone on with."""

from __future__ import annotations

from core.table import Resign
from tests.core.parlour import move, submit
from tests.frontends.terminals import open_house


async def test_without_unfinished_ones_the_ways_to_begin_are_told():
    async with open_house() as house:
        anna = house.enter("Anna")
        told = await anna.say("solitaire", "Instead of signora: ")
        assert "You have no unfinished solitaire." in told
        assert "new signora daily" in told
        await anna.say("solitaire 1", "You have no unfinished solitaire. To start one:")


async def test_unfinished_one_is_listed_and_gone_on_with():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await anna.wait_text("deal 7")
        anna.type("1 14", "quit", "y")
        told = await anna.say("solitaire", "Instead of signora: ")
        assert "1. Pileon, deal 7: 0 cards home, 1 move, 0:0" in told
        assert "To go on with the first: solitaire 1" in told
        await anna.say("solitaire 2", "Type solitaire and a number from 1 to 1.")
        await anna.say("solitaire 00012", "Type solitaire and a number from 1 to 1.")
        await anna.say("solitaire x", "Type solitaire and a number from 1 to 1.")
        await anna.say("solitaire 1", "Pileon, deal 7, table ")
        await anna.wait_prompt("your move")


async def test_games_that_are_over_or_of_two_are_not_listed():
    async with open_house() as house:
        over = await house.set_up("pileon", "Anna", deal=7)
        await move(over)
        await submit(over, Resign(), 0)
        await house.set_up("mille", "Anna", "Bert")
        anna = await house.seat("Anna", over)
        await anna.told("quit")
        await anna.say("solitaire", "You have no unfinished solitaire.")


async def test_solitaire_that_was_left_is_offered_to_whoever_comes_in() -> None:
    async with open_house(now=lambda: 1_760_000_000.0) as house:  # a Thursday
        anna = house.enter("Anna")
        await anna.told("new signora deal=7", "b 3")
        code = house.visits[anna].session.codes[-1]
        anna.hang_up()
        await anna.left()
        await house.service.views.settle()
        again = house.enter()
        await again.told(f"resume {code}", "quit", "y")
        await again.wait_text("Go on with your Signora from Thursday? Type solitaire 1.")
