"""Whose presence keeps a clock running: that of the players, in whichever house, and of nobody else."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from core.base.durations import DAY
from core.games import GAMES
from core.house.service import open_service
from core.live.automatic_play import GRACE, PAUSE
from core.live.live_table import LiveTable
from core.records import fold
from journal import open_journal
from tests.core.parlour import ANNA, BERT, COMP, Changed, a_service, two_services, until

MILLE, ELIXIR = GAMES["mille"], GAMES["elixir"]


def on_trios_clock() -> Any:
    return a_service(now=trio.current_time)


async def left_of(live: LiveTable, seat: int) -> float:
    """Seconds that a seat has left now."""
    clocks = live.table.clocks
    assert clocks is not None
    return clocks.left_at(seat, trio.current_time())


async def test_clock_rests_once_no_player_is_there_whoever_looks_on(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with service.table(id, attended=False) as watched:
            async with service.table(id), service.table(id):
                await trio.sleep(30)
            await trio.sleep(3000)
            assert watched.table.ended is None
            assert await left_of(watched, 0) == pytest.approx(30 - PAUSE)
            async with service.table(id):
                started = trio.current_time()
                await until(watched, lambda: watched.table.ended)
                assert trio.current_time() - started == pytest.approx(30 - PAUSE + GRACE, abs=0.1)
        fold.verify(f"table/{id}", await service.records(id))


async def test_clock_runs_while_one_of_the_players_is_there(autojump_clock: Any):
    """Who leaves while it is their turn loses time, as long as the other stays."""
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with service.table(id) as live:
            started = trio.current_time()
            for _ in range(3):
                async with service.table(id):
                    await trio.sleep(5)
                await trio.sleep(5)
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)
        assert "table.clock_paused" not in [record.kind for record in await service.records(id)]


async def test_who_comes_back_at_once_finds_the_clock_running(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        started = trio.current_time()
        for _ in range(10):
            async with service.table(id):
                await trio.sleep(3)
            await trio.sleep(PAUSE / 2)
        async with service.table(id) as live:
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)
        assert "table.clock_paused" not in [record.kind for record in await service.records(id)]


async def test_leaving_and_coming_back_gives_nobody_time(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        for _ in range(4):
            async with service.table(id) as live:
                await trio.sleep(10)
            await trio.sleep(500)
        async with service.table(id) as live:
            assert await left_of(live, 0) == pytest.approx(60 - 4 * (10 + PAUSE), abs=0.01)


async def test_computer_rests_with_its_clock_while_the_person_is_away(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP], clock=60)
        async with service.table(id, attended=False) as watched:
            async with service.table(id):
                await trio.sleep(20)
            await trio.sleep(3000)
            assert watched.table.ended is None
            assert not watched.attended


async def test_game_of_days_runs_on_while_somebody_looks_on(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=DAY)
        async with service.table(id, attended=False) as watched:
            async with service.table(id):
                await trio.sleep(40)
            await trio.sleep(3600)
            assert await left_of(watched, 0) == pytest.approx(DAY - 3640, abs=0.1)


async def test_clock_is_stopped_when_the_house_closes(autojump_clock: Any):
    async with open_journal("memory:") as journal:
        async with open_service(journal, now=trio.current_time) as service:
            id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
            async with service.table(id):
                await trio.sleep(40)
        await trio.sleep(1_000)
        async with open_service(journal, now=trio.current_time) as service, service.table(id) as live:
            assert await left_of(live, 0) == pytest.approx(20, abs=0.1)


async def test_house_that_was_killed_takes_no_time_for_its_absence(autojump_clock: Any):
    """It has recorded nothing, so nobody knows for how long the player thought since the last record."""
    async with open_journal("memory:") as journal:
        id = ""
        with trio.CancelScope() as killed:
            async with open_service(journal, now=trio.current_time) as service:
                id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
                async with service.table(id):
                    await trio.sleep(40)
                    killed.cancel()
        await trio.sleep(1_000)
        async with open_service(journal, now=trio.current_time) as service, service.table(id) as live:
            started = trio.current_time()
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)


async def test_player_who_leaves_another_house_stops_no_clock_here(autojump_clock: Any):
    async with two_services(now=trio.current_time) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with here.table(id) as live:
            started = trio.current_time()
            for _ in range(4):
                async with there.table(id):
                    await trio.sleep(5)
                await trio.sleep(5)
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)
        fold.verify(f"table/{id}", await here.records(id))


async def test_clock_rests_when_the_last_player_leaves_any_house(autojump_clock: Any):
    async with two_services(now=trio.current_time) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with here.table(id, attended=False) as watched:
            async with there.table(id):
                async with here.table(id):
                    await trio.sleep(10)
                await trio.sleep(20)
            await trio.sleep(1_000)
            assert watched.table.ended is None
            assert await left_of(watched, 0) == pytest.approx(60 - 30 - PAUSE, abs=0.1)
        fold.verify(f"table/{id}", await here.records(id))


async def test_players_who_leave_two_houses_at_once_stop_the_clock(autojump_clock: Any):
    async with two_services(now=trio.current_time) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with here.table(id, attended=False) as watched:
            async with there.table(id), here.table(id):
                await trio.sleep(30)
            await trio.sleep(1_000)
            assert watched.table.ended is None
            assert await left_of(watched, 0) == pytest.approx(30 - PAUSE, abs=0.1)
        kinds = [record.kind for record in await here.records(id)]
        assert kinds.count("table.clock_paused") == 1 + kinds.count("table.clock_corrected")
        fold.verify(f"table/{id}", await here.records(id))


async def test_player_who_comes_while_the_clock_is_being_stopped_has_it_running(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        journal = service.journal

        async def slow(*arguments: Any) -> Any:
            await trio.sleep(2)
            return await journal.append(*arguments)

        started = trio.current_time()
        async with service.table(id):
            await trio.sleep(10)
            service.journal = Changed(journal, slow)
        await trio.sleep(PAUSE + 1)
        async with service.table(id) as live:
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started < 60 + 10
        fold.verify(f"table/{id}", await service.records(id))
