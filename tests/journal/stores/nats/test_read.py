"""Reading streams whose messages get lost on the way, or come in more pieces than one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import aclosing

import attrs
import msgspec
import pytest
import trio

from journal import JournalError, Record
from journal.stores.nats.client.protocol import Message
from journal.stores.nats.read import _FIRST, _LONG, _SLICE
from journal.stores.nats.subjects import subject_of
from tests.journal.samples import grow
from tests.journal.stores.nats.houses import house, house_and_proxy
from tests.journal.stores.nats.nodes import Nodes
from tests.journal.stores.nats.proxy import Picks, said
from tests.patience import PATIENCE

LENGTH = _SLICE + 20
PUSHED = _FIRST + _LONG + 20
"""So many that a consumer is made for those that come after the first."""
CREATED = re.compile(rb"PUB \$JS\.API\.CONSUMER\.CREATE\.\S+ (\S+) ")
REFUSAL = b'{"error":{"code":400,"err_code":10026,"description":"maximum consumers limit reached"}}'
ASKED = re.compile(rb"PUB \$JS\.API\.STREAM\.MSG\.GET\.\S+ (\S+) ")


def once(is_it: Picks) -> Picks:
    """Pick the first message of a kind, and none after it."""
    picked: list[Message] = []

    def picks(message: Message) -> bool:
        if not picked and is_it(message):
            picked.append(message)
            return True
        return False

    return picks


@pytest.mark.parametrize("place", [0, 1, _SLICE, LENGTH - 1])
async def test_long_stream_is_whole_though_messages_are_lost(nats_node: Nodes, place: int) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", LENGTH)
        proxy.loses = once(lambda message: message.payload == stored[place].line)
        with trio.fail_after(PATIENCE):
            assert await journal.read("table/game") == stored
            assert await journal.read("table/game", LENGTH - 30, 25) == stored[-30:-5]


async def test_long_stream_is_whole_though_the_connection_ends_in_between(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", LENGTH)
        proxy.cuts = once(lambda message: message.payload == stored[_SLICE].line)
        with trio.fail_after(PATIENCE):
            assert await journal.read("table/game") == stored
        assert proxy.connections == 2


async def test_long_stream_is_whole_though_its_end_is_not_heard(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", LENGTH)
        proxy.loses = once(lambda message: message.status == 204)
        with trio.fail_after(PATIENCE):
            assert await journal.read("table/game") == stored


def once_pushed(stored: Sequence[Record], place: int, picked: list[Message]) -> Picks:
    """Pick a record, once, as a consumer delivers it."""

    def picks(message: Message) -> bool:
        is_it = not picked and message.payload == stored[place].line and message.reply.startswith("$JS.ACK.")
        if is_it:
            picked.append(message)
        return is_it

    return picks


@pytest.mark.parametrize("place", [_FIRST, PUSHED - 30, PUSHED - 1])
@pytest.mark.parametrize("fault", ["loses", "cuts"])
async def test_stream_that_is_pushed_is_whole_whatever_is_lost_on_the_way(
    nats_node: Nodes, place: int, fault: str
) -> None:
    url = nats_node.url()
    async with house(url) as other:
        stored = await grow(other, "table/game", PUSHED)
        async with house_and_proxy(nats_node, url) as (journal, proxy):
            picked: list[Message] = []
            setattr(proxy, fault, once_pushed(stored, place, picked))
            with trio.fail_after(PATIENCE):
                assert await journal.read("table/game") == stored
            assert len(picked) == 1


async def test_long_stream_is_whole_though_the_server_makes_no_consumer(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as other:
        stored = await grow(other, "table/game", PUSHED)
        async with house_and_proxy(nats_node, url) as (journal, proxy):
            refused: list[bytes] = []

            def answers(data: bytes) -> bytes | None:
                if not (created := CREATED.search(data)):
                    return None
                refused.append(created[1])
                _, _, sid = created[1].decode().rpartition(".")
                return said(Message(created[1].decode(), int(sid), "", b"", REFUSAL))

            proxy.answers = answers
            with trio.fail_after(PATIENCE):
                assert await journal.read("table/game") == stored
            assert len(refused) == 1


async def test_nothing_is_left_at_the_server_of_what_was_pushed(nats_node: Nodes) -> None:
    async with house(nats_node.url()) as journal:
        jetstream = journal._jetstream
        stored = await grow(journal, "table/game", PUSHED)
        assert await journal.read("table/game") == stored

        async def is_left() -> bool:
            consumers = msgspec.json.decode(await jetstream.api(f"CONSUMER.LIST.{jetstream.name}"))["consumers"]
            return any("filter_subject" in consumer["config"] for consumer in consumers)

        with trio.fail_after(PATIENCE):
            while await is_left():
                await trio.lowlevel.checkpoint()


async def test_reading_for_longer_than_answers_are_waited_for_survives_a_lost_one(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "table/game", 3)
        jetstream = attrs.evolve(journal._jetstream, patience=2)
        last = await jetstream.last(subject_of(jetstream.name, "table/game"))
        assert last is not None
        proxy.cuts = once(lambda message: message.payload == stored[2].line)
        began = trio.current_time()
        read: list[bytes] = []
        async with aclosing(jetstream.batches(last.subject, 1, last.place, step=1)) as batches:
            async for batch in batches:
                read += [found.payload for found in batch]
                await trio.sleep_until(began + jetstream.patience + 0.1)
        assert read == [record.line for record in stored]
        assert proxy.connections == 2


@pytest.mark.parametrize("limit", [None, 5])
async def test_stream_that_another_house_has_begun_again_is_read_from_the_right_place(
    nats_node: Nodes, limit: int | None
) -> None:
    url = nats_node.url()
    async with house(url) as journal, house(url) as other:
        await grow(journal, "table/game", 10)
        await other.drop("table/game")
        stored = await grow(other, "table/game", 20)
        assert await journal.read("table/game", 10, limit) == stored[10:][:limit]


@pytest.mark.parametrize("nonsense", [b"hello", b"{}", b'"\xff"', b'{"message":{"subject":"a","seq":1,"data":"a"}}'])
async def test_answer_of_somebody_else_is_told_in_a_sentence(nats_node: Nodes, nonsense: bytes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        await grow(journal, "table/game", 1)

        def answers(data: bytes) -> bytes | None:
            asked = ASKED.search(data)
            return said(Message(asked[1].decode(), 1, "", b"", nonsense)) if asked else None

        proxy.answers = answers
        with pytest.raises(JournalError, match=r"not one of JetStream; check the servers' logs\.$"):
            await journal.head("table/game")
