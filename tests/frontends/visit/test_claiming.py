"""Having a name in the house."""

from __future__ import annotations

import pytest

from tests.frontends.terminals import open_house


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


async def test_name_that_is_held_is_refused_also_while_its_holder_is_out() -> None:
    async with open_house() as house:
        await house.service.directory.holder("Wilma")
        stranger = house.enter()
        taken = "Wilma is taken by somebody who has registered it: please take another."
        assert " ".join((await stranger.told("Wilma")).split()) == taken
        alike = "W1lma reads like a name that somebody has: please take another."
        assert " ".join((await stranger.told("W1lma")).split()) == alike
