"""Computer players and stand-ins play in correspondence games that nobody has open, and so do planned replies."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import pytest
import trio

from core.base.durations import DAY
from core.base.game import Refused
from core.games.features import bots
from core.games.features.bots import Bot
from core.house.service import WELCOME, Service
from core.live import automatic_play, unattended_games
from core.projections.turns import SOON
from core.records.fold import verify
from core.table import AnswerStandIn, AskStandIn, LendSeat, TakeSeatBack
from core.table.opening import Player
from journal import open_journal
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
from tests.core.parlour import ANNA, Changed, actor, move, submit, two_services, until

BOT = "Adept easy"


def ends_its_worker(view: Any, dice: Any) -> str:
    os._exit(1)


async def move_and_leave(service: Service, id: str, seat: int) -> None:
    """The player of a seat has their turn, and leaves at once."""
    async with service.table(id, attended=False) as live:
        while live.turn == (seat,):
            await move(live)


async def against_computer(service: Service, bot: str = BOT) -> str:
    """A game of days in which Anna has had her turn and left at once. Returns: its id."""
    id = await service.open(ELIXIR, {}, [ANNA, Player(bot=bot)], clock=3 * DAY)
    await move_and_leave(service, id, 0)
    return id


async def stood_in_for(service: Service, bot: str = BOT) -> str:
    """A game of days in which a computer has Anna's seat, and her turn. Returns: its id."""
    id = await slow_game(service, 3 * DAY)
    async with service.table(id, attended=False) as live:
        await submit(live, AskStandIn(bot), 0)
        await submit(live, AnswerStandIn(yes=True), 1)
    return id


async def texts_of_stand_in(service: Service, id: str) -> list[str]:
    commands = [record.play["command"] for record in await service.records(id) if record.play]
    return [command["substitute"]["text"] for command in commands if "substitute" in command]


@pytest.mark.parametrize("bot", [BOT, "Adept"])
async def test_computer_that_stands_in_answers_whoever_moves_and_leaves_at_once(bot: str) -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await stood_in_for(service, bot)
        for _ in range(2):
            clock.at += SOON + 1
            await decide(service)
            assert await turn_at(service, id) == (1,)
            await move_and_leave(service, id, 1)
        clock.at += 4 * DAY
        await decide(service)
        assert await turn_at(service, id) == (1,)
        verify(f"table/{id}", await service.records(id))


async def test_computer_as_an_opponent_answers_whoever_moves_and_leaves_at_once() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await against_computer(service)
        clock.at += SOON + 1
        await decide(service)
        assert await turn_at(service, id) == (0,)


async def test_house_lets_the_computer_play_by_itself() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await against_computer(service)
        await service.views.settle()
        clock.at += SOON + 1
        service.start(partial(unattended_games.mind_slow_games, service))
        async with service.table(id, attended=False) as live:
            await until(live, lambda: live.turn == (0,))


async def test_reply_to_a_stand_in_is_played_as_planned() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await stood_in_for(service)
        async with service.table(id, attended=False) as live:
            await unattended_games.plan(actor(live, 1), "any then roll")
        clock.at += SOON + 1
        await decide(service)
        async with service.table(id, attended=False) as live:
            assert live.turn == (1,)
            assert live.table.state.rolled


async def test_reply_is_played_before_time_runs_out_that_nobody_was_there_to_play() -> None:
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await slow_game(service)
        async with service.table(id, attended=False) as live:
            await unattended_games.plan(actor(live, 1), "any then roll")
        await move_and_leave(service, id, 0)
        clock.at += DAY + 1
        await decide(service)
        async with service.table(id, attended=False) as live:
            assert live.table.state.rolled
            assert not live.table.ended


async def test_houses_that_let_it_play_at_the_same_moment_move_once() -> None:
    clock = Clock()
    async with two_services(now=clock) as houses:
        clock.at += WELCOME
        id = await stood_in_for(houses[0])
        clock.at += SOON + 1
        async with trio.open_nursery() as nursery:
            for service in houses:
                nursery.start_soon(decide, service)
        records = await houses[0].records(id)
        verify(f"table/{id}", records)
        assert await turn_at(houses[0], id) == (1,)
        first, *others = await texts_of_stand_in(houses[0], id)
        assert first == "roll"
        assert len(others) == 1


async def test_player_who_takes_the_seat_back_while_the_computer_thinks_has_the_turn() -> None:
    clock = Clock()
    async with two_services(now=clock) as (here, there):
        clock.at += WELCOME
        id = await stood_in_for(here)
        clock.at += SOON + 1
        journal = here.journal

        async def append(stream: str, after: int, records: Any, *known: Any) -> None:
            if any("substitute" in record.play["command"] for record in records if record.play):
                here.journal = journal
                async with there.table(id, attended=False) as live:
                    await submit(live, TakeSeatBack(), 0)
            await journal.append(stream, after, records, *known)

        here.journal = Changed(journal, append)
        await decide(here)
        assert here.journal is journal
        assert await texts_of_stand_in(here, id) == []
        await move_and_leave(here, id, 0)


async def test_computer_plays_though_the_house_died_after_the_seat_was_lent() -> None:
    clock = Clock()
    async with open_journal("memory:") as journal:
        async with house(clock, journal) as service:
            id = await slow_game(service)
            async with service.table(id, attended=False) as live:
                seat = await agree(live, 3600)
                clock.at += 3600
                await submit(live, LendSeat(seat), None)
        clock.at += 3 * DAY
        async with house(clock, journal) as service:
            clock.at += WELCOME
            await decide(service)
            assert await turn_at(service, id) == (1 - seat,)


async def test_computer_that_ends_its_worker_loses_nobody_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, looked_at = Clock(), unattended_games.LookedAt()
    async with open_for_long(clock) as service:
        stood_in, other = await stood_in_for(service), await slow_game(service)
        clock.at += 4 * DAY
        with monkeypatch.context() as patched:
            patched.setattr(bots, "ALL", (Bot("elixir", BOT, ends_its_worker, slow=True),))
            await decide(service, looked_at)
        assert [await is_over(service, id) for id in (stood_in, other)] == [False, True]
        clock.at += unattended_games.LATER
        await decide(service, looked_at)
        assert await turn_at(service, stood_in) == (1,)


async def test_computer_that_no_house_let_play_in_time_plays_for_whoever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic_play, "GRACE", 0.0)
    clock = Clock()
    async with open_for_long(clock) as service:
        id = await stood_in_for(service, "Adept")
        clock.at += 4 * DAY
        async with service.table(id) as live:
            await until(live, lambda: live.turn != (0,))
            assert live.turn == (1,)


async def test_table_that_could_not_be_minded_is_looked_at_again_once_it_has_moved_on() -> None:
    clock, looked_at = Clock(), unattended_games.LookedAt()
    async with open_for_long(clock) as service:
        id = await against_computer(service)
        clock.at += SOON + 1
        with failing(service, [id], Refused("No.")):
            await decide(service, looked_at)
        async with service.table(id) as live:
            await until(live, lambda: live.turn == (0,))
        await move_and_leave(service, id, 0)
        clock.at += SOON + 1
        await decide(service, looked_at)
        assert await turn_at(service, id) == (0,)
