"""A person's own games, and the way back to each."""

from __future__ import annotations

from core.base.game import Seat
from core.games.features.guides import LESSONS
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.table import Move
from tests.core.parlour import submit
from tests.frontends.terminals import House, ListTerminal, open_house
from tests.frontends.visit.door.test_registration import leave, registered, signed_in


async def opened(house: House, anna: ListTerminal, order: str) -> str:
    """A table that is opened and left."""
    before = set(await house.tables())
    await anna.told(order, "quit", "y")
    (id,) = set(await house.tables()) - before
    return id


def at(house: House, terminal: ListTerminal) -> str:
    """The table somebody sits at."""
    here = house.visits[terminal].room.here
    assert here is not None
    return here.id


async def test_who_signs_in_is_shown_their_games_where_it_is_their_turn_first() -> None:
    async with open_house() as house:
        anna = await registered(house)
        waiting = await opened(house, anna, "new elixir person")
        solitaire = await opened(house, anna, "new pileon deal=7")
        await leave(anna)
        await house.service.views.settle()
        again = await signed_in(house)
        await again.wait_text("To go on with the first: go")
        listed = again.text[again.text.index("Your games:") :].splitlines()
        assert listed[1].startswith("1. pileon")
        assert listed[2].startswith("2. elixir")
        await again.told("go 2")
        assert house.visits[again].room.here == TableRef(waiting, Held((0,)))
        await again.told("quit", "y")
        await again.say("go", "Pile 1:")
        assert house.visits[again].room.here == TableRef(solitaire, Held((0,)))


async def test_go_leads_from_table_to_table() -> None:
    async with open_house() as house:
        anna = await registered(house)
        first, second = await opened(house, anna, "new pileon deal=7"), await opened(house, anna, "new pileon deal=8")
        await anna.say("go", "Pile 1:")
        here = at(house, anna)
        await anna.say("go", "deal 7" if here == second else "deal 8")
        assert {here, at(house, anna)} == {first, second}


async def test_numbers_stay_those_that_were_listed_last() -> None:
    async with open_house() as house:
        anna = await registered(house)
        tables = [await opened(house, anna, f"new pileon deal={deal}") for deal in (7, 8, 9)]
        await anna.say("games", "To go on with the first")
        async with house.service.table(tables[0], attended=False) as live:
            await submit(live, Move(next(iter(live.table.game.moves(live.view(Seat(0)).view)))), 0)
        await anna.say("go 1", "Pile 1:")
        assert at(house, anna) == tables[2]


async def test_who_has_no_games_is_told_so() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        nothing = "You have no unfinished games. To start one: new mille"
        assert " ".join((await anna.told("go")).split()) == nothing
        assert " ".join((await anna.told("go 1")).split()) == nothing
        assert " ".join((await anna.told("games")).split()) == nothing


async def test_number_that_is_none_is_refused() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await opened(house, anna, "new pileon deal=7")
        for wrong in ("go 2", "go 0", "go ²"):
            await anna.say(wrong, "Type go and a number from 1 to 1; to list your games: games")
        await anna.say("go x", "There is no table x. To see all tables: list")


async def test_guest_who_came_with_a_code_has_their_games_and_lessons_too() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("Anna", "learn pileon", "quit", "new elixir person", "quit", "y")
        code = house.visits[anna].session.codes[-1]
        await leave(anna)
        await house.service.views.settle()
        again = house.enter()
        await again.told(code)
        again.type("quit", "y")
        await again.wait_text("To go on with the first: go")
        listed = again.text[again.text.index("Your games:") :].splitlines()
        assert listed[1].startswith("1. elixir")
        assert listed[2] == "2. lesson in Pileon, part 1 of 1: learn pileon"
        assert listed[3].startswith("To go on")
        await again.say("go 2", "Lesson in Pileon, part 1 of 1.")


async def test_lesson_is_gone_on_with_where_there_are_no_games() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        scene = LESSONS["elixir"].scenes[0]
        await anna.told("learn elixir", *(step.wanted[0] if step.wanted else "" for step in scene.steps), "quit")
        await anna.say("games", "1. lesson in El-Ixir, part 2 of 6: learn elixir")
        await anna.say("go", "Lesson in El-Ixir, part 2 of 6.")


async def test_lesson_leads_back_to_the_table_from_which_one_went_there() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("learn elixir", "quit", "new pileon deal=7")
        here = at(house, anna)
        await anna.say("go", "Lesson in El-Ixir")
        await anna.told("quit")
        assert at(house, anna) == here


async def test_lesson_that_is_gone_through_is_not_listed() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        (scene,) = LESSONS["pileon"].scenes
        await anna.told("learn pileon", *(step.wanted[0] if step.wanted else "" for step in scene.steps))
        await anna.say("games", "You have no unfinished games")
