"""No two have names that read alike, in whichever houses they are."""

from __future__ import annotations

import pytest
import trio

from core.base.message import english
from core.sessions.journal_errors import FAILED
from tests.frontends.houses import entered, said, two_houses
from tests.frontends.journals import broken_house
from tests.frontends.terminals import House, ListTerminal, open_house, quiet


def names(house: House) -> list[str]:
    """What everybody is called who is here."""
    return sorted(one.name for one in house.service.presence.everybody())


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("Anna", "Somebody here is already called Anna: choose another name."),
        ("ANNA", "Somebody here is already called ANNA: choose another name."),
        ("Ànna", "Ànna looks like somebody else's name: choose another."),
    ],
)
async def test_second_person_of_a_name_is_refused_while_the_first_is_in(second: str, sentence: str) -> None:
    async with open_house() as house:
        first, other = house.enter(), house.enter()
        await first.told("Anna")
        assert " ".join((await other.told(second)).split()) == sentence
        await first.told("quit")
        assert f"Welcome to the lobby, {second}." in await other.told(second)


async def test_of_two_whom_the_journal_knows_the_second_to_ask_for_a_name_is_refused() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        for one in (anna, bert):
            await one.told("fair")  # now they have a record each
        for one in (anna, bert):
            one.type("name Zoe")
        await quiet()
        assert (said(anna) + said(bert)).count("Zoe has just been taken: choose another name.") == 1
        assert names(house) in (["Anna", "Zoe"], ["Bert", "Zoe"])


@pytest.mark.parametrize("later", range(0, 30, 3))
async def test_name_that_comes_back_with_a_code_is_taken_from_nobody_and_by_nobody(later: int) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        first, second = house.enter(), house.enter()
        await quiet()
        first.type(house.code("Anna", live))
        for _ in range(later):
            await trio.lowlevel.checkpoint()
        second.type("Anna")
        await quiet()
        assert names(house) in (["Anna"], ["Anna", "Anna2"])
        assert len(names(house)) == 2 or "Somebody here is already called Anna" in said(second)


async def test_name_that_the_journal_does_not_take_is_free_again() -> None:
    async with broken_house() as (house, journal):
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("fair")
        journal.works = False
        assert english(FAILED) in await anna.told("name Zoe")
        assert names(house) == ["Anna", "Bert"]
        assert "Hello, Zoe." in await bert.told("name Zoe")
        journal.works = True
        assert "Hello, Annie." in await anna.told("name Annie")


async def test_who_cannot_be_called_otherwise_at_the_door_is_nobody_and_may_try_again() -> None:
    async with broken_house() as (house, journal):
        live = await house.set_up("mille", "Anna", "Bert")
        await entered(house, "Anna")
        again = house.enter()
        await quiet()
        journal.works = False
        assert english(FAILED) in await again.told(house.code("Anna", live))
        assert names(house) == ["Anna"]
        journal.works = True
        assert "Your hand: " in await again.told(house.code("Anna", live))
        assert names(house) == ["Anna", "Anna2"]


async def test_name_of_somebody_in_another_house_is_refused_at_the_door() -> None:
    async with two_houses() as (here, there):
        await entered(here, "Anna")
        stranger = there.enter()
        assert "Somebody here is already called anna" in " ".join((await stranger.told("anna")).split())
        assert "looks like somebody else's name" in " ".join((await stranger.told("Ànna")).split())
        assert "Welcome" in await stranger.told("Bert")


async def come_as_anna(here: House, there: House) -> tuple[ListTerminal, ListTerminal]:
    """Two who say the same name in two houses, in the same moment."""
    first, second = here.enter(), there.enter()
    await quiet()
    for one in (first, second):
        one.type("Anna")
    await quiet()
    return first, second


async def test_of_two_guests_who_take_a_name_at_one_moment_one_is_called_otherwise_and_told() -> None:
    async with two_houses() as (here, there):
        first, second = await come_as_anna(here, there)
        assert sorted([here.visits[first].session.name, there.visits[second].session.name]) == ["Anna", "Anna2"]
        assert (said(first) + said(second)).count("Somebody else took the name Anna, so you are Anna2 now.") == 1
        assert names(here) == names(there) == ["Anna", "Anna2"]


async def test_name_that_was_lost_so_is_refused_when_it_is_asked_for_again() -> None:
    async with two_houses() as (here, there):
        first, second = await come_as_anna(here, there)
        loser = first if here.visits[first].session.name == "Anna2" else second
        assert "Somebody here is already called Anna" in " ".join((await loser.told("name Anna")).split())
