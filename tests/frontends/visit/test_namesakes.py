"""No two have names that read alike, in whichever houses they are."""

from __future__ import annotations

import pytest

from tests.frontends.houses import entered, said, two_houses
from tests.frontends.terminals import open_house, quiet


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("Anna", "Somebody in the house is called Anna already: please take another name."),
        ("ANNA", "Somebody in the house is called ANNA already: please take another name."),
        ("Ànna", "Ànna reads like a name that somebody has: please take another."),
    ],
)
async def test_second_person_of_a_name_is_refused_while_the_first_is_in(second: str, sentence: str) -> None:
    async with open_house() as house:
        first, other = house.enter(), house.enter()
        await first.told("Anna")
        assert " ".join((await other.told(second)).split()) == sentence
        await first.told("quit")
        assert f"Welcome to the lobby, {second}." in await other.told(second)


async def test_name_of_somebody_in_another_house_is_refused_at_the_door() -> None:
    async with two_houses() as (here, there):
        await entered(here, "Anna")
        stranger = there.enter()
        assert "Somebody in the house is called anna already" in " ".join((await stranger.told("anna")).split())
        assert "reads like a name that somebody has" in " ".join((await stranger.told("Ànna")).split())
        assert "Welcome" in await stranger.told("Bert")


async def test_of_two_guests_who_take_a_name_at_one_moment_one_is_called_otherwise_and_told() -> None:
    async with two_houses() as (here, there):
        first, second = here.enter(), there.enter()
        await quiet()
        first.type("Anna")
        second.type("Anna")
        await quiet()
        assert sorted([here.visits[first].name, there.visits[second].name]) == ["Anna", "Anna2"]
        assert (said(first) + said(second)).count("Somebody else is called Anna now, so you are Anna2.") == 1
        for house in (here, there):
            assert sorted(one.name for one in house.service.presence.everybody()) == ["Anna", "Anna2"]


async def test_name_that_was_lost_so_is_refused_when_it_is_asked_for_again() -> None:
    async with two_houses() as (here, there):
        first, second = here.enter(), there.enter()
        await quiet()
        first.type("Anna")
        second.type("Anna")
        await quiet()
        loser = first if here.visits[first].name == "Anna2" else second
        assert "Somebody in the house is called Anna already" in " ".join((await loser.told("name Anna")).split())
