"""Having a name in the house."""

from __future__ import annotations

from tests.frontends.terminals import open_house


async def test_name_that_is_held_is_refused_also_while_its_holder_is_out() -> None:
    async with open_house() as house:
        await house.service.directory.holder("Wilma")
        stranger = house.enter()
        taken = "Wilma is taken by somebody who has registered it: please take another."
        assert " ".join((await stranger.told("Wilma")).split()) == taken
        alike = "W1lma reads like a name that somebody has: please take another."
        assert " ".join((await stranger.told("W1lma")).split()) == alike
