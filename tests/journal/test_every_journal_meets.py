"""Those who have a journal open hear what the others say, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import attrs
import trio

from journal import Channel, Journal, Page, open_journal
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE


@attrs.define
class Ear:
    """What somebody heard."""

    channel: Channel
    heard: list[bytes]
    changed: trio.Event

    async def wait(self, words: bytes) -> None:
        with trio.fail_after(PATIENCE):
            while words not in self.heard:
                self.changed = trio.Event()
                await self.changed.wait()


@asynccontextmanager
async def meeting(journal: Journal) -> AsyncIterator[Ear]:
    def hear(words: bytes) -> None:
        ear.heard.append(words)
        ear.changed.set()

    async with journal.open_channel(hear) as channel:
        ear = Ear(channel, [], trio.Event())
        yield ear


async def made_sure(*ears: Ear) -> None:
    """Wait until each hears the others: a network may need a moment."""
    for ear in ears:
        for other in ears:
            with trio.fail_after(PATIENCE):
                while ear is not other and b"there?" not in other.heard:
                    ear.channel.send(b"there?")
                    await trio.sleep(0.01)
        for other in ears:
            other.heard.clear()


async def test_what_one_says_all_others_hear_in_order(any_url: str) -> None:
    async with (
        open_journal(any_url) as journal,
        meeting(journal) as anna, meeting(journal) as bert, meeting(journal) as carl,
    ):  # fmt: skip
        await made_sure(anna, bert, carl)
        said = [b"%d" % number for number in range(100)]
        for words in said:
            anna.channel.send(words)
        for ear in (bert, carl):
            await ear.wait(said[-1])
            assert [words for words in ear.heard if words != b"there?"] == said


async def test_nothing_of_it_is_kept(any_url: str) -> None:
    async with open_journal(any_url) as journal, meeting(journal) as anna, meeting(journal) as bert:
        await made_sure(anna, bert)
        anna.channel.send(b"hello")
        await bert.wait(b"hello")
        assert await journal.streams() == Page((), None)


async def test_who_has_left_hears_nothing_more(any_url: str) -> None:
    async with open_journal(any_url) as journal, meeting(journal) as anna, meeting(journal) as bert:
        async with meeting(journal) as carl:
            await made_sure(anna, bert, carl)
        anna.channel.send(b"hello")
        await bert.wait(b"hello")
        assert b"hello" not in carl.heard


async def test_who_is_sure_to_be_heard_says_so(any_url: str) -> None:
    async with open_journal(any_url) as journal, meeting(journal) as anna:
        assert anna.channel.is_reliable == (not any_url.startswith("nats:"))


async def test_two_processes_on_one_node_hear_each_other_and_no_other_journal(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with (
        open_journal(url) as one, open_journal(url) as other, open_journal(nats_node.url()) as third,
        meeting(one) as anna, meeting(other) as bert, meeting(third) as carl,
    ):  # fmt: skip
        await made_sure(anna, bert)
        anna.channel.send(b"hello")
        await bert.wait(b"hello")
        assert carl.heard == []


async def test_after_a_loss_of_the_connection_all_are_heard_again(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        url = nodes.url()
        async with open_journal(url) as one, open_journal(url) as other, meeting(one) as anna, meeting(other) as bert:
            await made_sure(anna, bert)
            nodes.kill(0)
            anna.channel.send(b"lost")
            nodes.start(0)
            await made_sure(anna, bert)
            assert b"lost" not in bert.heard
