"""Followers and readers when messages are lost on the way, replicas are late and servers are gone for a while."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from journal import Conflict, Damaged, Draft, seal
from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.protocol import Message
from tests.journal.samples import AT, check_nothing_is_missed_while_reading, grow, records, take, take_all
from tests.journal.stores.nats.houses import house, house_and_proxy
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.proxy import said
from tests.patience import PATIENCE

CONSUMER_WANTED = re.compile(rb"PUB \$JS\.API\.CONSUMER\.CREATE\.\S+ (\S+) ")


def is_delivery(message: Message) -> bool:
    return message.reply.startswith("$JS.ACK.")


def once(picks: Callable[[Message], bool]) -> Callable[[Message], bool]:
    """The first message that is picked, and no other."""
    found: list[Message] = []

    def pick(message: Message) -> bool:
        if found or not picks(message):
            return False
        found.append(message)
        return True

    return pick


async def test_follower_misses_nothing_that_is_lost_on_the_way(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as other, house_and_proxy(nats_node, url) as (journal, proxy):
        stored = await grow(other, "table/game", 1)
        async with journal.follow("table/game") as follower, journal.follow_all() as follower_of_all:
            assert await take(follower, 1) == stored
            assert len(await take_all(follower_of_all, 1)) == 1
            for count in (5, 1):
                # With five, the next one shows that one is missing; with one, only the heartbeat after it does.
                proxy.loses = once(is_delivery)
                stored = await grow(other, "table/game", count, stored[-1])
                assert await take(follower, count) == stored
                assert tuple(entry.record for entry in await take_all(follower_of_all, count)) == stored


async def test_what_another_house_stores_while_a_follower_reads_is_not_missed(
    nats_node: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = nats_node.url()
    async with house(url) as journal, house(url) as other:
        await check_nothing_is_missed_while_reading(journal, other, "_read", monkeypatch)


async def test_follower_notices_that_nothing_comes_any_more(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as other, house_and_proxy(nats_node, url) as (journal, proxy):
        (first,) = await grow(other, "table/game", 1)
        async with journal.follow("table/game") as follower:
            await take(follower, 1)
            deaf: set[int] = set()

            def loses(message: Message) -> bool:
                # All that the first consumer says, heartbeats too.
                if message.sid != 1 and not deaf:
                    deaf.add(message.sid)
                return message.sid in deaf

            proxy.loses = loses
            new = await grow(other, "table/game", 3, first)
            assert await take(follower, 3) == new


async def test_followers_go_on_when_their_server_was_killed(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with house(nodes.url()) as journal:
            stored = await grow(journal, "table/game", 3)
            async with journal.follow("table/game") as follower, journal.follow_all() as follower_of_all:
                await take(follower, 3)
                await take_all(follower_of_all, 3)
                for _ in range(2):
                    nodes.kill(0)
                    nodes.start(0)
                    stored = await grow(journal, "table/game", 3, stored[-1])
                    assert await take(follower, 3) == stored
                    assert tuple(entry.record for entry in await take_all(follower_of_all, 3)) == stored


async def test_refused_appends_are_seen_by_nobody(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as journal, house(url) as other, journal.follow("table/game") as follower:
        stored = await grow(journal, "table/game", 2)
        for after in (0, 1):
            with pytest.raises(Conflict):
                await other.append("table/game", after, records(1, stored[after - 1] if after else None, "late"))
        stored += await grow(other, "table/game", 1, stored[-1])
        assert await take(follower, 3) == stored


async def test_reader_waits_for_no_replica_that_is_late(nats_cluster: Nodes) -> None:
    name = nats_cluster.url().partition("/")[2].rpartition("/")[2].partition("?")[0]
    async with (
        house(nats_cluster.url(name)) as writer,
        house(nats_cluster.url(name, nodes=range(1))) as one,
        house(nats_cluster.url(name, nodes=range(1, 2))) as another,
    ):
        stored = await grow(writer, "table/game", 1)
        for _ in range(100):
            stored += await grow(writer, "table/game", 1, stored[-1])
            for reader in (writer, one, another):
                after = len(stored) - 5
                assert await reader.read("table/game", max(after, 0)) == stored[max(after, 0) :]


async def test_what_a_late_replica_does_not_know_the_leader_is_asked(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 5)
        # A late replica gives only the beginning, or nothing.
        for known in (b"3", b"1", b"0"):

            def is_unknown(message: Message, known: bytes = known) -> bool:
                return b"Nats-Last-Sequence: " in message.header and message.field("Nats-Sequence").encode() > known

            proxy.loses = is_unknown
            assert await journal.read("table/game") == stored
            async with journal.follow_all() as follower:
                assert tuple(entry.record for entry in await take_all(follower, 5)) == stored


async def test_long_streams_are_read_and_followed_from_anywhere(nats_node: Nodes) -> None:
    async with house(nats_node.url()) as journal:
        stored = records(700)
        await journal.append("talk/game", 0, stored)
        for _ in range(6):
            stored += (more := records(700, stored[-1]))
            await journal.append("talk/game", more[0].seq - 1, more)
            await grow(journal, f"table/{len(stored)}", 1)
        async with house(nats_node.url(journal._jetstream.name)) as other:
            for after in (0, 1, 699, 700, 701, 2100, 4199, 4899, 4900, 5000):
                assert await other.read("talk/game", after) == stored[after:]
                assert await other.read("talk/game", after, 10) == stored[after : after + 10]
                if after < len(stored):
                    async with other.follow("talk/game", after) as follower:
                        assert await take(follower, len(stored) - after) == stored[after:]


async def test_follower_hears_nothing_after_another_house_has_dropped_its_stream(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as journal, house(url) as other:
        await grow(other, "table/game", 2)
        async with journal.follow("table/game") as old, journal.follow_all() as follower_of_all:
            await take(old, 2)
            await take_all(follower_of_all, 2)
            await other.drop("table/game")
            again = await grow(other, "table/game", 4)
            assert tuple(entry.record for entry in await take_all(follower_of_all, 4)) == again
            async with journal.follow("table/game") as new:
                assert await take(new, 4) == again
                with trio.move_on_after(0) as scope:
                    await anext(old)
                assert scope.cancelled_caught


async def test_what_others_put_there_is_damage_and_stops_nobody(nats_node: Nodes) -> None:
    url = nats_node.url()
    address = read_address(url.removeprefix("nats:"))
    foreign = Connection(address)
    async with house(url) as journal, foreign.running():
        first = await grow(journal, "table/game", 1)
        (late,) = seal(None, [Draft("a.b", 1)], AT)
        with trio.fail_after(PATIENCE):
            for subject, payload in (
                ("table.game", b"nonsense"),
                ("table.other", b""),
                ("no.name.of.ours", b"x"),
                ("table.late", late.line + b"\n{}"),
            ):
                await foreign.request(f"{address.name}.s.{subject}", payload)
        last = records(1, None, "last")
        await journal.append("talk/game", 0, last)
        with pytest.raises(Damaged):
            await journal.read("table/game")
        with pytest.raises(Damaged):
            await journal.append("table/game", 1, records(1, first[-1]))
        seen: list[object] = []
        async with journal.follow_all() as follower:
            with trio.fail_after(PATIENCE):
                while last[-1] not in seen:
                    try:
                        seen += [entry.record for entry in await anext(follower)]
                    except Damaged as damage:
                        seen.append(damage.stream)
        foreign_name = f"'{address.name}.s.no.name.of.ours'"
        assert seen == [first[0], "table/game", "table/other", foreign_name, late, "table/late", last[0]]
        assert [summary.stream for summary in (await journal.streams()).summaries] == ["talk/game"]


@pytest.mark.parametrize("nonsense", [b"hello", b"{}", b'"\xff"'])
async def test_follower_goes_on_though_somebody_else_answers_for_the_server(nats_node: Nodes, nonsense: bytes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):

        def answers(data: bytes) -> bytes | None:
            if (asked := CONSUMER_WANTED.search(data)) is None:
                return None
            proxy.answers = lambda _: None
            return said(Message(asked[1].decode(), 1, "", b"", nonsense))

        proxy.answers = answers
        async with journal.follow_all() as follower:
            stored = await grow(journal, "table/game", 2)
            assert tuple(entry.record for entry in await take_all(follower, 2)) == stored
        assert proxy.answers is not answers
