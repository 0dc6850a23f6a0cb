"""Streams that grow while something else goes on, and a scrub that looks at them meanwhile.

    python -m tests.journal.stores.nats.playing [STREAMS [TIMES [LENGTH [PACE]]]]

A healthy cluster in play, one append each PACE seconds in each stream, which has LENGTH records before: scrub and scrub
--repair, in turn and so often each. It prints what they find, which is to be nothing, how long they take, and the
fewest replicas that the journal had meanwhile. The exit status is 1 where there was a fault, where fewer replicas than
there are nodes were seen, where one of them took more than a minute, or did not tell how far it was.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
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
NODES = 3
MOST_SECONDS = 60.0
"""That a scrub may take."""
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


@attrs.define
class Scrubbing:
    """What a scrub has told of itself."""

    faults: int = 0
    seconds: float = 0.0
    told: set[tuple[object, ...]] = attrs.field(factory=set)
    """How far it was, each time."""

    def wrong(self) -> list[str]:
        """What is not as it must be."""
        checks = {
            f"{self.faults} faults": self.faults > 0,
            f"it took {self.seconds:.0f} s": self.seconds > MOST_SECONDS,
            f"it told only {len(self.told)} times how far it was": len(self.told) < NODES,
        }
        return [what for what, is_wrong in checks.items() if is_wrong]


async def scrubbed(url: str, *, repair: bool) -> Scrubbing:
    """Scrub once, and say what was found."""
    one, begun = Scrubbing(), time.monotonic()
    found = (await scrub(url, repair=repair, told=lambda *how_far: one.told.add(how_far))).found
    one.seconds, one.faults = time.monotonic() - begun, len(found.faults)
    what = f"{found.streams} streams, {found.records} records, {one.faults} faults, told {len(one.told)} times"
    print(f"scrub{' --repair' if repair else ''}: {one.seconds:.1f} s, {what}", flush=True)  # noqa: T201
    return one


async def soak(nodes: Nodes, streams: int, times: int, length: int, pace: float) -> list[str]:
    """Scrub so often while all streams grow. Returns: what is wrong."""
    url, wrong = nodes.url("soak"), list[str]()
    async with open_journal(url) as journal, open_journal(url) as other, counted(other) as fewest:
        names = [f"table/{n}" for n in range(streams)]
        for name in names:
            await journal.append(name, 0, records(length, None, name))
        async with playing(journal, names, pace) as played:
            for n in range(2 * times):
                wrong += (await scrubbed(url, repair=n % 2 == 1)).wrong()
            count = sum(map(len, played.values()))
    print(f"{count} records, never fewer than {fewest.replicas} replicas")  # noqa: T201
    return [*wrong, *(f"there were {fewest.replicas} replicas" for _ in range(fewest.replicas < NODES))]


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    streams, times, length, pace = (*given, *(STREAMS, TIMES, LENGTH, PACE)[len(given) :])
    with tempfile.TemporaryDirectory() as directory, started(Path(directory), NODES) as nodes:
        wrong = trio.run(soak, nodes, streams, times, length, pace)
    print(*(f"WRONG: {what}" for what in wrong), sep="\n")  # noqa: T201
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
