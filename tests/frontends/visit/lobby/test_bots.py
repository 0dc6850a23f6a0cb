"""Accounts for programs, as people type it."""

from __future__ import annotations

import re

from core.people.directory import TOKEN_LETTERS
from core.sessions.identity import programs
from tests.frontends.terminals import House, ListTerminal, open_house, quiet


async def registered(house: House, name: str) -> ListTerminal:
    terminal = house.enter(name)
    await quiet()
    session = house.visits[terminal].session
    await house.service.register(await session.identify(), name, "$argon2id$any")
    session.visitor.become(session.visitor.id, "")
    session.show_up()
    return terminal


async def test_bot_is_made_listed_and_given_another_token() -> None:
    async with open_house() as house:
        anna = await registered(house, "Anna")
        assert "You have no bots." in await anna.told("bots")
        said = await anna.told("bot new Robo")
        assert "Robo[bot] is yours." in said
        token = re.search(rf"[a-z0-9]+-[a-z0-9]{{{TOKEN_LETTERS}}}", said)
        assert token is not None
        assert "Robo[bot]: is not here" in await anna.told("bot list")
        session = house.visits[anna].session
        assert [one.has_token(token[0].partition("-")[2]) for one in await programs.owned(session)] == [True]
        assert token[0] not in await anna.told("bot token robo")


async def test_bot_is_deleted_once_that_is_confirmed() -> None:
    async with open_house() as house:
        anna = await registered(house, "Anna")
        await anna.told("bot new Robo")
        await anna.told("bot drop Robo")
        assert "Nothing was deleted." in await anna.told("n")
        await anna.told("bot drop Robo")
        await anna.say("y", "Robo is deleted.")


async def test_who_has_bots_is_told_that_they_go_with_them() -> None:
    async with open_house() as house:
        anna = await registered(house, "Anna")
        assert "Your bots" not in await anna.told("forget me", "n")
        await anna.told("bot new Robo")
        assert "Your bots would be deleted, too." in await anna.told("forget me", "n")


async def test_help_tells_those_of_bots_who_may_have_them() -> None:
    async with open_house() as house:
        anna, bert = await registered(house, "Anna"), house.enter("Bert")
        await quiet()
        assert "accounts for your programs" in await anna.told("help bots")
        assert "bots" in (await anna.told("help")).split("one of these:")[1]
        assert "bots" not in (await bert.told("help")).split("one of these:")[1]


async def test_what_else_is_typed_is_answered_with_what_to_type() -> None:
    async with open_house() as house:
        anna = await registered(house, "Anna")
        for line in ("bot new", "bot Robo", "bot list Robo"):
            assert "Type bot new and a name" in await anna.told(line)
        bert = house.enter("Bert")
        await quiet()
        assert "keep your name first" in await bert.told("bot new Robo")
