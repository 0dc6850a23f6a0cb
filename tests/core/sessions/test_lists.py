"""Lists have what the person has just done."""

from __future__ import annotations

from core.sessions import lists, tables
from core.sessions.orders import Order
from core.sessions.seat import seated
from tests.core.sessions.houses import House, open_house, play_on


async def listed(house: House, id: str) -> int | None:
    """The last record of a table that the lists know."""
    found = await house.service.views.table(id)
    return found.seq if found else None


async def test_lists_have_what_was_done_at_the_table_where_one_is_and_that_one_has_left(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            anna.be_at(seat)
            await play_on(seat)
            await lists.wait_for_own(anna)
            assert await listed(house, seat.id) == seat.seq
            await play_on(seat)
            anna.be_at(None)
        await lists.wait_for_own(anna)
        assert await listed(house, seat.id) == seat.seq


async def test_who_has_done_nothing_waits_for_nothing() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await lists.wait_for_own(anna)
        await lists.wait_for_all(anna)
        assert house.service.views.caught_up.is_set()
