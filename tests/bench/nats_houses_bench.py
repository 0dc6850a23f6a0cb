"""Houses on NATS: the moves of two of them, and what a house costs as the journal grows.

    python -m tests.bench.nats_houses_bench [TABLES ...]

Three nodes, every write synced; nodes, houses and the bare client share the machine. At each table sit two people, one
in each house, who move as soon as they may; the bare client only publishes, with as many writers as there are tables.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from itertools import islice
from pathlib import Path

import trio

from core.games import GAMES
from core.house.service import open_service
from core.table.opening import Player
from frontends.commands.environment import share_interpreter
from journal import Journal, open_journal
from journal.stores.nats.client.address import read_address
from tests.bench.catalogue_bench import fill, games
from tests.bench.figures import heading, share, spread, table
from tests.bench.nats_bench import append_ours, bare_client, rate
from tests.bench.visitors import House
from tests.frontends.served import ROOT
from tests.journal.stores.nats.nodes import Nodes, started

PLAYED = (8, 64)
"""Tables at which is played."""
SECONDS = 6.0
GROWN = (1_000, 10_000)
"""Tables in the journal; 100,000 take some minutes."""
LENGTH, TRIED = 300, 100

Rows = list[list[str]]


async def open_tables(url: str, count: int) -> list[str]:
    async with open_journal(url) as journal, open_service(journal) as service:
        return [await service.open(GAMES["mille"], {}, [Player("anna"), Player("bert")]) for _ in range(count)]


async def play(url: str, ids: list[str]) -> float:
    """Moves a second that two houses store."""
    stored = 0
    begun: list[float] = []

    async def hear(process: trio.Process) -> None:
        nonlocal stored
        assert process.stdout
        async for chunk in process.stdout:
            # Those with which each house has come so far that all sit and play do not count.
            if begun:
                stored += chunk.count(b"stored")

    command = [sys.executable, "-m", "tests.cluster.players", url]
    environment = {**os.environ, "PLAYERS_THINK": "1"}
    async with trio.open_nursery() as nursery:
        houses = [
            await trio.lowlevel.open_process(
                [*command, str(seat), *ids], stdout=subprocess.PIPE, cwd=ROOT, env=environment
            )
            for seat in range(2)
        ]
        for house in houses:
            nursery.start_soon(hear, house)
        await trio.sleep(SECONDS / 2)
        begun.append(time.perf_counter())
        await trio.sleep(SECONDS)
        result = stored / (time.perf_counter() - begun[0])
        for house in houses:
            house.kill()
            await house.wait()
    return result


async def measure_playing(nodes: Nodes) -> list[list[str]]:
    rows = []
    for count in PLAYED:
        url = nodes.url()
        ids = await open_tables(url, count)
        moves = await play(url, ids)
        async with bare_client(nodes, read_address(url.removeprefix("nats:")).name) as client:
            bare = await rate(partial(client.append, {}), count)
        rows.append([f"{count} tables", f"{moves:,.0f}", f"{bare:,.0f}", share(moves, bare)])
    return rows


async def measure_growth(nodes: Nodes, directory: Path, counts: tuple[int, ...]) -> tuple[Rows, Rows]:
    """What is asked of a journal, and what a house needs to start on it, as it grows."""
    asked, begun = [], []
    url = nodes.url()
    filled = 0
    for count in counts:
        async with open_journal(url) as journal:
            filling = time.perf_counter()
            await fill(journal, islice(games(count), filled, None))
            filling = time.perf_counter() - filling
            filled = count
            memory = sum(House(0, node.pid).memory() for node in nodes.processes if node) / nodes.count
            times = map(spread, await ask(journal, f"long{count}"))
            asked.append([f"{count:,} tables", *times, f"{memory / 2**20:.0f} MiB"])
        views = directory / f"{count}.views"
        begun.append([f"{count:,} tables", f"{filling:.0f} s", *await start(url, views), *await start(url, views)])
    return asked, begun


async def ask(journal: Journal, mark: str) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of appending to a table, of opening it, and of listing tables."""
    last = None
    for _ in range(LENGTH):
        last = await append_ours(journal, mark, 0, last)
    append, opening, listing = [], [], []
    for _ in range(TRIED):
        began = time.perf_counter()
        last = await append_ours(journal, mark, 0, last)
        append.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        await journal.read(f"table/{mark}-0")
        opening.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        await journal.streams("table/", limit=20)
        listing.append(1000 * (time.perf_counter() - began))
    return append, opening, listing


async def start(url: str, views: Path) -> tuple[str, str]:
    """How long a house needs until its first visitor has a list, and until its lists are up to date."""
    began = time.perf_counter()
    async with open_journal(url) as journal, open_service(journal, views=views) as service:
        await service.views.tables()
        first = time.perf_counter() - began
        await service.views.caught_up.wait()
        return f"{1000 * first:.0f} ms", f"{time.perf_counter() - began:.1f} s"


async def measure_tables(nodes: Nodes, directory: Path, counts: tuple[int, ...]) -> None:
    asked, begun = await measure_growth(nodes, directory, counts)
    heading("Milliseconds as the journal grows, median / 99th of a hundred", "nothing grows with the tables")
    table(["", "append", f"open {LENGTH} records", "list 20 tables", "memory of a node"], asked)
    heading("A house that starts without lists, and again from where they stood", "the first list within a second")
    table(["", "filled in", "first list", "up to date", "again: first list", "up to date"], begun)


async def measure(nodes: Nodes, directory: Path, counts: tuple[int, ...]) -> None:
    heading("Moves a second of two houses together, and appends a second of a bare client")
    table(["", "two houses", "bare client", "share"], await measure_playing(nodes))
    await measure_tables(nodes, directory, counts)


def run(directory: Path, counts: tuple[int, ...] = GROWN) -> None:
    """Measure on three nodes."""
    place = directory / "houses"
    place.mkdir()
    with started(place, 3) as nodes:
        share_interpreter()
        trio.run(measure, nodes, directory, counts)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        run(Path(directory), tuple(map(int, sys.argv[1:])) or GROWN)
