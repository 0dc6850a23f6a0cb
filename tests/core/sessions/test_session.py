"""Who becomes somebody in the journal takes along what they have chosen before, whoever made them somebody."""

from __future__ import annotations

import pytest

from tests.frontends.houses import entered
from tests.frontends.terminals import open_house


@pytest.mark.parametrize("how", ["invited", "alone"])
async def test_what_was_chosen_before_is_kept(how: str) -> None:
    async with open_house() as house:
        anna, carl = await entered(house, "Anna", "Carl")
        await carl.told("language fr")
        if how == "invited":
            await anna.told("invite Carl mille")
            await carl.told("accept")
        else:
            await carl.told("new mille")
        visit = house.visits[carl]
        assert visit.session.persons == {visit.session.visitor.id}
        known = await house.service.directory.person(visit.session.visitor.id)
        assert known.preferences == (("language", "fr"),)


async def test_guest_who_was_invited_comes_back_in_their_language() -> None:
    async with open_house() as house:
        anna, carl = await entered(house, "Anna", "Carl")
        await carl.told("language fr")
        await anna.told("invite Carl mille")
        await carl.told("accept")
        (code,) = house.visits[carl].session.codes
        carl.hang_up()
        await carl.left()
        again = house.enter()
        await again.told(code)
        assert house.visits[again].look.language == "fr"
