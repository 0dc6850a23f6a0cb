"""The journal on NATS beside a bare client that does only the protocol, on the same node in the same run.

    python -m tests.bench.nats_bench [NODES ...]

Every write is synced (`sync_interval: always`), on one node with one replica and on three with three; the nodes and
the client share the machine. The bare client publishes the same bytes with the same expectation, reads the
acknowledgements, and a stream by direct get; it keeps nothing, checks nothing and follows nobody.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median

import trio

from journal import Draft, Journal, Record, open_journal, seal
from journal.chain import parse_all
from journal.stores.nats.client.address import read_address
from tests.bench.figures import heading, share, spread, table
from tests.journal.stores.nats.nodes import Nodes, started

AT = "2026-11-20T20:15:03.120Z"
RUNS = 3
SECONDS = 1.5
"""How long each case runs, each time."""
WRITERS = (1, 64, 512)
LENGTHS = (300, 10_000)
"""Records of the tables that are opened."""
OPENED = 30
"""How often each is."""
FOLLOWED = 1000
PACED, PAUSE = 300, 0.01
"""Appends whose way to a follower in another house is measured, and the seconds between them."""

Append = Callable[[int, Record | None], Awaitable[Record]]
"""Append one decision to a stream with a number; gives its record."""


def decision(previous: Record | None) -> tuple[Record, ...]:
    play = {"by": 0, "seen": 11, "command": {"move": "u 3"}, "id": "0f8fad5bd9cb469fa16570867728950e"}
    return seal(previous, [Draft("mille.played", {"seat": 0, "card": "roll", "to": [1, 2, 3]}, play)], AT)


class Bare:
    """As little as can publish with an expectation and read what it has published."""

    def __init__(self, stream: trio.SocketStream, name: str) -> None:
        self._stream, self._name = stream, name
        self._out, self._wake = bytearray(), trio.Event()
        self._waiting: dict[bytes, trio.Event] = {}
        self._answers: dict[bytes, bytes] = {}
        self._count = 0
        self.messages, self._ended = 0, trio.Event()
        self.alarms: list[bytes] = []

    def put(self, data: bytes) -> None:
        self._out += data
        self._wake.set()

    async def send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake, data, self._out = trio.Event(), self._out, bytearray()
            await self._stream.send_all(data)

    async def receive(self) -> None:
        rest, token, is_refused = b"", b"", False
        while True:
            *lines, rest = (rest + await self._stream.receive_some(65536)).split(b"\r\n")
            for line in lines:
                if line.startswith((b"MSG i.", b"HMSG i.")):
                    begin = line.index(b".") + 1
                    token = line[begin : line.index(b" ", begin)]
                    is_refused = line.startswith(b"H")
                elif line.startswith((b'{"stream"', b'{"error"')) or (is_refused and line.startswith(b"NATS/1.0 503")):
                    is_refused = False
                    self._answers[token] = line
                    self._waiting.pop(token).set()
                elif line.startswith(b"Nats-Sequence"):
                    self.messages += 1
                elif line.startswith((b"NATS/1.0 2", b"NATS/1.0 4")):
                    self._ended.set()

    async def append(self, places: dict[int, int], stream: int, previous: Record | None) -> Record:
        (record,) = decision(previous)
        header = b"NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: %d\r\n\r\n" % places.get(stream, 0)
        sizes = (len(header), len(header) + len(record.line))
        while True:
            self._count += 1
            token = b"%d" % self._count
            self.put(b"HPUB %b.s.bare.%d i.%b %d %d\r\n" % (self._name.encode(), stream, token, *sizes))
            self.put(header + record.line + b"\r\n")
            event = self._waiting[token] = trio.Event()
            await event.wait()
            answer = self._answers.pop(token)
            if not answer.startswith(b'{"stream"'):
                # A cluster refuses one now and then although it stands where it should.
                self.alarms.append(answer)
                continue
            places[stream] = int(answer.partition(b'"seq":')[2].rstrip(b"}"))
            return record

    async def read(self, stream: str) -> None:
        """All of a stream of ours, in one batch that is counted and thrown away."""
        self._ended, name = trio.Event(), self._name
        which = b'{"seq":1,"next_by_subj":"%b.s.%b","batch":20000}' % (name.encode(), stream.replace("/", ".").encode())
        self.put(b"PUB $JS.API.DIRECT.GET.%b r.x %d\r\n%b\r\n" % (name.encode(), len(which), which))
        await self._ended.wait()


@asynccontextmanager
async def bare_client(nodes: Nodes, name: str) -> AsyncIterator[Bare]:
    async with await trio.open_tcp_stream("127.0.0.1", nodes.ports[0]) as stream, trio.open_nursery() as nursery:
        bare = Bare(stream, name)
        bare.put(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\nSUB i.* 1\r\nSUB r.* 2\r\n')
        nursery.start_soon(bare.send)
        nursery.start_soon(bare.receive)
        yield bare
        nursery.cancel_scope.cancel()


async def rate(append: Append, writers: int) -> float:
    """Appends a second by so many writers, each with a stream of its own that has begun already."""
    done, until = 0, 0.0

    async def write(stream: int) -> None:
        nonlocal done, until
        record = await append(stream, None)
        ready.append(stream)
        if len(ready) == writers:
            until = time.perf_counter() + SECONDS
            begin.set()
        await begin.wait()
        while time.perf_counter() < until:
            record = await append(stream, record)
            done += 1

    ready: list[int] = []
    begin = trio.Event()
    async with trio.open_nursery() as nursery:
        for stream in range(writers):
            nursery.start_soon(write, stream)
    return done / SECONDS


async def append_ours(journal: Journal, mark: str, stream: int, previous: Record | None) -> Record:
    (record,) = decision(previous)
    await journal.append(f"table/{mark}-{stream}", record.seq - 1, (record,))
    return record


async def measure_appends(nodes: Nodes) -> list[list[str]]:
    rows = []
    for writers in WRITERS:
        ours, bare = [], []
        for run in range(RUNS):
            # Both talk to the same node, and it knows of the stream before the bare client, which asks nothing twice.
            url = nodes.url(nodes=range(1))
            async with open_journal(url) as journal:
                await append_ours(journal, "first", run, None)
                async with bare_client(nodes, read_address(url.removeprefix("nats:")).name) as client:
                    bare.append(await rate(partial(client.append, {}), writers))
                ours.append(await rate(partial(append_ours, journal, f"{run}"), writers))
        figures = (median(ours), median(bare))
        rows.append([f"{writers} writers", *(f"{figure:,.0f}" for figure in figures), share(*figures)])
    return rows


async def measure_delay(nodes: Nodes) -> list[list[str]]:
    url = nodes.url()
    sent: dict[int, float] = {}
    delays: list[float] = []
    took: list[float] = []
    async with open_journal(url) as writer, open_journal(url) as reader, reader.follow("table/0") as follower:

        async def hear() -> None:
            async for records in follower:
                delays.extend(1000 * (time.perf_counter() - sent[record.seq]) for record in records)
                if len(delays) == PACED:
                    return

        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear)
            previous: Record | None = None
            for _ in range(PACED):
                (record,) = decision(previous)
                began = sent[record.seq] = time.perf_counter()
                await writer.append("table/0", record.seq - 1, (record,))
                took.append(1000 * (time.perf_counter() - began))
                previous = record
                await trio.sleep(PAUSE)
    return [["append to its own house", spread(took)], ["append to the hand of another house", spread(delays)]]


async def measure_opening(nodes: Nodes) -> list[list[str]]:
    rows = []
    url = nodes.url(nodes=range(1))
    async with open_journal(url) as journal:
        for length in LENGTHS:
            previous: Record | None = None
            for _ in range(length):
                previous = await append_ours(journal, f"{length}", 0, previous)
            stream = f"table/{length}-0"
            async with bare_client(nodes, read_address(url.removeprefix("nats:")).name) as client:
                ours, bare, check = [], [], []
                for _ in range(OPENED):
                    began = time.perf_counter()
                    records = await journal.read(stream)
                    ours.append(1000 * (time.perf_counter() - began))
                    assert len(records) == length
                    began = time.perf_counter()
                    await client.read(stream)
                    bare.append(1000 * (time.perf_counter() - began))
                    began = time.perf_counter()
                    parse_all(stream, [record.line for record in records], None)
                    check.append(1000 * (time.perf_counter() - began))
                assert client.messages == OPENED * length
            more = f"{median(ours) - median(bare):+.1f} ms"
            rows.append([f"{length:,} records", spread(ours), spread(bare), more, spread(check)])
    return rows


async def measure_memory(nodes: Nodes) -> list[list[str]]:
    rows = []
    async with open_journal(nodes.url()) as journal:
        for length in (1, 60):
            for n in range(FOLLOWED):
                previous = None
                records: list[Record] = []
                for _ in range(length):
                    previous = decision(previous)[0]
                    records.append(previous)
                await journal.append(f"table/{length}-{n}", 0, records)
            tracemalloc.start()
            began, before = time.perf_counter(), tracemalloc.get_traced_memory()[0]
            async with AsyncExitStack() as stack:
                for n in range(FOLLOWED):
                    follower = await stack.enter_async_context(journal.follow(f"table/{length}-{n}"))
                    await anext(follower)
                size = (tracemalloc.get_traced_memory()[0] - before) / FOLLOWED / 1024
                took = 1000 * (time.perf_counter() - began) / FOLLOWED
            tracemalloc.stop()
            rows.append([f"{length} records each", f"{size:.1f} KB", f"{took:.2f} ms"])
    return rows


async def measure(nodes: Nodes) -> None:
    heading("Appends a second", "80 % of the bare client")
    table(["", "journal", "bare client", "share"], await measure_appends(nodes))
    heading("Milliseconds, median / 99th of a hundred")
    table(["", "p50 / p99"], await measure_delay(nodes))
    heading("Opening a table, ms, median / 99th of a hundred", "at most 5 ms over the floor")
    table(["", "journal", "bare client", "more", "their hashes alone"], await measure_opening(nodes))
    heading(f"Following {FOLLOWED:,} tables, each")
    table(["", "memory", "to begin"], await measure_memory(nodes))


def run(directory: Path, counts: tuple[int, ...] = (1, 3)) -> None:
    """Measure on so many nodes, then two houses."""
    from tests.bench import nats_houses_bench  # which stands on this module

    for count in counts:
        heading(f"{count} node{'s' if count > 1 else ''}, every write synced; {os.cpu_count()} cores")
        place = directory / f"nodes{count}"
        place.mkdir()
        with started(place, count) as nodes:
            trio.run(measure, nodes)
    nats_houses_bench.run(directory)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        run(Path(directory), tuple(map(int, sys.argv[1:])) or (1, 3))
