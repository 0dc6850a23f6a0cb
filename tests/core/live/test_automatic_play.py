"""What goes on at a table by itself: the beginning, computer players, the clock."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

import core.live.attendance
from core.base.durations import DAY
from core.games import GAMES
from core.games.features import bots
from core.games.features.bots import Bot
from core.live.automatic_play import GRACE, PAUSE, RETRY_PAUSE, play_for
from core.table import Fischer, Move, Undo
from core.table.opening import Player
from journal import JournalError
from tests.core.parlour import ANNA, BERT, COMP, Changed, a_service, actor, move, moves, submit, two_services, until

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]


def on_trios_clock() -> Any:
    return a_service(now=trio.current_time)


async def test_computer_waits_until_everybody_sits(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(MILLE, {}, [COMP, None])
        async with service.table(id) as live:
            await trio.sleep(10)
            assert live.table.now.plays == 0
            await service.sit(live, 1, ANNA)
            await until(live, lambda: 1 in live.table.turn)


async def test_computer_plays_until_it_is_the_persons_turn():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [COMP, ANNA])
        async with service.table(id) as live:
            await until(live, lambda: live.table.turn == (1,))
        causes = [record.play for record in await service.records(id) if record.play]
        assert {cause["by"] for cause in causes if "move" in cause["command"]} == {0}


async def test_computer_goes_on_after_a_restart():
    """The person's move was the last thing before the crash; whoever opens the table next sees the computer answer."""
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id, attended=False) as live:
            await submit(live, Move("p"), 0)
            await submit(live, Move(next(text for text in moves(live) if text.startswith("d "))), 0)
        async with service.table(id) as live:
            await until(live, lambda: live.table.turn == (0,))


def ends_its_worker_once(mark: Path, view: Any, dice: Any) -> str:
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "roll"


async def test_computer_whose_worker_has_ended_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(core.live.attendance, "RETRY_DELAY", 0.0)
    choose = partial(ends_its_worker_once, tmp_path / "mark")
    monkeypatch.setattr(bots, "ALL", (Bot("elixir", "Adept", choose, slow=True),))
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [Player(bot="Adept"), ANNA])
        async with service.table(id) as live:
            await until(live, lambda: live.table.now.plays == 1)
            assert (tmp_path / "mark").exists()


async def test_computer_does_not_play_for_those_who_only_look_on(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(MILLE, {}, [ANNA, None])
        async with service.table(id, attended=False) as live:
            await service.sit(live, 1, COMP)
            await submit(live, Move("p"), 0)
            await submit(live, Move(next(text for text in moves(live) if text.startswith("d "))), 0)
            assert live.table.turn == (1,)
            await trio.sleep(100)
            assert live.table.turn == (1,)


async def test_computer_tries_again_what_the_journal_could_not_store(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(MILLE, {}, [COMP, ANNA])
        journal = service.journal
        failures: list[str] = []

        async def append(stream: str, after: int, records: Any, *known: Any) -> Any:
            if len(failures) < 3:
                failures.append(stream)
                raise JournalError("The disk is full.")
            return await journal.append(stream, after, records, *known)

        service.journal = Changed(journal, append)
        async with service.table(id) as live:
            started = trio.current_time()
            await until(live, lambda: live.table.turn == (1,))
            assert trio.current_time() - started >= 3 * RETRY_PAUSE


async def test_computer_moves_for_a_person_and_the_journal_says_so():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            assert await play_for(actor(live, 0))
            assert live.table.now.plays == 1
        records = await service.records(id)
        assert records[-1].play["command"]["move"]["demo"] is True


async def test_there_may_be_no_move_to_make_for_a_person():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            for _ in range(60):
                if not await play_for(actor(live, 0)):
                    break
                if live.table.ended:
                    return
            raise AssertionError


async def test_time_runs_out_for_whoever_is_to_move(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with service.table(id) as live:
            started = trio.current_time()
            await submit(live, Move("roll"), 0)
            await until(live, lambda: live.table.ended)
            assert live.table.ended is not None
            assert live.table.ended.reason == "timeout"
            assert live.table.ended.winners == (1,)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)


async def test_move_that_was_under_way_when_time_ran_out_is_decided_first(autojump_clock: Any):
    """The house stood still: when it wakes, the end of the time and a move in the socket are there together."""
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        journal = service.journal

        async def slow(*arguments: Any) -> Any:
            await trio.sleep(5 * GRACE)
            return await journal.append(*arguments)

        async with service.table(id) as live:
            await trio.sleep(60)
            service.journal = Changed(journal, slow)
            await submit(live, Move("roll"), 0)
            service.journal = journal
            assert live.table.ended is None
            assert live.table.state.rolled


async def test_clock_waits_for_the_second_player(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, None], clock=60)
        async with service.table(id) as live:
            await trio.sleep(600)
            assert live.table.ended is None
            await service.sit(live, 1, BERT)
            await until(live, lambda: live.table.ended)


async def test_clock_begins_again_with_every_move(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with service.table(id) as live:
            for _ in range(3):
                await trio.sleep(50)
                await move(live)
            assert live.table.ended is None


async def test_computer_plays_at_the_level_that_sits_there():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [Player(bot="Comp easy"), Player(bot="Comp strong")])
        async with service.table(id) as live:
            await until(live, lambda: live.table.now.plays > 16)  # No hand is over so soon.
            assert service.names_at(live.table.chairs) == ("Comp easy", "Comp strong")


async def test_computer_that_thinks_gives_up_when_the_move_before_is_taken_back():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, Player(bot="Adept strong")])
        async with service.table(id) as live:
            for text in ("roll", None, "roll", None):
                await until(live, lambda: live.table.turn == (0,))
                await submit(live, Move(text or moves(live)[0]), 0)
            plays = live.table.now.plays
            await submit(live, Undo(), 0)
            assert live.table.turn == (0,)
            assert live.table.now.plays < plays
            while live.table.turn == (0,):
                await submit(live, Move(moves(live)[0]), 0)
            await until(live, lambda: live.table.turn == (0,))


async def test_time_for_the_game_runs_out_for_whoever_has_used_it(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=Fischer(60, 5))
        async with service.table(id) as live:
            for seconds in (0, 50, 0, 10):
                await trio.sleep(seconds)
                await move(live)
            started = trio.current_time()
            await until(live, lambda: live.table.ended)
            assert live.table.ended is not None
            assert live.table.ended.winners == (1,)
            assert trio.current_time() - started == pytest.approx(60 - 50 + 5 + GRACE, abs=0.1)


async def test_short_clock_stands_still_while_nobody_has_the_table_open(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=Fischer(60, 5))
        async with service.table(id):
            await trio.sleep(40)
        await trio.sleep(10_000)
        async with service.table(id) as live:
            await trio.sleep(60 - 40 - PAUSE - 0.1)
            assert live.table.ended is None
            await until(live, lambda: live.table.ended)


async def test_clock_of_days_runs_while_nobody_has_the_table_open(autojump_clock: Any):
    async with on_trios_clock() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=DAY)
        async with service.table(id):
            await trio.sleep(40)
        await trio.sleep(DAY)
        async with service.table(id) as live:
            await until(live, lambda: live.table.ended)
            assert trio.current_time() < 1.1 * DAY


async def test_house_that_opens_the_table_too_gives_nobody_time(autojump_clock: Any):
    """A player who comes back by another house has not stopped the clock, because the opponent had the table open."""
    async with two_services(now=trio.current_time) as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT], clock=60)
        async with here.table(id) as live:
            started = trio.current_time()
            await trio.sleep(40)
            async with there.table(id) as other:
                await until(other, lambda: other.table.ended)
            assert trio.current_time() - started == pytest.approx(60 + GRACE, abs=0.1)
            await until(live, lambda: live.table.ended)
