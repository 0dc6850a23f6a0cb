"""The drill: a house is killed at random, and comes back from a backup as it was at any moment before."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import trio

from core.books.seed_books import BOOK, fold_book
from core.records import fold
from journal import Journal, Record, open_journal
from journal.operations.backup import back_up_file
from journal.operations.restore import restore_file
from tests.core.house.drilling import play
from tests.journal.samples import all_streams
from tests.patience import PATIENCE

KILLS = 50
Said = tuple[str, int, str]
"""A stream, its last record that was acknowledged, and when that was."""


@contextmanager
def killed_house(path: Path) -> Iterator[Connection]:
    """A house that plays in a process, killed at the end of the block. What it says can be read from the connection."""
    forks = multiprocessing.get_context("forkserver")  # forks in some milliseconds what it has imported once
    forks.set_forkserver_preload(["tests.core.house.drilling"])
    ours, theirs = forks.Pipe(duplex=False)
    process = forks.Process(target=play, args=(f"sqlite:{path}", theirs))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.kill()
        process.join(PATIENCE)
        ours.close()


def hear(house: Connection, count: int) -> list[Said]:
    """The next things that a house acknowledges, so many."""
    said: list[Said] = []
    for _ in range(count):
        assert house.poll(PATIENCE), "the house plays"
        said.append(house.recv())
    return said


async def streams_of(journal: Journal) -> Mapping[str, tuple[Record, ...]]:
    return {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}


async def check_restored(path: Path, until: str, acknowledged: list[Said]) -> None:
    """Everything that was acknowledged before that time is there, nothing later, and nothing halved."""
    async with open_journal(f"sqlite:{path}", read_only=True) as journal:
        streams = await streams_of(journal)
    for stream, seq, at in acknowledged:
        assert at >= until or len(streams.get(stream, ())) >= seq
    for stream, records in streams.items():
        assert records[-1].at <= until
        if stream.startswith(BOOK):
            fold_book(event for event, _ in fold.decode(stream, records))
        else:
            fold.verify(stream, records)


def test_house_that_is_killed_50_times_has_all_it_acknowledged_before_any_moment(tmp_path: Path) -> None:
    house, backup = tmp_path / "house.db", tmp_path / "backup.db"
    acknowledged: list[Said] = []
    for kill in range(KILLS):
        restored = tmp_path / f"restored-{kill}.db"
        with killed_house(house) as said:
            acknowledged += hear(said, 1 + secrets.randbelow(20))
            assert not back_up_file(house, backup, overwrite=True).damaged
            hear(said, secrets.randbelow(10))
        until = secrets.choice([at for _, _, at in acknowledged[-30:]])
        restore_file(backup, restored, until)
        trio.run(check_restored, restored, until, acknowledged)
        restored.unlink()
