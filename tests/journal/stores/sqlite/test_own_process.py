"""A SQLite journal that works in a process of its own: it dies and is started again, and ends with who started it."""

from __future__ import annotations

import errno
import gc
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from journal import Conflict, JournalError, Lost, OutcomeUnknown, blocking_threads
from journal.stores.sqlite import own_process, store_process
from journal.stores.sqlite.journal import open_sqlite
from tests.journal.samples import grow, records, take
from tests.journal.stores.sqlite.bad_pages import pages, without_page
from tests.patience import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[trio.Process]:
    """The processes that are started, the last one last."""
    open_process, found = trio.lowlevel.open_process, list[trio.Process]()

    async def opened(*arguments: Any, **named: Any) -> trio.Process:
        found.append(await open_process(*arguments, **named))
        return found[-1]

    monkeypatch.setattr(trio.lowlevel, "open_process", opened)
    return found


async def killed(process: trio.Process) -> None:
    process.kill()
    await process.wait()


async def test_journal_whose_process_has_died_says_so_once_and_goes_on(path: Path, started: list[trio.Process]) -> None:
    async with open_sqlite(path, apart=True) as journal:
        stored = await grow(journal, "game", 2)
        await killed(started[-1])
        with pytest.raises(OutcomeUnknown, match=r"The journal's process has died; try again."):
            await journal.append("game", 2, records(1, stored[-1]))
        stored += await grow(journal, "game", 2, stored[-1])
        assert await journal.read("game") == stored
        assert len(started) == 2


async def test_what_only_reads_is_asked_again(path: Path, started: list[trio.Process]) -> None:
    async with open_sqlite(path, apart=True) as journal, journal.follow("game") as follower:
        stored = await grow(journal, "game", 2)
        assert await take(follower, 2) == stored
        await killed(started[-1])
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(journal.head, "game")
        assert await journal.read("game") == stored
        assert len(started) == 2
        stored += await grow(journal, "game", 1, stored[-1])
        assert await take(follower, 1) == stored[2:]


async def test_append_of_a_process_that_died_is_stored_wholly_or_not_at_all(
    path: Path, started: list[trio.Process]
) -> None:
    async with open_sqlite(path, apart=True) as journal:
        head: tuple[Any, ...] = ()
        for delay in range(10):
            more = records(50, head[-1] if head else None, delay)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(trio.lowlevel.checkpoint)
                nursery.start_soon(killed, started[-1])
                try:
                    await journal.append("game", len(head), more)
                except OutcomeUnknown:
                    found = await journal.read("game")
                    assert found in (head, head + more)
                else:
                    found = head + more
            head = found
        assert await journal.read("game") == head


async def test_errors_come_whole(path: Path) -> None:
    async with open_sqlite(path, apart=True) as journal:
        stored = await grow(journal, "game", 1)
        with pytest.raises(Conflict) as conflict:
            await journal.append("game", 0, records(1))
        assert (conflict.value.expected, conflict.value.head) == (0, 1)
        assert str(conflict.value) == "Stream game is at record 1, not at 0."
        with pytest.raises(ValueError, match="record 2 does not chain to the record before it"):
            await journal.append("game", 1, records(2)[1:])
        path.unlink()
        with pytest.raises(Lost, match=r"games.db was deleted, moved or replaced while it was open"):
            await journal.append("game", 1, records(1, stored[-1]))


async def test_what_cannot_be_opened_is_refused_in_its_own_words(path: Path, started: list[trio.Process]) -> None:
    path.write_text("something else")
    with pytest.raises(JournalError, match=f"^{path} is not a journal; choose another file.$"):
        async with open_sqlite(path, apart=True):
            pytest.fail("it is open")
    assert started[-1].returncode == 0


async def test_bad_page_is_told(path: Path, tmp_path: Path) -> None:
    async with open_sqlite(path) as journal:
        for n in range(40):
            await grow(journal, f"game{n}", 5)
    (page, *_) = [page for page, kind in pages(path).items() if kind == "leaf table"][-1:]
    without_page(path, page, bad := tmp_path / "bad.db")
    async with open_sqlite(bad, apart=True) as journal:
        assert journal.damage is None
        async with journal.follow_all() as follower:
            with trio.move_on_after(PATIENCE):
                while journal.damage is None:
                    await follower.take_ready()
        assert str(journal.damage) == f"{bad} is damaged; replace it with a copy."


async def test_file_that_was_replaced_while_its_process_was_dead_is_lost(
    path: Path, started: list[trio.Process]
) -> None:
    async with open_sqlite(path.with_name("other.db")) as other:
        await grow(other, "game", 1)
    async with open_sqlite(path, apart=True) as journal:
        await grow(journal, "game", 1)
        await killed(started[-1])
        path.with_name("other.db").replace(path)
        with pytest.raises(Lost, match=r"games.db was deleted, moved or replaced while it was open"):
            await journal.head("game")


async def test_file_that_was_moved_while_its_process_was_dead_is_whole_once_it_is_put_back(
    path: Path, tmp_path: Path, started: list[trio.Process]
) -> None:
    async with open_sqlite(path, apart=True) as journal:
        stored = await grow(journal, "game", 3)
        await killed(started[-1])
        path.rename(tmp_path / "moved.db")
        with pytest.raises(Lost, match=r"games.db was deleted, moved or replaced while it was open"):
            await journal.read("game")
        assert not path.exists(), "none is made in its place"
    (tmp_path / "moved.db").rename(path)
    async with open_sqlite(path, apart=True) as journal:
        assert await journal.read("game") == stored


async def test_log_says_how_the_process_has_ended(
    path: Path, started: list[trio.Process], caplog: pytest.LogCaptureFixture
) -> None:
    async with open_sqlite(path, apart=True) as journal:
        await killed(started[-1])
        await journal.head("game")
    assert "The journal's process has died (signal 9); it starts again." in caplog.messages


async def test_machine_that_can_start_no_process_is_told_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: object, **__: object) -> trio.Process:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(trio.lowlevel, "open_process", refused)
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(JournalError, match=r"cannot start \(Resource temporarily unavailable\); raise the limit"):
        async with open_sqlite(path, apart=True):
            pytest.fail("it is open")
    assert len(os.listdir("/proc/self/fd")) == before


async def test_process_ends_with_the_journal_whatever_signals_come_first(
    path: Path, started: list[trio.Process]
) -> None:
    async with open_sqlite(path, apart=True) as journal:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            started[-1].send_signal(number)
        await grow(journal, "game", 1)
        assert started[-1].returncode is None
    assert started[-1].returncode == 0
    assert [file.name for file in path.parent.iterdir()] == ["games.db"], "it closed the file"


PROGRAM = """
import sys, trio
from pathlib import Path
from journal.stores.sqlite.journal import open_sqlite
from tests.frontends.telnet.children import children
from tests.journal.samples import grow
async def main():
    async with open_sqlite(Path(sys.argv[1]), apart=True) as journal:
        await grow(journal, "game", 3)
        print(*children(), flush=True)
        await trio.sleep_forever()
trio.run(main)
"""


def test_process_ends_when_who_started_it_is_killed(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE) as house:
        try:
            assert house.stdout is not None
            watched = os.pidfd_open(int(house.stdout.readline()))
        finally:
            house.kill()
        assert select.select([watched], [], [], PATIENCE)[0]
        os.close(watched)


def test_process_ends_quietly_when_who_started_it_is_killed_before_it_has_read_an_answer(path: Path) -> None:
    our_end, their_end = socket.socketpair()
    with subprocess.Popen(
        [sys.executable, "-m", store_process.__name__, str(their_end.fileno())],
        pass_fds=[their_end.fileno()], stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        their_end.close()
        our_end.sendall(store_process.packed([("open", (path, PATIENCE), {"read_only": False})]))
        assert select.select([our_end], [], [], PATIENCE)[0], "it has answered"
        our_end.close()
        _, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (0, b"")


@pytest.fixture
def packets(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Those that are sent to the process."""
    ask, found = own_process._Line.ask, list[bytes]()

    async def asked(line: Any, packet: bytes) -> bytes:
        found.append(packet)
        return await ask(line, packet)

    monkeypatch.setattr(own_process._Line, "ask", asked)
    return found


async def test_reads_that_wait_share_packets_and_each_has_its_own_answer(path: Path, packets: list[bytes]) -> None:
    found: dict[int, int] = {}

    async def look(number: int) -> None:
        found[number] = await journal.head(f"game{number}")

    async with open_sqlite(path, apart=True) as journal:
        for number in range(5):
            await grow(journal, f"game{number}", number)
        packets.clear()
        async with trio.open_nursery() as nursery:
            for number in range(100):
                nursery.start_soon(look, number)
        assert len(packets) < 30
        assert found == {number: number if number < 5 else 0 for number in range(100)}


async def test_reads_that_nobody_waits_for_any_more_keep_no_line(path: Path) -> None:
    async with open_sqlite(path, apart=True) as journal:
        stored = await grow(journal, "game", 1)
        for rounds in range(20):
            async with trio.open_nursery() as nursery:
                scopes = [trio.CancelScope() for _ in range(100)]

                async def look(scope: trio.CancelScope) -> None:
                    with scope:
                        await journal.head("game")

                for scope in scopes:
                    nursery.start_soon(look, scope)
                for _ in range(rounds):
                    await trio.lowlevel.checkpoint()
                for scope in scopes[rounds % 3 :: 2]:
                    scope.cancel()
                    await trio.lowlevel.checkpoint()
        load = blocking_threads.loads()["journal reads"]
        assert (load.working, load.waiting) == (0, 0)
        assert await journal.read("game") == stored


async def test_what_was_read_is_gone_when_nobody_wants_it_any_more(path: Path) -> None:
    async with open_sqlite(path, apart=True) as journal:
        await grow(journal, "game", 2)
        gc.collect()
        gc.disable()
        try:
            async with trio.open_nursery() as nursery:
                for _ in range(20):
                    nursery.start_soon(journal.read, "game")
            kept = [one for one in gc.get_objects() if isinstance(one, own_process._Call)]
        finally:
            gc.enable()
    assert not kept
