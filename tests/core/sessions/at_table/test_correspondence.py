"""Planned replies and vacations, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.durations import DAY
from core.base.game import Refused
from core.correspondence.vacations import DAYS_A_YEAR
from core.sessions.arrival import tables
from core.sessions.at_table import correspondence
from core.sessions.at_table.seat import TableRef, seated
from core.sessions.limits import Budget
from core.table import AnswerStandIn, AskStandIn
from tests.core.sessions.houses import in_turn, open_house

PLAN = "any then roll"


async def test_reply_is_planned_listed_and_forgotten_by_who_waits() -> None:
    async with open_house() as house:
        mover, waiter = in_turn(*await house.two_at("elixir", clock=3 * DAY))
        assert await correspondence.plans(waiter) == ()
        (made,) = await correspondence.plan(waiter, PLAN)
        assert (made.then, await correspondence.plans(waiter)) == ("roll", (made,))
        assert await correspondence.plans(mover) == ()
        await correspondence.drop_plans(waiter)
        assert await correspondence.plans(waiter) == ()


async def test_nobody_plans_for_a_seat_that_is_not_theirs_to_plan_for() -> None:
    async with open_house() as house:
        _, waiter = in_turn(*await house.two_at("elixir", clock=3 * DAY))
        dora = await house.guest("Dora")
        watcher = await house.sit(dora, await tables.watch(dora, waiter.id))
        async with seated(waiter.session, waiter.ref) as left:
            pass
        for seat in (watcher, left):
            for ask in (correspondence.plans, correspondence.drop_plans, lambda one: correspondence.plan(one, PLAN)):
                with pytest.raises(Refused, match="You are watching"):
                    await ask(seat)


async def test_who_plays_for_another_plans_nothing_for_them() -> None:
    async with open_house() as house:
        mover, waiter = in_turn(*await house.two_at("elixir", clock=3 * DAY))
        carl = await house.guest("Carl")
        await waiter.submit(AskStandIn("", 0, await carl.identify()))
        await mover.submit(AnswerStandIn(yes=True))
        taken = await tables.take_up(carl, waiter.id)
        assert isinstance(taken, TableRef)
        seat = await house.sit(carl, taken)
        with pytest.raises(Refused, match="You play for somebody"):
            await correspondence.plan(seat, PLAN)


async def test_replies_are_planned_in_every_game_for_two_by_both() -> None:
    async with open_house() as house:
        for seat in await house.two_at("elixir"):
            (made,) = await correspondence.plan(seat, PLAN)
            assert await correspondence.plans(seat) == (made,)


async def test_vacation_is_taken_and_ended() -> None:
    async with open_house() as house:
        anna, now = await house.guest("Anna"), house.service.now()
        assert (await correspondence.wishes(anna)).vacation_at(now) is None
        taken = await correspondence.take_vacation(anna, "10 days")
        assert taken.vacation_at(house.service.now())
        assert taken.days_left(now) == DAYS_A_YEAR - 10
        assert await correspondence.wishes(anna) == taken
        assert not (await correspondence.take_vacation(anna, "off")).vacation_at(house.service.now())
        with pytest.raises(Refused, match="Type vacation until"):
            await correspondence.take_vacation(anna, "soon")


async def test_vacation_costs_a_record_for_each_game_of_days() -> None:
    async with open_house(Budget(records_a_minute=2)) as house:
        assert house.parlour.allowances is not None
        house.parlour.allowances.now = lambda: 0.0
        anna, _ = await house.two_at("elixir", clock=3 * DAY)
        await house.service.views.settle()
        await correspondence.take_vacation(anna.session, "10 days")
        with pytest.raises(Refused, match="That was too fast"):
            await correspondence.take_vacation(anna.session, "off")
