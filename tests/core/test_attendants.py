"""Who attends a table by themselves: computer players and the clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from core.attendants import RETRY_PAUSE, in_worker, play_for
from core.games import GAMES
from core.service import Live, Player, Service, open_service
from core.table import Move
from journal import JournalError, open_journal

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]
ANNA, COMP = Player("Anna"), Player("Comp", is_bot=True)


@asynccontextmanager
async def a_service() -> AsyncIterator[Service]:
    async with open_journal("memory:") as journal, open_service(journal, trio.current_time) as service:
        yield service


async def until(live: Live, condition: Any) -> None:
    with trio.fail_after(600):
        while not condition():
            await live.wait_moved()


async def test_computer_waits_until_everybody_sits(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(MILLE, {}, [COMP, None])
        async with service.table(id) as live:
            await trio.sleep(10)
            assert live.table.now.plays == 0
            await service.sit(live, 1, ANNA)
            await until(live, lambda: 1 in live.table.turn)


async def test_computer_plays_until_it_is_the_persons_turn():
    async with a_service() as service:
        id, _ = await service.open(MILLE, {}, [COMP, ANNA])
        async with service.table(id) as live:
            await until(live, lambda: live.table.turn == (1,))
            movers = {record.play["seat"] for record in await service.journal.read(id) if "move" in (record.play or {})}
            assert movers == {0}


async def test_computer_does_not_play_for_those_who_only_look_on(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(MILLE, {}, [ANNA, None])
        async with service.table(id, attended=False) as live:
            await service.sit(live, 1, COMP)
            await live.submit(Move(0, "p"))
            await live.submit(Move(0, next(text for text in moves(live) if text.startswith("d "))))
            assert live.table.turn == (1,)
            await trio.sleep(100)
            assert live.table.turn == (1,)


def moves(live: Live) -> list[str]:
    return list(live.table.game.moves(live.sight(0).view))


async def test_computer_tries_again_what_the_journal_could_not_store(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(MILLE, {}, [COMP, None])
        journal = service.journal

        class Failing:
            """Fails three appends, then works."""

            failures = 3

            def __getattr__(self, name: str) -> Any:
                return getattr(journal, name)

            async def append(self, *arguments: Any) -> int:
                if arguments[1] >= 4 and self.failures:
                    self.failures -= 1
                    raise JournalError("The disk is full.")
                return await journal.append(*arguments)

        service.journal = Failing()
        async with service.table(id) as live:
            started = trio.current_time()
            await service.sit(live, 1, ANNA)
            await until(live, lambda: live.table.turn == (1,))
            assert trio.current_time() - started >= 3 * RETRY_PAUSE


async def test_computer_moves_for_a_person_and_the_journal_says_so():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            assert await play_for(live, 0)
            assert live.table.now.plays == 1
        records = await service.journal.read(id)
        assert records[-1].play["demo"] is True


async def test_there_may_be_no_move_to_make_for_a_person():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            for _ in range(60):
                if not await play_for(live, 0):
                    break
                if live.table.ended:
                    return
            raise AssertionError


async def test_time_runs_out_for_whoever_is_to_move(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(ELIXIR, {}, [ANNA, Player("Bert")], clock=60)
        async with service.table(id) as live:
            started = trio.current_time()
            await live.submit(Move(0, "roll"))
            await until(live, lambda: live.table.ended)
            assert live.table.ended is not None
            assert live.table.ended.summary == "Anna ran out of time."
            assert trio.current_time() - started == pytest.approx(60, abs=1)


async def test_clock_waits_for_the_second_player(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(ELIXIR, {}, [ANNA, None], clock=60)
        async with service.table(id) as live:
            await trio.sleep(600)
            assert live.table.ended is None
            await service.sit(live, 1, Player("Bert"))
            await until(live, lambda: live.table.ended)


async def test_clock_begins_again_with_every_move(autojump_clock: Any):
    async with a_service() as service:
        id, _ = await service.open(ELIXIR, {}, [ANNA, Player("Bert")], clock=60)
        async with service.table(id) as live:
            for _ in range(3):
                await trio.sleep(50)
                seat = live.table.turn[0]
                await live.submit(Move(seat, next(iter(ELIXIR.moves(live.sight(seat).view)))))
            assert live.table.ended is None


async def test_work_in_a_worker_is_the_same_work():
    assert await in_worker(divmod, 17, 5) == (3, 2)
