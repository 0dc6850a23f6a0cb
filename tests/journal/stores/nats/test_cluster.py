"""A cluster of three loses the node that leads its stream; no house loses anything."""

from __future__ import annotations

from pathlib import Path

import msgspec
import trio

from journal import Journal, Record
from journal.stores.nats.journal import NatsJournal
from tests.journal.samples import grow, records, take_all
from tests.journal.stores.nats.houses import house
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

STREAMS, BEFORE, AFTER = 6, 20, 20


async def leader_of(journal: NatsJournal) -> int:
    """The node that leads the stream of a journal."""
    info = msgspec.json.decode(await journal._jetstream.ask_patiently(f"STREAM.INFO.{journal._jetstream.name}"))
    return int(info["cluster"]["leader"].removeprefix("node"))


async def go_on(journal: Journal, stream: str, previous: Record) -> None:
    """Append without a look at what happens meanwhile: each append is stored, sooner or later."""
    for n in range(AFTER):
        (previous,) = records(1, previous, n)
        assert await journal.append(stream, previous.seq - 1, (previous,)) == previous.seq


async def lose_the_leader(nodes: Nodes) -> None:
    url = nodes.url()
    async with house(url, PATIENCE) as journal, house(url, PATIENCE) as other, other.follow_all() as follower:
        ends = {f"table/{n}": (await grow(journal, f"table/{n}", BEFORE))[-1] for n in range(STREAMS)}
        async with trio.open_nursery() as nursery:
            for stream, end in ends.items():
                nursery.start_soon(go_on, journal, stream, end)
            nodes.kill(await leader_of(journal))
        seen = await take_all(follower, STREAMS * (BEFORE + AFTER))
        for stream in ends:
            stored = await other.read(stream)
            assert [record.seq for record in stored] == list(range(1, BEFORE + AFTER + 1))
            assert tuple(entry.record for entry in seen if entry.stream == stream) == stored
        assert len(seen) == STREAMS * (BEFORE + AFTER)


async def test_houses_go_on_when_the_leader_is_lost(tmp_path: Path) -> None:
    with started(tmp_path, 3) as nodes, trio.fail_after(PATIENCE):
        await lose_the_leader(nodes)
