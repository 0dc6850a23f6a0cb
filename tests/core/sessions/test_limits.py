"""How much one person may do, and what is said to who wants more."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.limits import OVERDRAWN, Budget, Limit
from tests.core.sessions.houses import open_house, play_on


def test_every_limit_has_a_rate_and_a_sentence_that_says_when() -> None:
    assert set(Budget().rates()) == set(OVERDRAWN) == set(Limit)
    assert all("in {time}" in english(said) for said in OVERDRAWN.values())


async def test_who_opens_too_many_tables_is_refused_with_a_sentence_and_opens_none() -> None:
    async with open_house(Budget(tables_an_hour=2)) as house:
        anna = await house.guest("Anna")
        order = Order("pileon", {})
        for _ in range(2):
            await tables.open_table(anna, order)
        with pytest.raises(Refused) as refused:
            await tables.open_table(anna, order)
        assert english(refused.value.message).startswith("You opened many tables: ")
        await house.service.views.settle()
        assert len((await house.service.views.tables()).items) == 2


async def test_moves_are_counted_and_another_person_has_a_share_of_their_own() -> None:
    async with open_house(Budget(records_a_minute=2)) as house:
        one, other = await house.two_at()
        for seat in (one, other):
            seat.session.allowance.charge(Limit.RECORDS, seat.session.visitor.id, 1)
        mover = one if one.moves else other
        waiting = other if mover is one else one
        await play_on(mover)
        seq = mover.seq
        with pytest.raises(Refused) as refused:
            mover.session.spend(Limit.RECORDS)
        assert english(refused.value.message).startswith("That was too fast. ")
        assert mover.seq == seq
        waiting.session.spend(Limit.RECORDS)


async def test_as_many_tables_may_wait_for_a_player_as_the_budget_says() -> None:
    async with open_house(Budget(tables_waiting=1)) as house:
        anna, bert = await house.guests("Anna", "Bert")
        waiting = await tables.open_table(anna, Order("mille", {}, "person"))
        with pytest.raises(Refused) as refused:
            await tables.open_table(anna, Order("mille", {}, "person"))
        assert english(refused.value.message).startswith("1 of your tables is already waiting for a player")
        await tables.join(bert, waiting.id)
        await house.service.views.settle()
        await tables.open_table(anna, Order("mille", {}, "person"))
