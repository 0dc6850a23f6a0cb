"""Journals of several processes: killed at any moment, in competition, and out of space."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from journal import Conflict, Journal, open_journal
from tests.journal.processes import ROOT, command, output, running
from tests.journal.samples import records
from tests.patience import PATIENCE

ROUNDS = 4


async def hear(process: trio.Process, lines: int) -> bytes:
    """What a process says until it has said so many lines or more, or has ended."""
    said = b""
    assert process.stdout is not None
    with trio.fail_after(PATIENCE):
        while said.count(b"\n") < lines and (more := await process.stdout.receive_some()):
            said += more
    return said


def acknowledged(said: bytes) -> list[tuple[str, int]]:
    """The streams and numbers in what a process said, without a last line that was cut short."""
    lines = (line.split() for line in said.decode().split("\n")[:-1])
    return [(stream, int(seq)) for stream, seq in lines]


async def test_killed_writer_loses_nothing_that_it_acknowledged(stored_url: str) -> None:
    streams = 8 if stored_url.startswith("sqlite:") else 1
    heads: dict[str, int] = {}
    for _ in range(ROUNDS):
        async with running("keep_on", stored_url, streams) as process:
            said = await hear(process, 1 + secrets.randbelow(300))
            process.kill()
            said += await hear(process, 1 << 30)
        heads.update(acknowledged(said))
        async with open_journal(stored_url) as journal:
            for stream, head in heads.items():
                heads[stream] = await go_on(journal, stream, head)
    assert len(heads) == streams


async def go_on(journal: Journal, stream: str, acknowledged: int) -> int:
    """Read what a killed process has left and append to it. The new head."""
    while True:
        stored = await journal.read(stream)
        assert len(stored) >= acknowledged
        assert len(stored) % 3 == 0, "decisions are stored whole"
        # A server may still store what the process had sent.
        with suppress(Conflict):
            return await journal.append(stream, len(stored), records(3, stored[-1]))


async def test_processes_that_compete_have_one_winner_at_each_place(tmp_path: Path) -> None:
    url, rounds, marks = f"sqlite:{tmp_path}/games.db", 20, "abcd"
    wins: dict[str, list[tuple[str, int]]] = {}

    async def compete(mark: str, start: trio.Event, task_status: trio.TaskStatus[None]) -> None:
        async with running("compete", url, mark, rounds) as process:
            assert await hear(process, 1) == b"ready\n"
            task_status.started()
            await start.wait()
            assert process.stdin is not None
            await process.stdin.send_all(b"go\n")
            wins[mark] = acknowledged(await hear(process, 1 << 30))
            assert await process.wait() == 0

    async with trio.open_nursery() as nursery:
        start = trio.Event()
        for mark in marks:
            await nursery.start(compete, mark, start)
        start.set()
    async with open_journal(url) as journal:
        shared = await journal.read("shared")
        assert len(shared) == 2 * rounds * len(marks)
        for mark, won in wins.items():
            places = [seq for stream, seq in won if stream == "shared"]
            assert len(places) == rounds
            for first in places:
                assert [record.data["mark"] for record in shared[first - 1 : first + 1]] == [mark, mark]
            assert [seq for stream, seq in won if stream == f"own-{mark}"] == list(range(1, rounds + 1))
            assert len(await journal.read(f"own-{mark}")) == rounds


def may_mount() -> bool:
    """Whether this user may mount a small disk for a process of his."""
    mount = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    return shutil.which("unshare") is not None and not subprocess.run(mount, capture_output=True).returncode


# A limit to the size of files works everywhere.
@pytest.mark.parametrize("room", ["limit", "disk"] if may_mount() else ["limit"])
async def test_full_disk_is_said_and_leaves_the_journal_usable(file_url: str, room: str, tmp_path: Path) -> None:
    if room == "limit":
        said = await output("fill", file_url, room)
    else:
        small_disk = (
            f"mount -t tmpfs -o size=400k tmpfs {tmp_path} && head -c 100000 /dev/zero > {tmp_path}/ballast && exec "
        )
        script = small_disk + " ".join(command("fill", file_url, room))
        with trio.fail_after(PATIENCE):
            done = await trio.run_process(["unshare", "--mount", "sh", "-c", script], capture_stdout=True, cwd=ROOT)
        said = done.stdout.decode()
    sentence, end = said.splitlines()
    assert end == "all stored"
    assert sentence.endswith("again.")
    assert ("is full; make space" in sentence) == (room == "disk")
