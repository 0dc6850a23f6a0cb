"""Who is answered first: one question a table at a time, people before demonstrations."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from core.base.game import Refused
from core.base.lazy_import import Imported
from core.scheduling.worker_pool import (
    NICENESS,
    OUT_OF_MEMORY,
    Question,
    Queue,
    Urgency,
    in_worker,
    load,
    search,
    warm_up,
)

ROOT = Path(__file__).parents[3]
PERSON, DEMONSTRATION = Urgency.PERSON, Urgency.DEMONSTRATION


class Asking:
    """Questions that are answered when the test says so."""

    def __init__(self, workers: int) -> None:
        self.queue = Queue(workers)
        self.under_way: list[str] = []
        self.begun: list[str] = []
        self._ends: dict[str, trio.Event] = {}

    async def ask(self, name: str, urgency: Urgency, table: str = "", share: str = "") -> None:
        self._ends[name] = trio.Event()
        async with self.queue.turn(Question(urgency, table, share=share)):
            self.under_way.append(name)
            self.begun.append(name)
            try:
                await self._ends[name].wait()
            finally:
                self.under_way.remove(name)

    async def answer(self, name: str) -> None:
        self._ends[name].set()
        await trio.testing.wait_all_tasks_blocked()


@pytest.fixture
async def asking(nursery: trio.Nursery) -> Asking:
    return Asking(2)


async def begin(nursery: trio.Nursery, asking: Asking, *questions: tuple[Any, ...]) -> None:
    for question in questions:
        nursery.start_soon(asking.ask, *question)
        await trio.testing.wait_all_tasks_blocked()


async def test_person_passes_all_demonstrations(nursery: trio.Nursery, asking: Asking) -> None:
    shows = [(f"show {number}", DEMONSTRATION, f"t{number}") for number in range(50)]
    await begin(nursery, asking, *shows)
    assert asking.under_way == ["show 0"]
    await begin(nursery, asking, ("anna", PERSON, "a"))
    assert asking.under_way == ["show 0", "anna"]
    nursery.cancel_scope.cancel()


async def test_people_wait_for_people_alone(nursery: trio.Nursery, asking: Asking) -> None:
    await begin(nursery, asking, ("anna", PERSON, "a"), ("bert", PERSON, "b"))
    await begin(nursery, asking, ("show", DEMONSTRATION, "s"), ("carl", PERSON, "c"))
    assert asking.under_way == ["anna", "bert"]
    await asking.answer("anna")
    assert asking.under_way == ["bert", "carl"]
    await asking.answer("carl")
    assert asking.under_way == ["bert", "show"]
    nursery.cancel_scope.cancel()


async def test_table_has_one_question_at_a_time(nursery: trio.Nursery, asking: Asking) -> None:
    await begin(nursery, asking, ("first", PERSON, "a"), ("second", PERSON, "a"), ("other", PERSON, "b"))
    assert asking.under_way == ["first", "other"]
    await asking.answer("first")
    assert asking.under_way == ["other", "second"]
    nursery.cancel_scope.cancel()


async def test_who_asks_for_many_tables_keeps_others_waiting_for_one_answer(
    nursery: trio.Nursery, asking: Asking
) -> None:
    await begin(nursery, asking, *((f"a{number}", PERSON, f"a{number}", "anna") for number in range(24)))
    await begin(nursery, asking, ("b0", PERSON, "b0", "bert"), ("b1", PERSON, "b1", "bert"), ("c0", PERSON, "c0"))
    assert asking.under_way == ["a0", "a1"]
    answered = list[str]()
    for _ in range(7):
        answered.append(asking.under_way[0])
        await asking.answer(answered[-1])
    assert answered == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]
    nursery.cancel_scope.cancel()


async def test_who_asks_for_many_tables_has_a_turn_too_while_others_ask_again_and_again(
    nursery: trio.Nursery, asking: Asking
) -> None:
    await begin(nursery, asking, *((name, PERSON, name, "anna") for name in ("a0", "a1", "a2", "a3")))
    for number in range(4):
        await begin(nursery, asking, *((f"{name}{number}", PERSON, name, name) for name in ("bert", "carl")))
        for name in tuple(asking.under_way):
            await asking.answer(name)
    assert asking.begun[:7] == ["a0", "a1", "bert0", "carl0", "a2", "bert1", "carl1"]
    nursery.cancel_scope.cancel()


async def test_question_that_nobody_wants_answered_leaves_the_queue(asking: Asking) -> None:
    async with trio.open_nursery() as given_up, trio.open_nursery() as nursery:
        await begin(given_up, asking, ("gone", PERSON, "a"), ("waiting", PERSON, "a"))
        given_up.cancel_scope.cancel()
        await trio.testing.wait_all_tasks_blocked()
        assert asking.under_way == []
        await begin(nursery, asking, ("next", PERSON, "a"))
        assert asking.under_way == ["next"]
        nursery.cancel_scope.cancel()


async def test_players_pass_searches_and_searches_pass_demonstrations(nursery: trio.Nursery, asking: Asking) -> None:
    await begin(nursery, asking, ("search", Urgency.SEARCH, ""), ("show", DEMONSTRATION, "s"))
    await begin(nursery, asking, ("next", Urgency.SEARCH, ""), ("anna", PERSON, "a"))
    assert asking.under_way == ["search", "anna"]
    await asking.answer("search")
    assert asking.under_way == ["anna", "next"]
    nursery.cancel_scope.cancel()


async def test_one_search_of_each_who_asks_at_a_time(nursery: trio.Nursery) -> None:
    queue, under_way = Queue(5), list[str]()

    async def look(name: str, asker: str) -> None:
        async with queue.turn(Question(Urgency.SEARCH, asker=asker)):
            under_way.append(name)
            await trio.sleep_forever()

    for name, asker in (("one", "anna"), ("two", "anna"), ("three", "bert")):
        nursery.start_soon(look, name, asker)
        await trio.testing.wait_all_tasks_blocked()
    assert under_way == ["one", "three"]
    nursery.cancel_scope.cancel()


class Counting:
    """Somebody who has so many seconds left."""

    key = share = "anna"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def check(self) -> None:
        if self.seconds <= 0:
            raise Refused("No time is left.")

    def charge(self, seconds: float) -> None:
        self.seconds -= seconds


async def test_time_of_a_search_is_charged_and_without_any_nothing_is_searched() -> None:
    asker = Counting(1e-9)
    assert await search(divmod, 17, 5, asker=asker) == (3, 2)
    assert asker.seconds < 0
    with pytest.raises(Refused, match="No time is left"):
        await search(divmod, 17, 5, asker=asker)


async def test_worker_does_the_same_work() -> None:
    assert await in_worker(divmod, 17, 5) == (3, 2)


async def test_worker_gives_way_to_the_program() -> None:
    for ask in (in_worker, search):
        assert await ask(os.nice, 0) >= max(NICENESS, os.nice(0))


@pytest.mark.skipif(not OUT_OF_MEMORY.exists(), reason="only Linux ends processes where memory runs out")
async def test_worker_is_ended_before_the_program_where_memory_runs_out() -> None:
    for ask in (in_worker, search):
        assert await ask(OUT_OF_MEMORY.read_text) == "1000\n"
    assert OUT_OF_MEMORY.read_text() != "1000\n"


async def test_fault_in_a_worker_is_raised_here_and_frees_it() -> None:
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await in_worker(divmod, 1, 0, table="a")


def work(begun: Path, ending: Path) -> None:
    begun.write_text(str(os.getpid()))
    while not ending.exists():
        time.sleep(0.01)


async def until_begun(begun: Path) -> int:
    """Returns: the process that works."""
    while not (begun.exists() and begun.read_text()):
        await trio.sleep(0.01)
    return int(begun.read_text())


async def test_answer_that_nobody_wants_any_more_costs_no_worker(tmp_path: Path) -> None:
    begun, ending = tmp_path / "begun", tmp_path / "ending"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(in_worker, work, begun, ending, table="a"))
        process = await until_begun(begun)
        nursery.cancel_scope.cancel()
    assert load().working == 1
    ending.touch()
    assert await in_worker(os.getpid, table="a") == process
    assert load().working == 0


async def test_search_that_nobody_wants_any_more_ends_with_its_worker(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(search, work, begun, tmp_path / "never")
        process = await until_begun(begun)
        nursery.cancel_scope.cancel()
    assert load().working == 0
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_search_that_is_ended_takes_no_worker_from_those_who_play(tmp_path: Path) -> None:
    player = await in_worker(os.getpid)
    for n in range(2):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(search, work, tmp_path / f"begun {n}", tmp_path / "never")
            await until_begun(tmp_path / f"begun {n}")
            nursery.cancel_scope.cancel()
    assert await in_worker(os.getpid) == player


async def test_worker_is_started_before_it_is_needed_and_only_once() -> None:
    await warm_up(Imported("core.games.elixir.bot.normal", "choose"))
    await warm_up(Imported("no.such.module", "choose"))  # which would be a fault, were it tried
    assert await in_worker(divmod, 17, 5) == (3, 2)


async def kill_each(count: int, begun: Path) -> None:
    """End so many workers, one after the other, as the system ends processes when memory is short."""
    for _ in range(count):
        process = await until_begun(begun)
        begun.unlink()
        os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("ask", [in_worker, search])
async def test_answer_of_a_worker_that_is_killed_comes_from_another(
    ask: Callable[..., Awaitable[Any]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun, ending = tmp_path / "begun", tmp_path / "ending"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, work, begun, ending)
        await kill_each(1, begun)
        await until_begun(begun)
        ending.touch()
    assert "A worker has died, so another one is asked" in caplog.text
    assert load().working == 0


@pytest.mark.parametrize("ask", [in_worker, search])
async def test_work_that_ends_two_workers_is_refused_and_leaves_room_for_others(
    ask: Callable[..., Awaitable[Any]], tmp_path: Path
) -> None:
    refused = list[Refused]()

    async def asking() -> None:
        with pytest.raises(Refused, match="could not finish") as caught:
            await ask(work, tmp_path / "begun", tmp_path / "never")
        refused.append(caught.value)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(asking)
        await kill_each(2, tmp_path / "begun")
    assert len(refused) == 1
    assert load().working == 0
    assert await ask(divmod, 17, 5) == (3, 2)


def lose_pipes() -> None:
    os.closerange(3, 1000)


@pytest.mark.parametrize("ask", [in_worker, search])
async def test_work_whose_answer_finds_no_way_back_is_refused(ask: Callable[..., Awaitable[Any]]) -> None:
    with pytest.raises(Refused, match="could not finish"):
        await ask(lose_pipes)
    assert await ask(divmod, 17, 5) == (3, 2)


async def test_worker_that_is_killed_while_it_starts_is_replaced() -> None:
    before = set(multiprocessing.active_children())
    async with trio.open_nursery() as nursery:

        async def asking() -> None:
            assert await search(divmod, 17, 5) == (3, 2)
            nursery.cancel_scope.cancel()

        nursery.start_soon(asking)
        while not (starting := set(multiprocessing.active_children()) - before):
            await trio.sleep(0)
        starting.pop().kill()
        await trio.sleep_forever()


def test_program_ends_well_though_an_idle_worker_was_killed(caplog: pytest.LogCaptureFixture) -> None:
    async def program() -> None:
        os.kill(await search(os.getpid), signal.SIGKILL)

    trio.run(program)
    assert "A worker had died" in caplog.text


@pytest.mark.parametrize("ask", ["in_worker", "search"])
def test_program_ends_without_a_word_when_its_workers_are_told_to_end_first(ask: str) -> None:
    program = f"""
import os, signal, trio
from core.scheduling.worker_pool import {ask}

async def main():
    worker = await {ask}(os.getpid)
    os.kill(worker, signal.SIGTERM)
    with open(f"/proc/{{worker}}/stat") as stat:  # reaped with the program only
        while stat.seek(0) or ") Z " not in stat.read():
            await trio.sleep(0)

if __name__ == "__main__":
    trio.run(main)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
