"""Appends whose answer is lost, late or false: stored once, or not at all, and said which."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
import trio

from journal import Conflict, Journal, JournalError, Lost, OutcomeUnknown, Record
from journal.stores.nats.append import last_record
from journal.stores.nats.client.jetstream import Failed, pause
from journal.stores.nats.client.protocol import Message
from journal.stores.nats.journal import NatsJournal
from journal.stores.nats.subjects import subject_of
from tests.journal.samples import grow, records
from tests.journal.stores.nats.houses import house, house_and_proxy, lose_patience
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.proxy import Proxy, said
from tests.patience import PATIENCE

PUBLISHED = re.compile(rb"HPUB \S+\.s\.table\.game (\S+) ")


def cut_at_acknowledgement(proxy: Proxy, then_open: bool = True) -> None:
    """End the connection instead of passing on the next acknowledgement."""

    def cuts(message: Message) -> bool:
        if not message.payload.startswith(b'{"stream":'):
            return False
        proxy.cuts = lambda _: False
        if not then_open:
            proxy.is_open = trio.Event()
        return True

    proxy.cuts = cuts


def answer_the_next(proxy: Proxy, answer: bytes) -> None:
    """Say something to the next append of the game instead of passing it on; nothing ends the connection."""

    def answers(data: bytes) -> bytes | None:
        if (found := PUBLISHED.search(data)) is None:
            return None
        proxy.answers = lambda _: None
        return said(Message(found[1].decode(), 1, "", b"", answer)) if answer else b""

    proxy.answers = answers


async def test_append_whose_acknowledgement_is_lost_is_stored_once(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 2)
        cut_at_acknowledgement(proxy)
        stored += await grow(journal, "table/game", 2, stored[-1])
        assert await journal.read("table/game") == stored
        assert proxy.connections == 2


async def test_server_that_stored_what_it_did_not_acknowledge_is_not_doubted(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 1)
        lost: list[Message] = []

        def loses(message: Message) -> bool:
            if lost or not message.payload.startswith(b'{"stream":'):
                return False
            lost.append(message)
            return True

        proxy.loses = loses
        await grow(journal, "table/game", 1, stored[-1])
        assert lost
        assert proxy.connections == 1
        assert not journal._jetstream.connection._failing


async def test_first_append_whose_acknowledgement_is_lost_is_listed_once(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        cut_at_acknowledgement(proxy)
        (stored,) = await grow(journal, "table/game", 1)
        assert await journal.read("table/game") == (stored,)
        assert [summary.stream for summary in (await journal.streams()).summaries] == ["table/game"]


async def test_append_without_answer_is_known_under_what_others_put_on_it(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as other, house_and_proxy(nats_node, url) as (journal, proxy):
        (first,) = await grow(journal, "table/game", 1)
        (second,) = records(1, first)
        cut_at_acknowledgement(proxy, then_open=False)
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:

                async def go_on() -> None:
                    async with other.follow("table/game", 1) as follower:
                        assert await anext(follower) == (second,)
                        await grow(other, "table/game", 2, second)
                        proxy.is_open.set()

                nursery.start_soon(go_on)
                assert await journal.append("table/game", 1, (second,)) == 2
        assert await journal.head("table/game") == 4


async def test_append_that_never_arrived_is_sent_again(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 1)
        answer_the_next(proxy, b"")
        stored += await grow(journal, "table/game", 1, stored[-1])
        assert await journal.read("table/game") == stored


async def test_append_that_never_arrived_conflicts_with_what_did(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as other, house_and_proxy(nats_node, url) as (journal, proxy):
        stored = await grow(journal, "table/game", 1)
        proxy.is_open = trio.Event()
        answer_the_next(proxy, b"")
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:

                async def be_quicker() -> None:
                    await other.append("table/game", 1, records(2, stored[-1], "other"))
                    proxy.is_open.set()

                nursery.start_soon(be_quicker)
                with pytest.raises(Conflict) as refused:
                    await journal.append("table/game", 1, records(1, stored[-1], "own"))
        assert refused.value.head == 3


async def test_false_alarm_of_a_cluster_is_no_conflict(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 2)
        for code in (10164, 10071):
            alarm = b'{"error":{"code":400,"err_code":%d,"description":"wrong last sequence"},"seq":0}'
            answer_the_next(proxy, alarm % code)
            stored += await grow(journal, "table/game", 1, stored[-1])
        assert await journal.read("table/game") == stored


async def test_other_refusals_of_the_server_are_said(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 1)
        answer_the_next(proxy, b'{"error":{"code":400,"err_code":10054,"description":"message size exceeds maximum"}}')
        with pytest.raises(JournalError, match=r"records may not be stored") as refused:
            await journal.append("table/game", 1, records(1, stored[-1]))
        assert isinstance(refused.value, OutcomeUnknown)


@pytest.mark.parametrize("nonsense", [b"hello", b"{}"])
async def test_answer_of_somebody_else_leaves_the_outcome_unknown(nats_node: Nodes, nonsense: bytes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 1)
        answer_the_next(proxy, nonsense)
        with pytest.raises(OutcomeUnknown, match="not one of JetStream"):
            await journal.append("table/game", 1, records(1, stored[-1]))


async def test_server_that_stands_still_leaves_the_outcome_unknown(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with house(nodes.url()) as journal:
            stored = await grow(journal, "table/game", 1)
            (new,) = records(1, stored[-1])
            nodes.stop(0)
            lose_patience(journal, 1)
            with pytest.raises(OutcomeUnknown, match="the last records may not be stored"):
                await journal.append("table/game", 1, (new,))
            nodes.go_on(0)
            lose_patience(journal, PATIENCE)
            assert await settled(journal, new) == (*stored, new)


async def settled(journal: Journal, new: Record) -> tuple[Record, ...]:
    """The stream after the same append was tried again until it is known to be stored."""
    with trio.fail_after(PATIENCE):
        while True:
            try:
                await journal.append("table/game", new.seq - 1, (new,))
            except Conflict:
                return await journal.read("table/game")
            except JournalError:
                continue


async def test_nothing_is_unknown_of_what_was_never_sent(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with house(nodes.url()) as journal:
            stored = await grow(journal, "table/game", 1)
            nodes.kill(0)
            lose_patience(journal, 0.5)
            with pytest.raises(JournalError, match=r"do not answer .*; try again when most of them run\.$"):
                await journal.head("table/game")
            with pytest.raises(JournalError, match="try again when most of them run") as refused:
                await journal.append("table/game", 1, records(1, stored[-1]))
            assert not isinstance(refused.value, OutcomeUnknown)
            nodes.start(0)
            nodes.wait()
            lose_patience(journal, PATIENCE)
            assert await settled(journal, records(1, stored[-1])[0]) == (*stored, *records(1, stored[-1]))


async def test_decision_that_is_too_large_writes_nothing(tmp_path: Path) -> None:
    with started(tmp_path, more="max_payload: 8192") as nodes:
        async with house(nodes.url()) as journal:
            stored = await grow(journal, "table/game", 1)
            with pytest.raises(
                JournalError, match=r"more than the NATS servers take \(8192\); raise their max_payload"
            ):
                await journal.append("table/game", 1, records(60, stored[-1]))
            assert await journal.read("table/game") == stored
            assert await journal.append("table/game", 1, records(30, stored[-1])) == 31


async def test_servers_that_go_on_from_a_shorter_end_are_noticed_and_used_no_more(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with house(nodes.url()) as journal:
            await grow(journal, "table/a", 5)
            cut(nodes, 0)
            # Without this file the server believes what is left.
            for index in (tmp_path / "0").rglob("streams/*/msgs/index.db"):
                index.unlink()
            nodes.start(0)
            nodes.wait()
            async with journal.follow("table/b") as follower:
                with pytest.raises(Lost, match="have lost stored records"):
                    await journal.append("table/b", 0, records(1))
                with pytest.raises(Lost), trio.fail_after(PATIENCE):
                    await anext(follower)
            with pytest.raises(Lost):
                await journal.append("table/c", 0, records(1))


def cut(nodes: Nodes, node: int) -> None:
    """Stop a node, and cut half of the messages off its file."""
    nodes.end(node)
    (block,) = (nodes.directory / str(node)).rglob("streams/*/msgs/*.blk")
    block.write_bytes(block.read_bytes()[: block.stat().st_size // 2])


async def have_lead(journal: NatsJournal, node: int) -> None:
    jetstream = journal._jetstream
    while (  # Between two leaders there is none.
        msgspec.json.decode(await jetstream.ask_patiently(f"STREAM.INFO.{jetstream.name}"))["cluster"].get("leader")
        != f"node{node}"
    ):
        with suppress(Failed):
            await jetstream.ask_patiently(
                f"STREAM.LEADER.STEPDOWN.{jetstream.name}", {"placement": {"preferred": f"node{node}"}}
            )
        await pause()


async def test_leader_that_lacks_what_was_stored_lets_another_one_lead(tmp_path: Path) -> None:
    with started(tmp_path, 3) as nodes, trio.fail_after(PATIENCE):
        async with house(nodes.url()) as journal:
            last = (await grow(journal, "table/a", 5))[-1]
            cut(nodes, 0)
            nodes.start(0)
            nodes.wait()
            await have_lead(journal, 0)
            found = await journal._jetstream.last(subject_of(journal._jetstream.name, "table/a"))
            assert found is None or last_record("table/a", found.payload).seq < 5
            (sixth,) = records(1, last)
            assert await journal.append("table/a", 5, (sixth,)) == 6
            assert await journal.head("table/a") == 6
