"""Correspondence games: replies play themselves, vacations stop clocks, and time runs out while nobody is there."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import trio

from core.base.durations import DAY
from core.base.game import Refused
from core.correspondence import vacations
from core.correspondence.reminders import ReminderChosen
from core.house.service import WELCOME, open_service
from core.live import unattended_games
from core.live.unattended_games import AT_ONCE
from core.records.fold import verify
from core.records.owned_stream import append
from core.table import AcceptStandIn, Holder, Move, TakeSeatBack
from journal import JournalError, open_journal
from tests.core.correspondence.slow_games import (
    ELIXIR,
    Clock,
    agree,
    decide,
    failing,
    house,
    is_over,
    open_for_long,
    slow_game,
    turn_at,
)
from tests.core.parlour import ANNA, BERT, a_service, actor, move, moves, submit, until

# Replies.


async def test_planned_reply_is_played_at_once_and_journaled_as_such() -> None:
    async with a_service() as service:
        id = await slow_game(service)
        async with service.table(id) as live:
            await submit(live, Move("roll"), 0)
            await unattended_games.plan(actor(live, 1), "any then roll")
            await submit(live, Move(moves(live)[0]), 0)
            await until(live, lambda: live.table.state.rolled and live.table.turn == (1,))
        causes = [record.play for record in await service.records(id) if record.play]
        assert causes[-1]["by"] == 1
        assert causes[-1]["command"] == {"planned": {"text": "roll", "when": "any", "plan": 1}}
        verify(f"table/{id}", await service.records(id))


async def test_plan_stands_in_no_stream_that_others_follow() -> None:
    async with a_service() as service:
        id = await slow_game(service)
        async with service.table(id) as live:
            before = await service.records(id)
            await unattended_games.plan(actor(live, 1), "any then roll")
            assert await service.records(id) == before
            assert [made.then for made in await unattended_games.plans_of(actor(live, 1))] == ["roll"]
            assert await unattended_games.plans_of(actor(live, 0)) == ()
            await unattended_games.drop_plans(actor(live, 1))
            assert await unattended_games.plans_of(actor(live, 1)) == ()


async def test_reply_is_played_when_the_house_died_before_it_could() -> None:
    clock = Clock()
    async with open_journal("memory:") as journal:
        async with house(clock, journal) as service:
            id = await slow_game(service)
            async with service.table(id, attended=False) as live:
                await submit(live, Move("roll"), 0)
                await unattended_games.plan(actor(live, 1), "any then roll")
                await submit(live, Move(moves(live)[0]), 0)
                assert not live.table.state.rolled
        async with house(clock, journal) as service:
            await service.views.settle()
            await unattended_games.answer_as_planned(service)
            async with service.table(id, attended=False) as live:
                assert live.table.state.rolled


# Time.


async def test_time_runs_out_while_nobody_has_the_table_open() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service)
        clock.at += DAY - 1
        await decide(service)
        assert not await is_over(service, id)
        clock.at += 2
        await decide(service)
        assert await is_over(service, id)


async def test_time_that_fell_while_no_house_was_there_is_decided_after_people_were_let_in() -> None:
    clock = Clock()
    async with open_journal("memory:") as journal:
        async with house(clock, journal) as service:
            lost, saved = await slow_game(service), await slow_game(service)
        clock.at += 3 * DAY
        async with house(clock, journal) as service:
            await decide(service)
            assert not await is_over(service, lost)
            async with service.table(saved) as live:
                clock.at += WELCOME - 1
                await move(live, 2)
            clock.at += 2
            await decide(service)
            assert await is_over(service, lost)
            assert not await is_over(service, saved)


async def test_house_decides_by_itself() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service)
        await service.views.settle()
        clock.at += DAY + 1
        service.start(partial(unattended_games.mind_slow_games, service))
        async with service.table(id, attended=False) as live:
            await until(live, lambda: live.table.ended)


async def test_table_that_is_open_waits_for_those_who_were_let_in_too(autojump_clock: Any) -> None:
    async with open_journal("memory:") as journal:
        async with open_service(journal, now=trio.current_time) as service:
            id = await slow_game(service)
        await trio.sleep(3 * DAY)
        async with open_service(journal, now=trio.current_time) as service, service.table(id) as live:
            await trio.sleep(WELCOME - 60)
            assert live.table.ended is None
            await until(live, lambda: live.table.ended)


# Vacations.


async def test_vacation_stops_ones_clocks_in_all_games_and_off_lets_them_run() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        ids = [await slow_game(service) for _ in range(3)]
        await unattended_games.take_vacation(service, "anna", "5 days")
        clock.at += 4 * DAY
        await decide(service)
        assert [await is_over(service, id) for id in ids] == [False] * 3
        await unattended_games.take_vacation(service, "anna", "off")
        clock.at += DAY + 10
        await decide(service)
        assert [await is_over(service, id) for id in ids] == [True] * 3


async def test_game_that_begins_in_a_vacation_stands_still_too() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        await unattended_games.take_vacation(service, "anna", "5 days")
        id = await slow_game(service)
        async with service.table(id) as live:
            await until(live, lambda: live.table.clocks and live.table.clocks.is_away(0, service.now() + 1))


async def test_vacation_that_a_table_has_not_heard_of_saves_the_game_when_time_runs_out() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        await unattended_games.take_vacation(service, "anna", "5 days")
        id = await slow_game(service)
        clock.at += 2 * DAY
        await decide(service)
        assert not await is_over(service, id)


async def test_vacation_that_cannot_be_is_refused() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service)
        with pytest.raises(Refused):
            await unattended_games.take_vacation(service, "anna", "off")
        async with service.table(id, attended=False) as live:
            assert live.table.clocks
            assert not live.table.clocks.is_away(0, service.now())


@pytest.mark.parametrize("error", [Refused("No."), JournalError("The disk is full."), ExceptionGroup("", [OSError()])])
async def test_tables_that_cannot_be_minded_take_nothing_with_them(error: Exception) -> None:
    """Given more tables that fail than are asked for at a time; when another one is due, it is minded."""
    clock = Clock()
    async with open_for_long(clock) as service:
        broken = [await slow_game(service) for _ in range(AT_ONCE + 1)]
        clock.at += 10
        sound = await slow_game(service)
        clock.at += DAY + 20
        with failing(service, broken, error):
            await decide(service)
        assert [await is_over(service, id) for id in (broken[0], sound)] == [False, True]


# Absences.


@pytest.mark.parametrize("clock_of", [0, 60, 3 * DAY], ids=["no-clock", "seconds", "days"])
async def test_agreed_absence_begins_though_nobody_has_the_table_open(clock_of: int) -> None:
    """Given a game that both have left; when the absence has lasted as long as was agreed, the computer plays."""
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=clock_of)
        async with service.table(id, attended=False) as live:
            seat = await agree(live, 2 * DAY - 60)
        clock.at += 2 * DAY - 120
        await decide(service)
        async with service.table(id, attended=False) as live:
            assert not live.table.chairs[seat].stand_in
        clock.at += 120
        await decide(service)
        async with service.table(id, attended=False) as live:
            assert live.table.chairs[seat].stand_in == Holder(bot="Adept")
            assert live.turn == (1 - seat,)
            assert live.table.ended is None
            if clock_of == 60:
                assert live.table.clocks
                assert live.table.clocks.left_at(1 - seat, clock.at) == pytest.approx(60, abs=1)
        verify(f"table/{id}", await service.records(id))


async def test_person_who_has_accepted_gets_the_seat_and_is_the_one_to_be_reminded() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service, 7 * DAY)
        for person in ("anna", "bert", "carl"):
            wish = ReminderChosen("webhook", f"https://{person}.example.org")
            await append(service.journal, service.now, vacations.stream_of(person), None, (wish,))
        async with service.table(id, attended=False) as live:
            seat = await agree(live, DAY, bot="", person="carl")
            await submit(live, AcceptStandIn(seat, "carl"), None)
        owner = ("anna", "bert")[seat]
        await service.views.settle()
        assert [one.person for one in await service.views.pending_reminders(["webhook"])] == [owner]
        clock.at += DAY + 1
        await decide(service)
        await service.views.settle()
        assert [one.person for one in await service.views.pending_reminders(["webhook"])] == ["carl"]
        assert await service.views.slow_tables_of("carl") == ()
        assert await service.views.slow_tables_of(owner) == ((id, seat),)
        async with service.table(id, attended=False) as live:
            assert live.table.chairs[seat].holder == Holder("carl")
            await submit(live, TakeSeatBack(), seat)
        await service.views.settle()
        assert [one.person for one in await service.views.pending_reminders(["webhook"])] == [owner]


async def test_absence_that_was_over_before_the_time_saves_the_game() -> None:
    """Given that no house was there when the absence was over; when time has run out, too, the stand-in plays."""
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service, 3 * DAY)
        async with service.table(id, attended=False) as live:
            seat = await agree(live, 2 * DAY)
        clock.at += 4 * DAY
        await decide(service)
        assert await turn_at(service, id) == (1 - seat,)


async def test_absence_that_is_called_off_is_not_waited_for() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id, attended=False) as live:
            seat = await agree(live, DAY)
            await service.views.settle()
            assert await service.views.next_due(clock.at) < float("inf")
            await submit(live, TakeSeatBack(), seat)
        await service.views.settle()
        assert await service.views.next_due(clock.at) == float("inf")
