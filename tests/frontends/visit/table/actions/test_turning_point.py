"""Where a solitaire was lost: asked when it is over or stuck, answered by a solver, and ended by a key."""

from __future__ import annotations

from tests.frontends.terminals import open_house


async def test_where_is_told_of_a_game_that_was_given_up_and_not_of_one_that_runs():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await anna.wait_prompt("your move")
        await anna.say("where", "You can ask that when the game is over or stuck.")
        anna.type("1 14", "resign", "y")
        await anna.wait_text("resigned")
        await anna.say("where", "You can still win")


async def test_where_is_not_for_games_of_two():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille luck=x")
        await anna.wait_prompt("your move")
        anna.type("resign", "y")
        await anna.say("where", "You can do that only in a solitaire.")


async def test_level_of_the_computer_is_named_at_the_table():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille level=easy")
        await anna.wait_prompt("your move")
        await anna.say("table", "Comp easy")
        anna.type("quit", "y")
        await anna.say("new mille level=godlike", "choose easy")
        await anna.say("new mille person level=easy", "leave out level=")
        await anna.say("new elixir level=classic", "choose easy")


async def test_daily_deal_is_the_same_for_everybody_and_a_grade_is_one_of_three():
    async with open_house() as house:
        deals = []
        for name in ("Anna", "Bert"):
            guest = house.enter(name)
            guest.type("new signora daily")
            await guest.wait_text("table ")
            deals.append(guest.text.split("deal ")[1].split(",")[0])
        assert deals[0] == deals[1]
        carol = house.enter("Carol")
        await carol.say("new signora grade=brutal", "Add a grade to grade=, one of: easy, fair, hard.")
        await carol.say("new signora daily deal=7", "Use only one of")
        await carol.say("new mille daily", "is not a solitaire")
