"""What a table is, in one line of a list."""

from __future__ import annotations

from core.base.message import english
from core.sessions.arrival.orders import Query
from core.sessions.lists.table_lines import described
from core.sessions.lists.table_lists import find_tables
from core.table import Resign
from tests.core.parlour import submit
from tests.frontends.terminals import open_house


async def test_table_is_its_game_its_players_and_how_far_it_is() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = house.enter("Carl")
        await carl.told()
        session = house.visits[carl].session

        async def line() -> str:
            await house.service.views.settle()
            listing = await find_tables(session, Query(everything=True))
            (table,) = listing.tables
            return english(described(listing, table))

        assert (await line()).startswith("elixir   Anna")
        assert "to move" in await line()
        await submit(live, Resign(), 0)
        assert "resigned" in await line()
