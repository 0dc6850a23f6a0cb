"""What people are shown of tournaments."""

from __future__ import annotations

from core.house import tournaments
from core.sessions.tournaments.pages import listing, page
from core.sessions.tournaments.participation import cancel, hold, take_part
from core.tournaments.tournament import Stage, advance
from tests.core.sessions.houses import open_house
from tests.core.sessions.tournaments.test_participation import member, terms


async def test_page_has_the_names_of_all_and_where_they_stand():
    async with open_house() as house:
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        held = await hold(anna, terms(house))
        for session in (anna, bert):
            await take_part(session, held.id)
        guest = await house.guest("Carl")
        found = await page(guest, held.id)
        assert [found.name(one.person) for one in found.standings] == ["Anna", "Bert"]
        assert found.name("nobody") == "somebody"


async def test_list_has_those_that_come_and_those_that_are_over_but_not_those_that_were_cancelled():
    async with open_house() as house:
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        first, second = [await hold(anna, terms(house, f"elixir in={n}m")) for n in (30, 20)]
        third = await hold(bert, terms(house, "elixir in=10m"))
        for session in (anna, bert):
            await take_part(session, third.id)
        at = third.terms.starts_at + 1.0
        for _ in range(3):
            await tournaments.change(house.service, third.id, lambda now: advance(now, at, (), lambda: "t"))
        await cancel(anna, second.id)
        await house.service.views.settle()
        found = await listing(anna)
        assert [(one.id, one.stage, one.players) for one in found.open] == [
            (third.id, Stage.RUNNING, 2),
            (first.id, Stage.ANNOUNCED, 0),
        ]
        assert found.past == ()
        assert found.names == {anna.visitor.id: "Anna", bert.visitor.id: "Bert"}
