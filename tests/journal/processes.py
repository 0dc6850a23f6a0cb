"""What the tests of the journals run in processes of their own: python -m tests.journal.processes NAME ARGUMENTS."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from journal import Conflict, Journal, JournalError, Record, open_journal
from journal.game_lines import read_lines, write_lines
from tests.journal.samples import HEADER, records
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
NOBODY = 65534


@asynccontextmanager
async def running(*arguments: object) -> AsyncIterator[trio.Process]:
    """A process that runs one of the functions below, killed at the end of the block if it is still there."""
    process = await trio.lowlevel.open_process(command(*arguments), stdin=-1, stdout=-1, cwd=ROOT)
    try:
        yield process
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


def command(*arguments: object) -> list[str]:
    """The command line that runs one of the functions below."""
    return [sys.executable, "-m", "tests.journal.processes", *map(str, arguments)]


async def output(*arguments: object) -> str:
    """All that one of the functions below prints, which must end well within a minute."""
    with trio.fail_after(PATIENCE):
        done = await trio.run_process(command(*arguments), capture_stdout=True, cwd=ROOT)
    return done.stdout.decode()


def _say(*words: object) -> None:
    """Print a line in one write, so that it is out or it is not."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def compete(url: str, mark: str, rounds: str) -> None:
    """Append decisions of two records to the stream all compete for, and one to a stream of its own after each.

    Waits for a line of input before it opens the journal; says what it stored.
    """
    _say("ready")
    sys.stdin.readline()
    async with open_journal(url) as journal:
        own: tuple[Record, ...] = ()
        for _ in range(int(rounds)):
            head = await _win(journal, mark)
            _say("shared", head - 1)
            own += records(1, own[-1] if own else None, mark)
            _say(f"own-{mark}", await journal.append(f"own-{mark}", len(own) - 1, own[-1:]))


async def _win(journal: Journal, mark: str) -> int:
    stored: tuple[Record, ...] = ()
    while True:
        stored += await journal.read("shared", len(stored))
        try:
            return await journal.append("shared", len(stored), records(2, stored[-1] if stored else None, mark))
        except Conflict:
            _say("lost", len(stored))


async def keep_on(url: str, streams: str) -> None:
    """Append decisions of three records to so many streams at once until killed; says the last of each stored one."""
    async with open_journal(url) as journal, trio.open_nursery() as nursery:
        for n in range(int(streams)):
            nursery.start_soon(_keep_on, journal, "table/game" if streams == "1" else f"game-{n}")


async def _keep_on(journal: Journal, stream: str) -> None:
    stored = await journal.read(stream)
    last, head = (stored[-1] if stored else None), len(stored)
    while True:
        decision = records(3, last)
        last, head = decision[-1], await journal.append(stream, head, decision)
        _say(stream, head)


async def fill(url: str, how: str) -> None:
    """Append until there is no more space, make space, and go on; says the sentence of the failure.

    Space ends at a limit to the size of files, or for real; then a file named ballast is there to be removed.
    """
    async with open_journal(url) as journal:
        stored = records(1)
        await journal.append("table/game", 0, stored)
        if how == "limit":
            _limit_files(100_000)
        while (failure := await _failure(journal, decision := records(3, stored[-1]))) is None:
            stored += decision
        _say(failure)
        assert await journal.read("table/game") == stored
        assert await _failure(journal, records(3, stored[-1])) is not None
        assert await journal.head("table/game") == len(stored)
        if how == "limit":
            _limit_files(resource.RLIM_INFINITY)
        else:
            Path(url.partition(":")[2]).with_name("ballast").unlink()
        assert await _failure(journal, decision) is None
        stored += decision
    async with open_journal(url) as journal:
        assert journal.notices == ()
        assert await journal.read("table/game") == stored
    _say("all stored")


async def _failure(journal: Journal, decision: tuple[Record, ...]) -> JournalError | None:
    try:
        await journal.append("table/game", decision[0].seq - 1, decision)
    except JournalError as error:
        return error
    return None


def _limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def export_too_much(directory: str) -> None:
    """Write more lines than there is space for, to a new file and over an old one; says the sentences."""
    stored, old = records(100), Path(directory) / "old.jsonl"
    write_lines(old, stored[:1], HEADER)
    _limit_files(1000)
    for path in (old, old.with_name("new.jsonl")):
        try:
            write_lines(path, stored, HEADER, overwrite=True)
        except JournalError as error:
            _say(error)
    assert read_lines(old).records == stored[:1]
    assert os.listdir(directory) == ["old.jsonl"]


async def open_without_right(directory: str, elsewhere: str) -> None:
    """Open what may only be read, and read what may not even be that; says the sentences.

    Everything is done elsewhere first, where it is allowed: afterwards nothing is left to import, which this user
    may not be able to do.
    """
    _say("allowed")
    await _open_all(Path(elsewhere))
    if os.getuid() == 0:
        os.setuid(NOBODY)
    _say("not allowed")
    await _open_all(Path(directory))
    await _open(Path(elsewhere) / "kept.db")


async def _open(path: Path) -> None:
    try:
        async with open_journal(str(path)):
            _say("opened")
    except JournalError as error:
        _say(error)


async def _open_all(here: Path) -> None:
    for name in ("games.db", "new.db", "game.jsonl"):
        await _open(here / name)
    for trial in (
        lambda: read_lines(here / "secret.jsonl"),
        lambda: write_lines(here / "new.jsonl", records(1), HEADER),
        lambda: read_lines(here / "missing.jsonl"),
    ):
        try:
            trial()
        except JournalError as error:
            _say(error)


if __name__ == "__main__":
    trio.run(globals()[sys.argv[1]], *sys.argv[2:])
