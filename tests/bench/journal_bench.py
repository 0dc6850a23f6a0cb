"""The journal's durable appends, beside what the same disk gives to SQLite and to a file with nothing above them."""

from __future__ import annotations

import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import trio

from frontends.commands.serve import collect_seldom
from journal import Draft, Journal, Record, open_journal, seal
from journal.chain import parse_all
from tests.bench.figures import quantile

AT = "2026-11-20T20:15:03.120Z"
RUNS = 3
SECONDS = 0.7
"""How long each case runs, each time."""
BATCH = 512
CLIENTS = (1, 8, 64, BATCH)
WARM_UP = 6
"""Records of a megabyte that are written first: SQLite then goes on in a log that has its size, as it does for ever."""
LISTED = (1_000, 100_000)
"""Streams in the journals of which a page is listed."""
PAGE = 100
"""Streams on a page."""
IDLE = 20.0
"""Seconds for which an idle journal is watched."""
FOLLOWERS = 100
FOREIGN = 300
"""Appends of another process whose way to a follower is measured."""
PACED, PAUSE = 256, 0.05
"""Clients that wait so many seconds between two appends: what one append then takes."""

NAMED = "stream text not null"
NUMBERED = "stream integer not null"
INSERT = "insert into record(stream, seq, line) values(?, ?, ?)"

T = TypeVar("T")
Case = Callable[[Path], float]
"""Does something in a new directory for a while; gives how often per second."""


def _sealed_after(previous: Record | None) -> tuple[Record, ...]:
    play = {"seat": 0, "move": "u 3", "id": "0f8fad5bd9cb469fa16570867728950e"}
    card = {"seat": 0, "card": "roll", "to": [1, 2, previous.seq if previous else 0]}
    return seal(previous, [Draft("mille.played", card, play)], AT)


def _stream(count: int) -> list[Record]:
    stored: list[Record] = []
    for _ in range(count):
        stored += _sealed_after(stored[-1] if stored else None)
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


def sqlite_rows(batch: int, column: str, directory: Path) -> float:
    """Ready rows, so many in each synced transaction; games take turns in no particular order."""
    line = _stream(1)[0].line
    order = sorted(range(BATCH), key=lambda n: sha256(b"%d" % n).digest())
    keys: list[int] | list[str] = order if column == NUMBERED else [f"game-{n:06d}" for n in order]

    def rows() -> Iterator[tuple[int | str, int, bytes]]:
        for seq in range(1, 1 << 40):
            for key in keys:
                yield key, seq, line

    row = rows()
    with closing(sqlite3.connect(directory / "floor.db", isolation_level=None)) as database:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        database.execute(
            f"create table record(position integer primary key, {column}, seq integer not null,"
            " line blob not null, unique(stream, seq))"
        )

        database.executemany(INSERT, [(-1, n, bytes(1 << 20)) for n in range(WARM_UP)])

        def once() -> int:
            ready = [next(row) for _ in range(batch)]
            database.execute("begin immediate")
            database.executemany(INSERT, ready)
            database.execute("commit")
            return batch

        return _rate(once)


def appends(clients: int, directory: Path) -> float:
    """Clients with a game each, who seal a record, append it, wait until it is stored, and again."""
    return trio.run(_appends, clients, _sealed_after, directory)


def ready_appends(clients: int, directory: Path) -> float:
    """The same with records that were sealed before: what the journal alone can do."""
    ready = [(record,) for record in _stream(60_000)]
    return trio.run(_appends, clients, lambda last: ready[last.seq if last else 0], directory)


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
    lines = [record.line for record in _stream(60_000)]
    return _rate(lambda: len(parse_all("game", lines, None)))


def page(streams: int, directory: Path) -> float:
    """Milliseconds for a page of the tables in a journal of so many streams, half of them tables."""
    return trio.run(_page, streams, directory)


async def _page(streams: int, directory: Path) -> float:
    async with open_journal(f"sqlite:{directory}/games.db") as journal:
        stream = _stream(2)
        for begin in range(0, streams, 10_000):
            async with trio.open_nursery() as nursery:
                for n in range(begin, min(streams, begin + 10_000)):
                    nursery.start_soon(journal.append, f"{('table', 'talk')[n % 2]}/{n:06d}", 0, stream)
        return 1000 * min([await _page_once(journal) for _ in range(20)])


async def _page_once(journal: Journal) -> float:
    begin = time.perf_counter()
    assert len((await journal.streams("table/", limit=PAGE)).summaries) == PAGE
    return time.perf_counter() - begin


async def idle(directory: Path) -> float:
    """The share of a core that a journal uses that is followed and in which nothing happens."""
    async with open_journal(f"sqlite:{directory}/games.db") as journal, trio.open_nursery() as nursery:
        for n in range(FOLLOWERS):
            nursery.start_soon(_follow, journal, f"table/{n}")
        await trio.sleep(1)
        used, begin = time.process_time(), time.perf_counter()
        await trio.sleep(IDLE)
        share = (time.process_time() - used) / (time.perf_counter() - begin)
        nursery.cancel_scope.cancel()
    return share


async def _follow(journal: Journal, stream: str) -> None:
    async with journal.follow(stream) as follower:
        async for _ in follower:
            pass


async def foreign(directory: Path) -> list[float]:
    """Milliseconds from the end of an append to a journal to the follower in another journal on the same file."""
    url, delays, last = f"sqlite:{directory}/games.db", list[float](), None
    async with open_journal(url) as ours, open_journal(url) as theirs, ours.follow("table/game") as follower:
        for n in range(FOREIGN):
            await trio.sleep((n % 10) / 200)  # At every place between two looks.
            sealed = _sealed_after(last)
            last = sealed[-1]
            begin = await theirs.append("table/game", n, sealed) and time.perf_counter()
            await anext(follower)
            delays.append(1000 * (time.perf_counter() - begin))
    return delays


async def paced(directory: Path) -> list[float]:
    """Milliseconds that an append takes to clients who wait between two, as people do."""
    taken: list[float] = []
    async with open_journal(f"sqlite:{directory}/games.db") as journal, trio.open_nursery() as nursery:
        for client in range(PACED):
            nursery.start_soon(_pace, journal, f"table/{client}", client / PACED * PAUSE, taken)
    return taken


async def _pace(journal: Journal, stream: str, delay: float, taken: list[float]) -> None:
    await trio.sleep(delay)
    last: Record | None = None
    for seq in range(int(3 / PAUSE)):
        begin = time.perf_counter()
        sealed = _sealed_after(last)
        await journal.append(stream, seq, sealed)
        taken.append(1000 * (time.perf_counter() - begin))
        last = sealed[-1]
        await trio.sleep(PAUSE)


LONE_FLOOR, LONE = "sqlite, 1 row a commit", "journal, 1 clients"
FLOOR = f"sqlite, {BATCH} rows a commit"
NUMBERED_FLOOR = f"sqlite, {BATCH}, streams by number"
READY = f"journal, {BATCH}, sealed before"
CASES: dict[str, Case] = {
    "file, append + fdatasync": file_syncs,
    LONE_FLOOR: partial(sqlite_rows, 1, NAMED),
    FLOOR: partial(sqlite_rows, BATCH, NAMED),
    NUMBERED_FLOOR: partial(sqlite_rows, BATCH, NUMBERED),
    **{f"journal, {clients} clients": partial(appends, clients) for clients in CLIENTS},
    READY: partial(ready_appends, BATCH),
    "parse": parsed,
}


def run(directory: Path) -> None:
    """Print the figures; `directory` is on the disk to be measured. The cases take turns; medians of their runs."""
    collect_seldom()  # As `parlour serve` does.
    runs: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(RUNS):
        for name, case in CASES.items():
            runs[name].append(_in_new(directory, case))
    print(f"durable appends of {len(_stream(1)[0].line)}-byte records; median of {RUNS} [least..most]")
    for name in list(CASES)[:-1]:
        print(f"  {name:30}{_spread(runs[name])} /s")
    for name in (f"journal, {BATCH} clients", READY):
        parts = [statistics.median(runs[name]) / statistics.median(runs[floor]) for floor in (FLOOR, NUMBERED_FLOOR)]
        print(f"  {name}: {parts[0]:.0%} of {FLOOR} (goal: half), {parts[1]:.0%} with streams by number")
    alone = statistics.median(runs[LONE]) / statistics.median(runs[LONE_FLOOR])
    print(f"  {LONE}: {alone:.0%} of {LONE_FLOOR} (goal: 60 %)")
    print("  Clients seal their records (JSON, SHA-256) in the measured loop; the floors write a ready line.")
    print(f"  parse and verify              {_spread(runs['parse'])} records/s")
    for streams in LISTED:
        print(f"  a page of {PAGE} of {streams:7,} streams {_in_new(directory, partial(page, streams)):8.2f} ms")
    print(f"  an append of {PACED} clients at {PACED / PAUSE:,.0f}/s, ms: {_quantiles(_ran(directory, paced))}")
    print(f"  an append of another process to a follower, ms: {_quantiles(_ran(directory, foreign))} (goal: 50)")
    print(f"  idle with {FOLLOWERS} followers: {_ran(directory, idle):.3%} of a core (goal: 0.1 %)")


def _in_new(directory: Path, case: Callable[[Path], T]) -> T:
    with tempfile.TemporaryDirectory(dir=directory) as place:
        return case(Path(place))


def _ran(directory: Path, case: Callable[[Path], Awaitable[T]]) -> T:
    return _in_new(directory, lambda place: trio.run(case, place))


def _quantiles(values: list[float]) -> str:
    return f"p50 {quantile(values, 0.5):.1f}, p99 {quantile(values, 0.99):.1f}, worst {max(values):.1f}"


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):10,.0f} [{min(values):,.0f}..{max(values):,.0f}]"
