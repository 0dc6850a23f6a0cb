"""The journal's durable appends, beside what the same disk gives to SQLite and to a file with nothing above them."""

from __future__ import annotations

import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import trio

from journal import Draft, Record, open_journal, seal
from journal.chain import parse_all

AT = "2026-11-20T20:15:03.120Z"
RUNS = 3
SECONDS = 0.7
"""How long each case runs, each time."""
BATCH = 512
CLIENTS = (1, 8, 64, BATCH)
WARM_UP = 6
"""Records of a megabyte that are written first: SQLite then goes on in a log that has its size, as it does for ever."""
LISTED = 10_000
"""Streams in the journal whose streams are listed."""

INSERT = "insert into record(stream, seq, line) values(?, ?, ?)"

Case = Callable[[Path], float]
"""Does something in a new directory for a while; gives how often per second."""


def _sealed_behind(behind: Record | None) -> tuple[Record, ...]:
    play = {"seat": 0, "move": "u 3", "id": "0f8fad5bd9cb469fa16570867728950e"}
    card = {"seat": 0, "card": "roll", "to": [1, 2, behind.seq if behind else 0]}
    return seal(behind, [Draft("mille.played", card, play)], AT)


def _stream(count: int) -> list[Record]:
    stored: list[Record] = []
    for _ in range(count):
        stored += _sealed_behind(stored[-1] if stored else None)
    return stored


def _rate(once: Callable[[], int]) -> float:
    """Call something that says how much it did, for SECONDS; how much per second."""
    done, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SECONDS:
        done += once()
    return done / passed


def file_syncs(directory: Path) -> float:
    """One line appended to a file and synced."""
    line = _stream(1)[0].line + b"\n"
    descriptor = os.open(directory / "lines", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def once() -> int:
        os.write(descriptor, line)
        os.fdatasync(descriptor)
        return 1

    try:
        return _rate(once)
    finally:
        os.close(descriptor)


def sqlite_rows(batch: int, directory: Path) -> float:
    """Ready rows, so many in each synced transaction; games take turns in no particular order of their names."""
    line = _stream(1)[0].line
    names = sorted((f"game-{n:06d}" for n in range(BATCH)), key=lambda name: sha256(name.encode()).digest())

    def rows() -> Iterator[tuple[str, int, bytes]]:
        for seq in range(1, 1 << 40):
            for name in names:
                yield name, seq, line

    row = rows()
    with closing(sqlite3.connect(directory / "floor.db", isolation_level=None)) as database:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        database.execute(
            "create table record(position integer primary key, stream text not null, seq integer not null,"
            " line blob not null, unique(stream, seq))"
        )

        database.executemany(INSERT, [("warm-up", n, bytes(1 << 20)) for n in range(WARM_UP)])

        def once() -> int:
            ready = [next(row) for _ in range(batch)]
            database.execute("begin immediate")
            database.executemany(INSERT, ready)
            database.execute("commit")
            return batch

        return _rate(once)


def appends(clients: int, directory: Path) -> float:
    """Clients with a game each, who seal a record, append it, wait until it is stored, and again."""
    return trio.run(_appends, clients, _sealed_behind, directory)


def ready_appends(clients: int, directory: Path) -> float:
    """The same with records that were sealed before: what the journal alone can do."""
    ready = [(record,) for record in _stream(5000)]
    return trio.run(_appends, clients, lambda behind: ready[behind.seq if behind else 0], directory)


async def _appends(clients: int, next_to: Callable[[Record | None], tuple[Record, ...]], directory: Path) -> float:
    async with open_journal(f"sqlite:{directory}/games.db") as journal:
        for n in range(WARM_UP):
            await journal.append(f"warm-up-{n}", 0, seal(None, [Draft("warm.up", "x" * (1 << 20))], AT))
        heads = [0] * clients

        async def play(client: int, end: float) -> None:
            last: Record | None = None
            while time.perf_counter() < end:
                sealed = next_to(last)
                heads[client] = await journal.append(f"game-{client:06d}", heads[client], sealed)
                last = sealed[-1]

        begin = time.perf_counter()
        async with trio.open_nursery() as nursery:
            for client in range(clients):
                nursery.start_soon(play, client, begin + SECONDS)
        return sum(heads) / (time.perf_counter() - begin)


def parsed(_directory: Path) -> float:
    """Records of one stream, read from their lines and checked against their chain."""
    lines = [record.line for record in _stream(5000)]
    return _rate(lambda: len(parse_all("game", lines, None)))


def listed(directory: Path) -> float:
    """Seconds to list many streams."""
    return trio.run(_listed, directory)


async def _listed(directory: Path) -> float:
    async with open_journal(f"sqlite:{directory}/games.db") as journal:
        async with trio.open_nursery() as nursery:
            stream = _stream(3)
            for n in range(LISTED):
                nursery.start_soon(journal.append, f"game-{n:06d}", 0, stream)
        begin = time.perf_counter()
        assert len(await journal.streams()) == LISTED
        return time.perf_counter() - begin


CASES: dict[str, Case] = {
    "file, append + fdatasync": file_syncs,
    "sqlite, 1 row a commit": partial(sqlite_rows, 1),
    "sqlite, 512 rows a commit": partial(sqlite_rows, BATCH),
    **{f"journal, {clients} clients": partial(appends, clients) for clients in CLIENTS},
    f"journal, {BATCH}, sealed before": partial(ready_appends, BATCH),
    "parse": parsed,
    "list": listed,
}


def run(directory: Path) -> None:
    """Print the figures; `directory` is on the disk to be measured. The cases take turns; medians of their runs."""
    runs: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(RUNS):
        for name, case in CASES.items():
            with tempfile.TemporaryDirectory(dir=directory) as place:
                runs[name].append(case(Path(place)))
    print(f"durable appends of {len(_stream(1)[0].line)}-byte records; median of {RUNS} [least..most]")
    for name in list(CASES)[:-2]:
        print(f"  {name:28}{_spread(runs[name])} /s")
    floor = statistics.median(runs[f"sqlite, {BATCH} rows a commit"])
    for name in (f"journal, {BATCH} clients", f"journal, {BATCH}, sealed before"):
        print(f"  {name}: {statistics.median(runs[name]) / floor:.0%} of {BATCH} rows a commit (goal: half)")
    print("  Clients seal their records (JSON, SHA-256) in the measured loop; the floors write a ready line.")
    print(f"  parse and verify            {_spread(runs['parse'])} records/s")
    print(f"  list {LISTED} streams          {_spread([1000 * taken for taken in runs['list']])} ms")


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):10,.0f} [{min(values):,.0f}..{max(values):,.0f}]"
