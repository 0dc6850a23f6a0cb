"""Who may look at a table, and step through its game."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.arrival.table_access import recall
from core.sessions.limits import Budget
from core.table import SetWatching
from tests.core.sessions.houses import open_house, play_on


async def test_players_say_who_may_look_on_and_step_through_a_game_that_goes_on() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at()
        carl = await house.guest("Carl")
        await tables.watch(carl, anna.id)
        await anna.submit(SetWatching("invited", 0))
        for look in (tables.watch, recall):
            with pytest.raises(Refused) as refused:
                await look(carl, anna.id)
            assert "Only people a player admits" in english(refused.value.message)
        assert (await tables.watch(anna.session, anna.id)).id == anna.id


async def test_replays_are_counted() -> None:
    async with open_house(Budget(replays_a_minute=1)) as house:
        anna = await house.guest("Anna")
        ref = await tables.open_table(anna, Order("pileon", {}))
        seat = await house.sit(anna, ref)
        await play_on(seat)
        await recall(anna, ref.id)
        with pytest.raises(Refused) as refused:
            await recall(anna, ref.id)
        assert english(refused.value.message).startswith("You asked for many replays: ")


async def test_table_that_is_not_there_is_refused() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        for look in (tables.watch, recall, tables.join):
            with pytest.raises(Refused):
                await look(anna, "nope")
