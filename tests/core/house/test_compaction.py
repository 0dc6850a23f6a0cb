"""The files of the store are written anew when nobody is playing, and at the latest when the house closes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.house.compaction import LATEST, QUIET, RETRY_DELAY, Compaction
from journal import Draft, JournalError, open_journal, seal
from tests.core.parlour import Changed
from tests.journal.samples import AT, records


class Playing:
    """Somebody who plays in bursts, told by the lists."""

    def __init__(self) -> None:
        self.moved = trio.Event()

    async def move(self, until: float) -> None:
        while trio.current_time() < until:
            await trio.sleep(QUIET / 2)
            self.moved.set()
            self.moved = trio.Event()


class House:
    """A compaction of a journal that is written anew as often as it may be."""

    def __init__(self, nursery: trio.Nursery, journal: Any, failures: int = 0) -> None:
        self.playing, self.done, self.failures = Playing(), list[float](), failures
        self.begun = trio.current_time()
        self.compaction = Compaction(lambda: self.playing.moved)
        changed: Any = Changed(journal)
        changed.compact = self._compact
        nursery.start_soon(self.compaction.run, changed)

    async def _compact(self, within: float = math.inf) -> None:
        await trio.lowlevel.checkpoint()
        if self.failures:
            self.failures -= 1
            raise JournalError("It is being read by another program.")
        self.done.append(trio.current_time() - self.begun)


async def test_it_waits_until_nobody_plays_and_is_done_once_for_all(autojump_clock: object) -> None:
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        house = House(nursery, journal)
        nursery.start_soon(house.playing.move, house.begun + 10 * QUIET)
        for _ in range(3):
            house.compaction.ask()
            await trio.sleep(QUIET)
        assert house.done == []
        await trio.sleep(100 * QUIET)
        assert house.done == [11 * QUIET]
        nursery.cancel_scope.cancel()


async def test_house_that_is_never_quiet_does_it_in_the_end(autojump_clock: object) -> None:
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        house = House(nursery, journal)
        nursery.start_soon(house.playing.move, house.begun + 2 * LATEST)
        house.compaction.ask()
        await trio.sleep(1.5 * LATEST)
        assert house.done == [LATEST]
        nursery.cancel_scope.cancel()


async def test_what_another_program_keeps_it_from_is_done_later(autojump_clock: object) -> None:
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        house = House(nursery, journal, failures=2)
        house.compaction.ask()
        await trio.sleep(5 * RETRY_DELAY)
        assert house.done == [QUIET + 2 * (RETRY_DELAY + QUIET)]
        nursery.cancel_scope.cancel()


async def test_what_a_killed_house_has_left_is_done_by_the_next_one(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'games.db'}"
    async with open_journal(url) as journal:
        await journal.append("talk/game", 0, seal(None, [Draft("a.b", {})], AT))
        await journal.drop("talk/game")
    for done in (1, 0):
        async with open_journal(url) as journal:
            async with trio.open_nursery() as nursery:
                house = House(nursery, journal)
                await house.compaction.resume(journal)
                await wait_all_tasks_blocked()
                nursery.cancel_scope.cancel()
            assert len(house.done) == done
            await journal.compact()


@pytest.mark.parametrize("is_asked", [True, False])
async def test_house_that_closes_before_does_it_then_if_it_is_asked_to(is_asked: bool, autojump_clock: object) -> None:
    async with open_journal("memory:") as journal:
        async with trio.open_nursery() as nursery:
            house = House(nursery, journal)
            if is_asked:
                house.compaction.ask()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert len(house.done) == is_asked


async def test_house_that_would_take_too_long_to_close_leaves_it_to_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.house.compaction.CLOSING", 0.0)
    monkeypatch.setattr("journal.stores.sqlite.database._STEPS", 1)
    file = tmp_path / "games.db"
    async with open_journal(f"sqlite:{file}") as journal:
        kept = records(200)
        await journal.append("table/game", 0, kept)
        await journal.append("talk/game", 0, records(50))
        await journal.drop("talk/game")
        async with trio.open_nursery() as nursery:
            compaction = Compaction(trio.Event)
            nursery.start_soon(compaction.run, journal)
            compaction.ask()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert not await journal.is_compact()
        assert await journal.read("table/game") == kept
        await journal.append("table/game", 200, records(1, kept[-1]))
    async with open_journal(f"sqlite:{file}") as journal:
        await journal.compact()
        assert await journal.is_compact()
        assert await journal.head("table/game") == 201
