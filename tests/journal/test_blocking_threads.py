"""Threads by kinds: each has its own, what was given up keeps its thread, and want of room costs an answer only."""

from __future__ import annotations

import threading
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from journal import JournalError, open_journal
from journal.blocking_threads import Load, Lookups, StandingThread, Threads, loads
from journal.stores.sqlite.database import append_of, open_database
from tests.journal.samples import grow, records, take
from tests.patience import PATIENCE

TOO_LARGE = 1 << 50
"""Bytes of a stack for which no machine has room."""
ROOM = "This machine has no room for another thread; raise the limit and try again."


@asynccontextmanager
async def no_more_threads() -> AsyncIterator[None]:
    """All that wait for work have some, and no other can be started."""
    while any(load.working for load in loads().values()):
        await trio.sleep(0)
    # Without a checkpoint from here on: work that began meanwhile would leave a thread that waits for more.
    free, size = threading.Event(), threading.stack_size(TOO_LARGE)
    try:
        with suppress(RuntimeError):
            while True:
                trio.lowlevel.start_thread_soon(free.wait, lambda _: None)
        yield
    finally:
        threading.stack_size(size)
        free.set()


async def test_journal_refuses_what_needs_a_thread_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with open_journal(f"file:{tmp_path / 'journal'}") as journal:
        stored = await grow(journal, "table/game", 1)
        async with no_more_threads():
            with pytest.raises(JournalError, match=ROOM):
                await journal.append("table/game", 1, records(1, stored[-1]))
        stored += await grow(journal, "table/game", 1, stored[-1])
        assert await journal.read("table/game") == stored


async def test_appends_go_on_where_there_is_no_room_to_read(tmp_path: Path) -> None:
    async with open_journal(f"sqlite:{tmp_path / 'journal'}") as journal:
        stored = await grow(journal, "table/game", 1)
        async with no_more_threads():
            with pytest.raises(JournalError, match=ROOM):
                await journal.read("table/game")
            stored += await grow(journal, "table/game", 1, stored[-1])
        assert await journal.read("table/game") == stored


async def test_journal_is_not_opened_where_there_is_no_room_for_its_thread(tmp_path: Path) -> None:
    async with no_more_threads():
        with pytest.raises(JournalError, match=ROOM):
            async with open_journal(f"sqlite:{tmp_path / 'journal'}"):
                pass


async def test_followers_hear_of_what_others_stored_while_there_was_no_room(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    async with open_journal(f"sqlite:{path}") as journal, journal.follow("table/game") as follower:
        stored = await grow(journal, "table/game", 1)
        assert await take(follower, 1) == stored
        other, more = open_database(path, PATIENCE), records(1, stored[-1])
        async with no_more_threads():
            other.commit([append_of("table/game", 1, more)])
            with pytest.raises(JournalError, match=ROOM), trio.fail_after(PATIENCE):
                await anext(follower)
        assert await take(follower, 1) == more
        other.close()


async def test_other_faults_of_the_work_are_raised_as_they_are() -> None:
    def work() -> None:
        raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        await Threads("anything", 1).run(work)


async def test_work_is_done_in_a_thread_and_its_fault_is_raised() -> None:
    threads = Threads("anything", 1)
    assert await threads.run(threading.get_ident) != threading.get_ident()
    with pytest.raises(ValueError, match="invalid literal"):
        await threads.run(int, "x")


async def test_one_kind_that_is_stuck_keeps_no_other_waiting() -> None:
    stuck, other = Threads("stuck", 2), Threads("other", 1)
    gate = threading.Event()
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            nursery.start_soon(stuck.run, gate.wait)
        while not stuck.limiter.statistics().tasks_waiting:
            await trio.sleep(0)
        assert await other.run(len, "abc") == 3
        told = loads()["stuck"]
        assert (told.most, told.working, told.waiting) == (2, 2, 1)
        gate.set()


async def test_work_that_was_given_up_keeps_its_thread_until_it_ends() -> None:
    threads, gate = Threads("given up", 1), threading.Event()
    async with trio.open_nursery() as nursery:

        async def give_up() -> None:
            await threads.run(gate.wait, abandon_on_cancel=True)

        nursery.start_soon(give_up)
        while not threads.limiter.statistics().borrowed_tokens:
            await trio.sleep(0)
        nursery.cancel_scope.cancel()
    assert threads.limiter.statistics().borrowed_tokens == 1
    gate.set()
    with trio.fail_after(PATIENCE):
        assert await threads.run(len, "abc") == 3


def test_thread_that_outlives_its_run_takes_nothing_from_the_next() -> None:
    threads, gate = Threads("left behind", 1), threading.Event()

    async def leave() -> None:
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:

                async def wait() -> None:
                    await threads.run(gate.wait, abandon_on_cancel=True)

                nursery.start_soon(wait)
                while not threads.limiter.statistics().borrowed_tokens:
                    await trio.sleep(0)
                scope.cancel()

    async def work() -> int:
        with trio.fail_after(PATIENCE):
            return await threads.run(len, "abc")

    trio.run(leave)
    assert trio.run(work) == 3
    gate.set()


async def test_address_needs_no_lookup_and_a_name_has_one() -> None:
    lookups = Lookups("names", 1)
    assert await lookups.addresses("127.0.0.1", 80) == ("127.0.0.1",)
    assert await lookups.addresses("::1", 80) == ("::1",)
    assert set(await lookups.addresses("localhost", 80)) <= {"127.0.0.1", "::1"}
    with pytest.raises((OSError, UnicodeError)):
        await lookups.addresses("a" * 64 + ".invalid", 80)


# A thread that is always there.


@pytest.fixture
def standing() -> Iterator[StandingThread]:
    thread = StandingThread("standing")
    with thread.running():
        yield thread


async def test_standing_thread_is_the_same_for_all_its_work(standing: StandingThread) -> None:
    idents = [await standing.run(threading.get_ident) for _ in range(3)]
    assert len(set(idents)) == 1
    assert threading.get_ident() not in idents


async def test_standing_thread_raises_what_the_work_does_and_goes_on(standing: StandingThread) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await standing.run(partial(int, "x"))
    assert await standing.run(partial(int, "1")) == 1


async def test_standing_thread_does_one_work_after_the_other(standing: StandingThread) -> None:
    begun, may_end, done = threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begun.set()
        may_end.wait(PATIENCE)
        done.append("first")

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(standing.run, first)
            while not begun.is_set():
                await trio.sleep(0)
            nursery.start_soon(standing.run, lambda: done.append("second"))
            while not standing.waiting:
                await trio.sleep(0)
            known = loads()["standing"]
            may_end.set()
    assert known == Load(1, 1, 1)
    assert loads()["standing"] == Load(1, 0, 0)
    assert done == ["first", "second"]


async def test_standing_thread_finishes_what_it_has_begun_though_nobody_waits_any_more(
    standing: StandingThread,
) -> None:
    done: list[str] = []
    with trio.CancelScope() as scope:
        scope.cancel()
        with pytest.raises(trio.Cancelled):
            await standing.run(lambda: done.append("never begun"))
    with trio.CancelScope() as scope:
        token, cancelled = trio.lowlevel.current_trio_token(), threading.Event()

        def cancel() -> None:
            scope.cancel()
            cancelled.set()

        def work() -> None:
            token.run_sync_soon(cancel)
            cancelled.wait(PATIENCE)
            done.append("finished")

        await standing.run(work)
    assert done == ["finished"]


async def test_standing_thread_keeps_nothing_of_its_work(standing: StandingThread) -> None:
    class Answer:
        pass

    kept = weakref.ref(await standing.run(Answer))
    assert kept() is None
    with suppress(ZeroDivisionError):
        await standing.run(lambda: 1 // 0)
    assert standing._work is standing._value is standing._fault is None


async def test_standing_thread_ends_with_its_block() -> None:
    thread = StandingThread("anything")
    with thread.running():
        worker = await thread.run(threading.current_thread)
    worker.join(PATIENCE)
    assert not worker.is_alive()
