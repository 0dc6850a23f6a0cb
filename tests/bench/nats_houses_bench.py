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
from pathlib import Path

import trio

from core.games import GAMES
from core.service import Player, open_service
from journal import Journal, open_journal
from journal.nats.address import read_address
from tests.bench.figures import heading, share, spread, table
from tests.bench.nats_bench import append_ours, bare_client, rate
from tests.cluster.houses import ROOT
from tests.journal.nats.nodes import Nodes, started

PLAYED = (8, 64)
"""Tables at which is played."""
SECONDS = 6.0
GROWN = (1_000, 10_000)
"""Tables in the journal; 100,000 take a minute and a half."""
WRITERS, LENGTH, TRIED = 256, 300, 100


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


async def fill(journal: Journal, first: int, until: int) -> None:
    numbers = iter(range(first, until))

    async def write() -> None:
        for number in numbers:
            await append_ours(journal, "filled", number, None)

    async with trio.open_nursery() as nursery:
        for _ in range(WRITERS):
            nursery.start_soon(write)


async def measure_growth(nodes: Nodes, counts: tuple[int, ...]) -> list[list[str]]:
    rows = []
    url = nodes.url()
    filled = 0
    async with open_journal(url) as journal:
        for count in counts:
            await fill(journal, filled, count)
            filled = count
            last = None
            for _ in range(LENGTH):
                last = await append_ours(journal, f"long{count}", 0, last)
            took: dict[str, list[float]] = {"append": [], "open": [], "list": []}
            for _ in range(TRIED):
                began = time.perf_counter()
                last = await append_ours(journal, f"long{count}", 0, last)
                took["append"].append(1000 * (time.perf_counter() - began))
                began = time.perf_counter()
                await journal.read(f"table/long{count}-0")
                took["open"].append(1000 * (time.perf_counter() - began))
                began = time.perf_counter()
                await journal.streams("table/", limit=20)
                took["list"].append(1000 * (time.perf_counter() - began))
            rows.append([f"{count:,} tables", *(spread(took[what]) for what in ("append", "open", "list"))])
    return rows


async def measure(nodes: Nodes, counts: tuple[int, ...]) -> None:
    heading("Moves a second of two houses together, and appends a second of a bare client")
    table(["", "two houses", "bare client", "share"], await measure_playing(nodes))
    heading("Milliseconds as the journal grows, median / 99th of a hundred", "nothing grows with the tables")
    table(["", "append", f"open {LENGTH} records", "list 20 tables"], await measure_growth(nodes, counts))


def run(directory: Path, counts: tuple[int, ...] = GROWN) -> None:
    """Measure on three nodes."""
    place = directory / "houses"
    place.mkdir()
    with started(place, 3) as nodes:
        trio.run(measure, nodes, counts)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        run(Path(directory), tuple(map(int, sys.argv[1:])) or GROWN)
