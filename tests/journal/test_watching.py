"""Noticing that files change, by the system's notices and without them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trio

from journal.changes import Changes
from journal.watching import Watch


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
    assert watched.wait(20)
    assert not watched.wait(0)


def test_nothing_is_waited_for_until_the_time_is_up(watched: Changes) -> None:
    assert not watched.wait(0.01)


def test_stop_ends_the_wait_of_another_thread_and_all_later_ones(watched: Changes) -> None:
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(watched.wait(None)))
    thread.start()
    watched.stop()
    thread.join(20)
    assert answers == [False]
    assert not watched.wait(None)


def test_file_that_is_not_there_is_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    watched = Changes([path])
    path.touch()
    assert watched.wait(20)
    watched.close()


async def test_event_loop_is_woken_only_for_news(path: Path) -> None:
    looked, noticed, is_news = threading.Semaphore(0), trio.Event(), False

    def look() -> bool:
        looked.release()
        return is_news

    watch = Watch([path], look, noticed.set)
    with watch, trio.fail_after(20):
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
