"""Houses whose clocks differ, on one journal: what they say, what they refuse, and that no player's time is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import trio

from core.base.durations import DAY
from core.base.game import Refused
from core.games import GAMES
from core.house.service import Service, open_service
from core.live.automatic_play import GRACE
from core.live.live_table import LiveTable
from core.records import fold
from journal import Journal, open_journal
from tests.core.parlour import ANNA, BERT, Changed, move, until

ELIXIR = GAMES["elixir"]
START = 1_790_000_000.0


class Machine:
    """A clock that can be set; time goes by on trio's."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = START + ahead

    def __call__(self) -> float:
        return trio.current_time() + self.ahead


def without_letters(journal: Journal) -> Any:
    """The journal as another process has it, which no letters reach: as with a SQLite file."""

    @asynccontextmanager
    async def open_channel(hear: object) -> AsyncIterator[Any]:
        yield type("Channel", (), {"send": staticmethod(lambda words: None), "is_reliable": True})()

    changed = Changed(journal)
    changed.open_channel = open_channel  # type: ignore[attr-defined]  # in the place of the journal's
    return changed


@asynccontextmanager
async def houses(ahead: float, *, letters: bool) -> AsyncIterator[tuple[Service, Service]]:
    """Two houses, of which the second came later, and has a clock that is so far ahead."""
    async with AsyncExitStack() as stack:
        journal = await stack.enter_async_context(open_journal("memory:"))
        reach = journal if letters else without_letters(journal)
        here = await stack.enter_async_context(open_service(reach, now=Machine()))
        await trio.sleep(10)
        there = await stack.enter_async_context(open_service(reach, now=Machine(ahead)))
        await trio.sleep(5)
        yield here, there


def left(live: LiveTable, seat: int) -> float:
    assert live.table.clocks is not None
    return live.table.clocks.left_at(seat, live.now())


@pytest.mark.parametrize("ahead", [7200.0, -7200.0])
async def test_house_that_came_later_begins_no_games_with_a_clock(ahead: float, autojump_clock: object) -> None:
    async with houses(ahead, letters=True) as (here, there):
        with pytest.raises(Refused, match="The clocks of two houses differ by 2 hours"):
            await there.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        await there.open(ELIXIR, {}, [ANNA, BERT])
        id = await here.open(ELIXIR, {}, [ANNA, None], clock=60)
        async with there.table(id) as live:
            with pytest.raises(Refused, match="houses differ by 2 hours"):
                await there.sit(live, 1, BERT)
        (one,) = here.neighbours.times.differences(here.now())
        assert one.seconds == pytest.approx(ahead, abs=0.1)
        assert not here.neighbours.times.wrong_by(here.now())


async def test_refusal_ends_with_the_other_house(autojump_clock: object) -> None:
    async with open_journal("memory:") as journal, open_service(journal, now=Machine()) as here:
        async with open_service(journal, now=Machine(7200)) as there:
            await trio.sleep(5)
            assert there.neighbours.times.wrong_by(there.now()) or here.neighbours.times.wrong_by(here.now())
        await trio.sleep(20)
        assert not here.neighbours.times.differences(here.now())


async def test_clocks_that_agree_are_no_matter(autojump_clock: object, caplog: pytest.LogCaptureFixture) -> None:
    async with houses(1.5, letters=True) as (here, there):
        for service in (here, there):
            assert await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
    assert "clock" not in caplog.text


async def test_difference_is_logged_once(autojump_clock: object, caplog: pytest.LogCaptureFixture) -> None:
    async with houses(5.0, letters=True) as (_, there):
        await trio.sleep(300)
        assert await there.open(ELIXIR, {}, [ANNA, BERT], clock=60)
    assert caplog.text.count("5 seconds ahead of ours") == 1 == caplog.text.count("5 seconds behind")


@pytest.mark.parametrize("ahead", [7200.0, -7200.0, 30.0])
async def test_time_is_right_at_a_table_of_two_houses_that_know_nothing_of_each_other(
    ahead: float, autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    """Bert takes the free seat in the house that is wrong, which no letters tell so."""
    async with houses(ahead, letters=False) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, None], clock=60)
        async with here.table(id) as anna, there.table(id) as bert:
            await there.sit(bert, 1, BERT)
            await until(anna, lambda: anna.table.begun)
            for seconds in (10, 5, 20, 5):
                live = (anna, bert)[anna.turn[0]]
                await trio.sleep(seconds)
                assert left(live, live.turn[0]) == pytest.approx(60 - seconds, abs=1)
                await move(live)
                await trio.sleep(1)
            started, live = trio.current_time(), (anna, bert)[anna.turn[0]]
            before = left(live, live.turn[0])
            await until(anna, lambda: anna.table.ended)
            assert trio.current_time() - started == pytest.approx(before + GRACE, abs=2)
        fold.verify(f"table/{id}", await here.records(id))
    assert "ahead" in caplog.text


async def test_house_that_sees_records_of_a_clock_that_is_ahead_begins_no_games_with_one(
    autojump_clock: object,
) -> None:
    async with houses(7200, letters=False) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, None], clock=60)
        async with here.table(id) as live, there.table(id) as other:
            await there.sit(other, 1, BERT)
            await until(live, lambda: live.table.begun)
        with pytest.raises(Refused, match="houses differ by 2 hours"):
            await here.open(ELIXIR, {}, [ANNA, BERT], clock=60)


@pytest.mark.parametrize("days", [2, -2])
async def test_clock_that_was_set_between_two_starts_makes_nobodys_time_longer(
    days: int, autojump_clock: object
) -> None:
    async with open_journal("memory:") as journal:
        async with open_service(journal, now=Machine(days * DAY)) as service:
            id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=600)
            async with service.table(id):
                await trio.sleep(100)
        async with open_service(journal, now=Machine()) as service, service.table(id) as live:
            await trio.sleep(1)
            assert left(live, 0) == pytest.approx(500, abs=3)
            started = trio.current_time()
            await until(live, lambda: live.table.ended)
            assert trio.current_time() - started == pytest.approx(500 + GRACE, abs=3)
        fold.verify(f"table/{id}", await service.records(id))
