"""Noticing that files change, by the system's notices and without them."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from journal.follow.file_changes import Changes
from journal.follow.file_watcher import Watch
from tests.patience import PATIENCE


@pytest.fixture(params=["notices", "looking"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, on a system that gives notice and on one that does not."""
    if request.param == "looking":
        monkeypatch.setattr(sys, "platform", "another")
    (path := tmp_path / "file").write_bytes(b"begin")
    return path


@pytest.fixture
def watched(path: Path) -> Iterator[Changes]:
    found = Changes([path])
    yield found
    found.close()


def write(path: Path) -> None:
    path.write_bytes(b"begin and end")


def move(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replace(path: Path) -> None:
    (other := path.with_name("other")).write_bytes(b"other")
    other.replace(path)


@pytest.mark.parametrize("change", [write, Path.unlink, move, replace])
def test_every_change_ends_the_wait(path: Path, watched: Changes, change: Callable[[Path], object]) -> None:
    change(path)
    assert watched.wait(PATIENCE)
    assert not watched.wait(0)


def test_nothing_is_waited_for_until_the_time_is_up(watched: Changes) -> None:
    assert not watched.wait(0.01)


def test_stop_ends_the_wait_of_another_thread_and_all_later_ones(watched: Changes) -> None:
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(watched.wait(None)))
    thread.start()
    watched.stop()
    thread.join(PATIENCE)
    assert answers == [False]
    assert not watched.wait(None)


def test_file_that_is_not_there_is_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    watched = Changes([path])
    path.touch()
    assert watched.wait(PATIENCE)
    watched.close()


async def test_event_loop_is_woken_only_for_news(path: Path) -> None:
    looked, noticed, is_news = threading.Semaphore(0), trio.Event(), False

    def look() -> bool:
        looked.release()
        return is_news

    watch = Watch([path], look, noticed.set)
    with watch, trio.fail_after(PATIENCE):
        watch.look(True)
        write(path)
        await trio.to_thread.run_sync(looked.acquire)
        assert not noticed.is_set()
        is_news = True
        # The same change is looked at again, because what it stands for may be visible later.
        await noticed.wait()
    watch.close()


async def test_watch_ends_although_nobody_wants_to_know(path: Path) -> None:
    watch = Watch([path], lambda: True, lambda: None)
    with watch:
        watch.look(False)
    watch.look(False)
    await trio.to_thread.run_sync(watch.close)


async def test_watch_goes_on_where_it_cannot_be_told_whether_there_is_news(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults, noticed = [ZeroDivisionError("a fault")], trio.Event()

    def look() -> bool:
        if faults:
            raise faults.pop()
        return True

    watch = Watch([path], look, lambda: noticed.set())
    with watch, trio.fail_after(PATIENCE):
        watch.look(True)
        write(path)
        await noticed.wait()
        noticed = trio.Event()
        replace(path)
        await noticed.wait()
    watch.close()
    assert [record.getMessage() for record in caplog.records] == ["It cannot be told whether the journal has changed."]


async def test_watch_goes_on_where_it_cannot_sleep(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under a clock that is set back while it sleeps."""

    def refuse(seconds: float) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("journal.follow.file_watcher.time.sleep", refuse)
    noticed = trio.Event()
    watch = Watch([path], lambda: True, lambda: noticed.set())
    with watch, trio.fail_after(PATIENCE):
        watch.look(True)
        for change in (write, replace):
            noticed = trio.Event()
            change(path)
            await noticed.wait()
    watch.close()


def closed(descriptor: int) -> None:
    os.close(descriptor)


def ended(descriptor: int) -> None:
    """Nothing more is ever read there."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)


def end_notices(end: Callable[[int], None]) -> None:
    """Have the system give no more notice, where it gave any."""
    for link in Path("/proc/self/fd").glob("*"):
        with suppress(FileNotFoundError):
            if os.readlink(link) == "anon_inode:inotify":
                end(int(link.name))


@pytest.mark.parametrize("end", [closed, ended])
def test_changes_are_looked_for_when_notices_end(path: Path, watched: Changes, end: Callable[[int], None]) -> None:
    end_notices(end)
    write(path)
    assert watched.wait(PATIENCE)
    assert not watched.wait(0)
    replace(path)
    assert watched.wait(PATIENCE)


@pytest.mark.parametrize("end", [closed, ended])
async def test_watch_goes_on_when_notices_end(path: Path, end: Callable[[int], None]) -> None:
    noticed = trio.Event()
    watch = Watch([path], lambda: True, lambda: noticed.set())
    with watch, trio.fail_after(PATIENCE):
        watch.look(True)
        end_notices(end)
        for change in (write, replace):
            noticed = trio.Event()
            change(path)
            await noticed.wait()
    watch.close()


async def test_event_loop_hears_of_a_directory_that_goes(path: Path) -> None:
    noticed = trio.Event()
    watch = Watch([path], lambda: not path.exists(), noticed.set)
    with watch, trio.fail_after(PATIENCE):
        watch.look(True)
        shutil.rmtree(path.parent)
        await noticed.wait()
    watch.close()
