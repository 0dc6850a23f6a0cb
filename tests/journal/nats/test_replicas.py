"""Replicas read one by one; what one of them, or all, has lost is found and put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import trio

from journal import Journal, JournalError, Record, open_journal
from journal.copying import copy
from journal.nats import replicas
from journal.nats.address import read_address
from journal.nats.replicas import open_replicas
from journal.repairing import scrub
from tests.journal.nats.damage import damage
from tests.journal.nats.nodes import Nodes, started
from tests.journal.samples import all_streams, grow

STREAMS, LENGTH = 12, 15
WAYS = 2
"""Ways to damage the files of a node; `python -m tests.journal.nats.damage` does a hundred."""


async def fill(url: str) -> dict[str, tuple[Record, ...]]:
    async with open_journal(url) as journal:
        async with trio.open_nursery() as nursery:
            for n in range(STREAMS):
                nursery.start_soon(grow, journal, f"table/{n}", LENGTH)
        return await contents(journal)


async def contents(journal: Journal) -> dict[str, tuple[Record, ...]]:
    return {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}


async def test_each_replica_is_read_by_itself(nats_cluster: Nodes) -> None:
    url = nats_cluster.url()
    expected = await fill(url)
    async with open_replicas(read_address(url.removeprefix("nats:"))) as replicas:
        await replicas.wait()
        assert len(replicas.all) == 3
        for replica in replicas.all:
            chains = await replica.chains()
            assert chains.keys() == expected.keys()
            for stream, records in expected.items():
                chain = chains[stream]
                assert (chain.seq, chain.hash, chain.is_whole) == (LENGTH, records[-1].hash, True)
                assert await replica.chain(stream) == chain
                assert list(await replica.lines(stream)) == [record.line for record in records]
        assert len({replica.server for replica in replicas.all}) == 3


async def test_whole_house_has_no_faults(nats_cluster: Nodes, tmp_path: Path) -> None:
    url, mirror = nats_cluster.url(), f"sqlite:{tmp_path / 'mirror.db'}"
    await fill(url)
    async with open_journal(url) as house, open_journal(mirror) as second:
        await copy(house, second)
    scrubbed = await scrub(url, mirror)
    assert (scrubbed.found.faults, scrubbed.found.streams, scrubbed.found.records) == ((), STREAMS, STREAMS * LENGTH)


@pytest.mark.parametrize("places", [[3, 40, 41, 77, 190], range(1, 25), range(170, STREAMS * (LENGTH + 1))])
async def test_what_all_replicas_lack_is_put_back_from_the_mirror(
    nats_cluster: Nodes, tmp_path: Path, places: Iterable[int]
) -> None:
    url, mirror = nats_cluster.url(), f"sqlite:{tmp_path / 'mirror.db'}"
    expected = await fill(url)
    async with open_journal(url) as house, open_journal(mirror) as second:
        await copy(house, second)
    await delete_messages(url, places)
    scrubbed = await scrub(url, mirror, repair=True)
    assert {fault.copy for fault in scrubbed.found.faults} == {"node0", "node1", "node2"}
    assert scrubbed.left.faults == ()
    async with open_journal(url) as house:
        assert await contents(house) == expected


async def delete_messages(url: str, places: Iterable[int]) -> None:
    async with open_journal(url) as journal:
        for place in places:
            await journal._jetstream.delete(place)  # type: ignore[attr-defined]


async def test_without_a_mirror_what_is_lost_is_named_and_left_alone(nats_cluster: Nodes) -> None:
    url = nats_cluster.url()
    await fill(url)
    await delete_messages(url, [30])
    scrubbed = await scrub(url, repair=True)
    assert len(scrubbed.found.lost) == 1
    assert scrubbed.left.faults == scrubbed.found.faults


async def test_replicas_that_do_not_go_in_time_are_told_in_a_sentence(
    nats_cluster: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = nats_cluster.url()
    await fill(url)
    async with open_replicas(read_address(url.removeprefix("nats:"))) as found:
        update = found._update

        async def late(config: Mapping[str, Any]) -> None:
            await update(config)
            monkeypatch.setattr(replicas, "CATCH_UP", 0.0)

        monkeypatch.setattr(found, "_update", late)
        with pytest.raises(JournalError, match="look into the servers' logs"):
            await found.make_anew(found.all[0])
    async with open_journal(url):  # which is not on one disk only
        pass


@pytest.fixture(scope="module")
def damaged_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with started(tmp_path_factory.mktemp("damaged"), 3) as nodes:
        yield nodes


@pytest.mark.parametrize("way", range(WAYS))
async def test_damage_to_the_files_of_a_node_is_found_and_repaired(damaged_cluster: Nodes, way: int) -> None:
    report = await damage(damaged_cluster, way, way + 1)
    assert report.wrong == ()
    assert report.ways == 1
