"""Seeing that files change, by the system's notices and without them."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from journal.follow.cursors import background_task
from journal.follow.file_changes import BUSY_SECONDS, GATHER_SECONDS, LONGEST_SECONDS, POLL_SECONDS, FileChanges


def refused() -> None:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@pytest.fixture(params=["notices", "none", "no more"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, on a system that gives notices, on one that does not, and on one that gives no more of them."""
    if request.param != "notices":
        monkeypatch.setattr("journal.follow.file_changes.INotify", refused if request.param == "no more" else None)
    path = tmp_path / str(request.param)
    path.write_bytes(b"begin")
    return path


def write(path: Path) -> None:
    path.write_bytes(b"begin and end")


def move(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replace(path: Path) -> None:
    (other := path.with_name("other")).write_bytes(b"other")
    other.replace(path)


def remove_directory(path: Path) -> None:
    shutil.rmtree(path.parent)


class Looks:
    """Counts how often somebody has looked."""

    count = 0

    async def look(self) -> None:
        await trio.lowlevel.checkpoint()
        self.count += 1


@asynccontextmanager
async def watched(path: Path) -> AsyncIterator[tuple[FileChanges, Looks]]:
    changes, looks = FileChanges([path]), Looks()
    async with background_task(partial(changes.watch, looks.look)):
        yield changes, looks


async def pass_time(clock: MockClock, seconds: float) -> None:
    """Let time pass for those who wait, and them do what they do then."""
    for _ in range(round(seconds / GATHER_SECONDS)):
        await wait_all_tasks_blocked(0.001)
        clock.jump(GATHER_SECONDS)
    await wait_all_tasks_blocked(0.001)


@pytest.mark.parametrize("change", [write, Path.unlink, move, replace, remove_directory])
async def test_every_change_is_looked_at_soon_and_again_later(
    path: Path, mock_clock: MockClock, change: Callable[[Path], object]
) -> None:
    async with watched(path) as (changes, looks):
        with changes.followed():
            await pass_time(mock_clock, 4.0)
            before = looks.count
            change(path)
            await pass_time(mock_clock, POLL_SECONDS + GATHER_SECONDS)
            assert looks.count > before, "soon"
            before = looks.count
            await pass_time(mock_clock, 5 * POLL_SECONDS)
            assert looks.count > before, "what it stands for may be visible only now"


async def test_looks_are_few_where_nothing_changes(path: Path, autojump_clock: MockClock) -> None:
    async with watched(path) as (changes, looks):
        with changes.followed():
            await trio.sleep(20 * LONGEST_SECONDS)
        assert looks.count < 20 + 10


async def test_nothing_is_looked_at_while_nobody_follows(path: Path, autojump_clock: MockClock) -> None:
    async with watched(path) as (changes, looks):
        write(path)
        await trio.sleep(10 * LONGEST_SECONDS)
        assert not looks.count
        with changes.followed():
            with changes.followed():
                pass
            await trio.sleep(1)
            assert looks.count
        await trio.sleep(LONGEST_SECONDS)
        count = looks.count
        await trio.sleep(10 * LONGEST_SECONDS)
        assert looks.count == count


async def test_file_that_is_not_there_is_looked_for(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with watched(tmp_path / "file") as (changes, looks):
        with changes.followed():
            await trio.sleep(1)
            assert looks.count


async def test_who_writes_all_the_time_looks_seldom_unless_others_write_too(path: Path, mock_clock: MockClock) -> None:
    async with watched(path) as (changes, looks):

        async def keep_writing(seconds: float) -> int:
            before = looks.count
            for _ in range(round(seconds / GATHER_SECONDS)):
                path.write_bytes(path.read_bytes() + b".")
                changes.are_known()
                await pass_time(mock_clock, GATHER_SECONDS)
            return looks.count - before

        with changes.followed():
            await keep_writing(1.0)
            assert await keep_writing(2.0) <= 2.0 / BUSY_SECONDS + 1
            changes.are_news()
            assert await keep_writing(POLL_SECONDS + 3 * GATHER_SECONDS) >= 1
