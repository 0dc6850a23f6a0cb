"""Replicas read one by one; what one of them, or all, has lost is found and put back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from journal import Journal, JournalError, Record, open_journal
from journal.operations import scrub as scrubbing
from journal.operations.comparison import Bound, Held
from journal.operations.copy import Drops, copy
from journal.operations.mirror import mirror
from journal.operations.scrub import scrub
from journal.stores.nats import replicas
from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.jetstream import JetStream
from journal.stores.nats.replicas import Replica, Replicas, _Cluster, _Info, _Peer, open_replicas
from tests.journal.samples import all_streams, grow, records
from tests.journal.stores.nats.damage import damage
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.playing import counted, playing

STREAMS, LENGTH = 12, 15
LONG = 500
"""Records of a stream that takes a while to be read, during which people play."""
SCRUBS = 2
"""How often a cluster in play is scrubbed; `python -m tests.journal.stores.nats.playing` does it ten times and ten."""
STILL = 2.0
"""Seconds for which nothing is to happen."""
WAYS = 2
"""Ways to damage the files of a node; `python -m tests.journal.stores.nats.damage` does a hundred."""


DROPS = Drops("house", lambda _: None)
BEHIND = "it is behind: it has {count} of {all} records"


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
        bound = await replicas.note()
        assert len(replicas.all) == 3
        for replica in replicas.all:
            chains = await replica.chains(bound)
            assert chains.keys() == expected.keys()
            held = await replica.held(expected, bound)
            for stream, records in expected.items():
                chain = chains[stream]
                assert (chain.seq, chain.hash, chain.is_whole) == (LENGTH, records[-1].hash, True)
                assert held[stream] == Held(tuple(record.line for record in records), chain)
            assert await replica.held(["table/3"], bound) == {"table/3": held["table/3"]}
        assert len({replica.name for replica in replicas.all}) == 3


async def test_whole_house_has_no_faults(nats_cluster: Nodes, tmp_path: Path) -> None:
    url, mirror = nats_cluster.url(), f"sqlite:{tmp_path / 'mirror.db'}"
    await fill(url)
    async with open_journal(url) as house, open_journal(mirror) as second:
        await copy(house, second)
    scrubbed = await scrub(url, mirror)
    assert (scrubbed.found.faults, scrubbed.found.streams, scrubbed.found.records) == ((), STREAMS, STREAMS * LENGTH)


@pytest.mark.parametrize("repair", [False, True])
async def test_healthy_cluster_in_play_has_no_faults_and_keeps_its_replicas(nats_cluster: Nodes, repair: bool) -> None:
    url = nats_cluster.url()
    names = [f"table/{n}" for n in range(STREAMS)]
    async with open_journal(url) as journal, open_journal(url) as other:
        for name in names:
            await journal.append(name, 0, records(LONG, None, name))
        async with counted(other) as fewest, playing(journal, names):
            for _ in range(SCRUBS):
                assert (await scrub(url, repair=repair)).found.faults == ()
    assert fewest.replicas == 3


async def test_mirror_of_a_house_in_play_is_behind_at_most(nats_cluster: Nodes, tmp_path: Path) -> None:
    url, kept = nats_cluster.url(), f"sqlite:{tmp_path / 'mirror.db'}"
    follows = trio.Event()
    async with (
        open_journal(url) as journal,
        open_journal(kept) as second,
        playing(journal, ["table/a", "table/b", "table/c"]),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(partial(mirror, journal, second, DROPS, lambda _: None, caught_up=follows.set))
        await follows.wait()
        found = (await scrub(url, kept)).found
        assert {(fault.copy, fault.what.template) for fault in found.faults} <= {("the mirror", BEHIND)}
        assert found.lost == ()
        nursery.cancel_scope.cancel()


async def test_progress_of_each_copy_is_told(nats_cluster: Nodes) -> None:
    url = nats_cluster.url()
    await fill(url)
    told: dict[str, list[tuple[int, int]]] = {}
    await scrub(url, told=lambda name, done, of: told.setdefault(name, []).append((done, of)))
    assert told.keys() == {"node0", "node1", "node2"}
    top = STREAMS * (LENGTH + 1)
    assert all(steps[-1] == (top, top) for steps in told.values())


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
            monkeypatch.setattr(replicas, "CATCH_UP_SECONDS", 0.0)

        monkeypatch.setattr(found, "_update", late)
        with pytest.raises(JournalError, match="check the servers' logs"):
            await found.rebuild(found.all[0])
    async with open_journal(url):  # which is not on one disk only
        pass


async def test_replica_that_stands_still_is_waited_for_and_never_made_anew(
    damaged_cluster: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrubbing, "CATCH_UP_SECONDS", STILL)
    nodes, name = damaged_cluster, "still"
    (last,) = (await fill(nodes.url(name)))["table/0"][-1:]
    async with open_replicas(read_address(nodes.url(name).removeprefix("nats:"))) as found:
        leader = int((await found._look()).cluster.leader.removeprefix("node"))
    at_leader = nodes.url(name, nodes=range(leader, leader + 1))
    for still in {0, 1, 2} - {leader}:
        async with (
            open_journal(at_leader) as journal,
            counted(journal) as fewest,
            open_replicas(read_address(at_leader.removeprefix("nats:"))) as found,
        ):
            nodes.stop(still)
            try:
                (last,) = await grow(journal, "table/0", 1, last)
                with trio.move_on_after(STILL) as waiting:
                    await found.note()
                assert waiting.cancelled_caught
                with pytest.raises(JournalError, match=f"node{still}.* cannot be read, or not completely"):
                    await scrub(at_leader, repair=True)
            finally:
                nodes.go_on(still)
            await found.wait()
            bound = await found.note()
            for replica in found.all:
                assert (await replica.chains(bound))["table/0"].hash == last.hash
        assert fewest.replicas == 3


@pytest.mark.parametrize("late", [0, 1, 2])
async def test_each_replica_is_waited_for(autojump_clock: MockClock, late: int) -> None:
    class Late(Replica):
        async def reach(self, place: int, is_current: object) -> None:
            await trio.sleep(LENGTH if self.name == f"node{late}" else 0)

    found = Replicas(JetStream(Connection(read_address("//none")), "none", "none", 1.0))
    found.all = tuple(Late(f"node{n}", found._jetstream) for n in range(3))
    assert await found.late(Bound(1), LENGTH / 2) == (found.all[late],)
    assert await found.late(Bound(1), LENGTH * 2) == ()


async def test_replicas_that_are_still_to_be_made_are_waited_for(autojump_clock: MockClock) -> None:
    class Growing(Replicas):
        looks = waits = 0

        async def _look(self) -> _Info:
            """One replica more besides the leader's with every second look, up to two."""
            self.looks += 1
            peers = [_Peer(f"node{n}", current=True) for n in range(min(self.looks // 2, 2))]
            return _Info({"num_replicas": 3}, _Cluster("node9", peers))

        async def late(self, bound: Bound, patience: float = 0.0) -> tuple[Replica, ...]:
            self.waits += 1
            return ()

    found = Growing(JetStream(Connection(read_address("//none")), "none", "none", 1.0))
    await found.wait()
    assert [replica.name for replica in found.all] == ["node0", "node1", "node9"]
    assert found.waits == 1, "until they have everything"


@pytest.fixture(scope="module")
def damaged_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with started(tmp_path_factory.mktemp("damaged"), 3) as nodes:
        yield nodes


def without_note(directory: Path, stream: str) -> None:
    """Have a stopped node lose the note that a stream was opened."""
    for path in directory.rglob("*.blk"):
        data = path.read_bytes()
        path.write_bytes(re.sub(rb"(\.opened\.\w+(?:.{4})??)" + stream.encode(), rb"\1" + b"x" * len(stream), data))


async def test_stream_that_only_one_replica_does_not_list_is_not_made_anew(damaged_cluster: Nodes) -> None:
    """People play there, and what is appended just when a stream is dropped would be lost."""
    url = damaged_cluster.url("notes")
    await fill(url)
    async with open_journal(url) as journal:
        listed = await all_streams(journal)
        await trio.to_thread.run_sync(damaged_cluster.end, 0)
        without_note(damaged_cluster.directory / "0", "table/5")
        await trio.to_thread.run_sync(damaged_cluster.start, 0)
        await trio.to_thread.run_sync(damaged_cluster.wait)
        scrubbed = await scrub(url, repair=True)
        assert [(fault.copy, fault.stream) for fault in scrubbed.found.faults] == [("node0", "table/5")]
        assert str(scrubbed.found.faults[0].what) == "it is not in its lists"
        assert scrubbed.left.faults == ()
        assert await all_streams(journal) == listed, "in the same order"


@pytest.mark.parametrize("way", range(WAYS))
async def test_damage_to_the_files_of_a_node_is_found_and_repaired(damaged_cluster: Nodes, way: int) -> None:
    report = await damage(damaged_cluster, way, way + 1)
    assert (report.lost, report.wrong) == ((), ())
    assert report.ways == 1
