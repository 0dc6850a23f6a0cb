"""Who is in the house, as values."""

from __future__ import annotations

import math

import pytest

from core.base.game import Refused
from core.base.message import message
from core.presence.roster import Attention, Kind, Notice, Present
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import at
from core.sessions.others import company
from core.sessions.others.company import PAGE, Entry
from tests.core.sessions.houses import open_house
from tests.core.somebody import Hearer

NOW = 1_790_000_000.0
SAID = message("Hello.")


async def test_everybody_is_found_with_where_they_are_and_how_long_they_have_done_nothing() -> None:
    now = NOW
    async with open_house(now=lambda: now) as house:
        anna, bert = await house.two_at()
        for seat in (anna, bert):
            seat.session.be_at(seat)
        carl = await house.guest("Carl")
        now += 300
        carl.note_input()
        found = await company.find(carl)
        assert (found.number, found.count, found.has_more) == (1, 3, False)
        assert found.entries == (
            Entry("~Anna", 300.0, anna.id, anna.game.title),
            Entry("~Bert", 300.0, anna.id, anna.game.title),
            Entry("~Carl", 0.0),
        )
        assert (await company.find(carl, "anna")).entries == found.entries[:1]


async def test_crowd_is_found_a_page_at_a_time() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        for number in range(PAGE):
            house.service.presence.come(Present(f"Bert{number}", Hearer(), house.service.now()))
        first, second, third = [await company.find(anna, page=page) for page in (1, 2, 3)]
        assert [len(page.entries) for page in (first, second, third)] == [PAGE, 1, 0]
        assert [page.has_more for page in (first, second, third)] == [True, False, False]
        assert {page.count for page in (first, second, third)} == {PAGE + 1}


@pytest.mark.parametrize("name", ["Emil", "!", ""])
async def test_name_that_nobody_has_finds_nobody(name: str) -> None:
    async with open_house() as house:
        await house.guest("Anna")
        with pytest.raises(Refused, match="Nobody here is called"):
            company.of_name(house.service, name)


async def test_of_several_of_a_name_the_one_is_meant_who_did_something_last() -> None:
    async with open_house() as house:
        for heard_at in (1.0, 3.0, 2.0):
            house.service.presence.come(Present("Anna", Hearer(heard_at=heard_at), NOW))
        assert company.of_name(house.service, "ANNA").heard_at == 3.0


def test_who_has_turned_something_off_is_not_to_be_told_it() -> None:
    anna = Present("Anna", Hearer(), NOW, attention=Attention(("tell",)))
    company.check_hears(anna, Notice(Kind.SHOUT, SAID))
    with pytest.raises(Refused, match="Anna is not taking messages"):
        company.check_hears(anna, Notice(Kind.TELL, SAID))


async def test_player_who_is_not_at_the_table_is_idle_there_for_ever() -> None:
    now = NOW
    async with open_house(now=lambda: now) as house:
        anna, bert = await house.two_at()
        anna.session.be_at(anna)
        now += 60
        idle = [company.idle_at(house.service, anna.id, seat.session.visitor.id) for seat in (anna, bert)]
        assert idle == [60.0, math.inf]


async def test_who_is_at_two_tables_is_listed_once() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        refs = [await tables.open_table(anna, Order("pileon", {})) for _ in range(2)]
        async with at(anna, refs[0]), at(anna, refs[1]):
            found = await company.find(anna)
            assert ([(one.name, one.table) for one in found.entries], found.count) == ([("~Anna", refs[0].id)], 1)
            assert (await company.find(anna, "Anna")).count == 1
