"""Streams that grow while something else goes on, and a scrub that looks at them meanwhile.

    python -m tests.journal.stores.nats.playing [STREAMS [TIMES [LENGTH [PACE]]]]

A healthy cluster in play, one append each PACE seconds in each stream, which has LENGTH records before: scrub and scrub
--repair, in turn and so often each. It prints what they find, which is to be nothing, how long they take, and the
fewest replicas that the journal had meanwhile.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import attrs
import trio

from journal import Closed, Journal, JournalError, Record, open_journal
from journal.operations.copy import append_decisions
from journal.operations.scrub import scrub
from journal.stores.nats.server_checks import stream_info
from tests.journal.samples import records
from tests.journal.stores.nats.nodes import Nodes, started

STREAMS, TIMES, LENGTH, PACE = 40, 10, 1000, 1
LOOK = 0.05
"""Seconds between two looks at how many replicas there are."""

Played = dict[str, tuple[Record, ...]]
"""What was acknowledged, by the streams."""


@asynccontextmanager
async def playing(journal: Journal, streams: Collection[str], pace: float = 0.0) -> AsyncIterator[Played]:
    """Streams that grow by one record each `pace` seconds, or as fast as it goes. What they have is gone on with."""
    played: Played = {stream: await journal.read(stream) for stream in streams}

    async def play(stream: str, share: float) -> None:
        await trio.sleep(pace * share)
        while True:
            before = played[stream]
            (record,) = records(1, before[-1] if before else None, len(before))
            while True:
                try:
                    await append_decisions(journal, stream, (record,))
                    break
                except Closed:
                    raise
                except JournalError:  # The cluster is about to choose a leader, or is on one disk.
                    await trio.sleep(0.1)
            played[stream] = (*before, record)
            await trio.sleep(pace)

    async with trio.open_nursery() as nursery:
        for n, stream in enumerate(streams):
            nursery.start_soon(play, stream, n / len(streams))
        yield played
        nursery.cancel_scope.cancel()


@attrs.define
class Fewest:
    """The fewest replicas that were seen."""

    replicas: int = 99


@asynccontextmanager
async def counted(journal: Journal) -> AsyncIterator[Fewest]:
    """Look again and again how many replicas the journal is set to have."""
    fewest = Fewest()

    async def look() -> None:
        while True:
            info = await stream_info(journal._jetstream)  # type: ignore[attr-defined]
            fewest.replicas = min(fewest.replicas, info.config.num_replicas)
            await trio.sleep(LOOK)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(look)
        yield fewest
        nursery.cancel_scope.cancel()


@contextmanager
def _timed(what: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - begun:.1f} s", flush=True)  # noqa: T201


async def soak(nodes: Nodes, streams: int, times: int, length: int, pace: float) -> int:
    """Scrub so often while all streams grow. Returns: how many faults were found."""
    url, faults = nodes.url("soak"), 0
    async with open_journal(url) as journal, open_journal(url) as other, counted(other) as fewest:
        names = [f"table/{n}" for n in range(streams)]
        with _timed(f"filling {streams} streams"):
            for name in names:
                await journal.append(name, 0, records(length, None, name))
        async with playing(journal, names, pace) as played:
            for n in range(2 * times):
                repair = n % 2 == 1
                with _timed(f"scrub{' --repair' if repair else ''}"):
                    found = (await scrub(url, repair=repair)).found
                faults += len(found.faults)
                what = f"{found.streams} streams, {found.records} records, {len(found.faults)} faults"
                print(f"  {what}", flush=True)  # noqa: T201
            count = sum(map(len, played.values()))
    print(f"{count} records, {faults} faults, never fewer than {fewest.replicas} replicas")  # noqa: T201
    return faults


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    streams, times, length, pace = (*given, *(STREAMS, TIMES, LENGTH, PACE)[len(given) :])
    with tempfile.TemporaryDirectory() as directory, started(Path(directory), 3) as nodes:
        sys.exit(bool(trio.run(soak, nodes, streams, times, length, pace)))


if __name__ == "__main__":
    main()
