"""Pages of streams, when there are more than a server lists, and when notes have lost their streams."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.jetstream import OPENED
from journal.stores.nats.client.protocol import header, publish
from journal.stores.nats.journal import NatsJournal
from journal.stores.nats.server_checks import stream_info
from journal.stores.nats.subjects import subject_of
from tests.journal.samples import grow, records
from tests.journal.stores.nats.houses import house
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

MANY = 100_001
"""One more than servers put into a list of subjects."""

CHUNK = 4000


async def names(journal: NatsJournal, prefix: str, after: int, limit: int) -> tuple[list[str], int | None]:
    page = await journal.streams(prefix, after, limit)
    return [summary.stream for summary in page.summaries], page.next


async def write_streams(journal: NatsJournal, port: int, line: bytes) -> None:
    """Open many streams without waiting for each, as no house would."""
    name = journal._jetstream.name
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(b'CONNECT {"verbose":false,"headers":true}\r\n')
        for end in range(CHUNK, MANY + CHUNK, CHUNK):
            said = bytearray()
            for n in range(end - CHUNK, min(end, MANY)):
                said += publish(f"{name}.opened.table", b"table/%d" % n)
                said += publish(f"{name}.s.table.{n}", line, "", header({OPENED: 2 * n + 1}))
            await stream.send_all(said)
            # A server that is told more than it can keep in mind forgets some.
            with trio.fail_after(PATIENCE):
                while (await stream_info(journal._jetstream)).state.last_seq < 2 * min(end, MANY):
                    await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("place", ["9" * 5000, "abc", "²"])
async def test_stream_whose_first_message_names_no_place_that_can_be_is_in_no_list_and_can_be_dropped(
    nats_node: Nodes, place: str
) -> None:
    async with house(nats_node.url()) as journal:
        jetstream = journal._jetstream
        await jetstream.publish(f"{jetstream.name}.opened.talk", b"talk/x", b"")
        first = header({OPENED: place})
        await jetstream.publish(subject_of(jetstream.name, "talk/x"), records(1)[0].line, first)
        assert await names(journal, "talk/", 0, 3) == ([], None)
        await journal.drop("talk/x")
        assert await journal.head("talk/x") == 0


async def test_pages_go_on_where_lists_of_subjects_are_cut(tmp_path: Path) -> None:
    (line,) = records(1)
    with started(tmp_path, sync="1m") as nodes:
        url = nodes.url().replace("&monitor=", "&x=").partition("&x=")[0]
        async with house(url) as journal:
            await write_streams(journal, nodes.ports[0], line.line)
            assert await names(journal, "table/", 0, 3) == (
                ["table/100000", "table/99999", "table/99998"],
                (2 * 99998 + 1) << 16,
            )
            assert (await names(journal, "", 5 << 16, 3)) == (["table/1", "table/0"], None)
            await grow(journal, "talk/x", 1)
            await grow(journal, "table/100001", 1)
            assert (await names(journal, "talk/", 0, 3)) == (["talk/x"], None)
            page, after = await names(journal, "", 0, 2)
            assert page == ["table/100001", "talk/x"]
            assert after is not None
            assert (await names(journal, "", after, 2))[0] == ["table/100000", "table/99999"]
            assert (await names(journal, "table/5000", 0, 100))[0] == [
                *(f"table/5000{n}" for n in range(9, -1, -1)), "table/5000",
            ]  # fmt: skip


async def test_note_without_its_stream_is_passed_over(nats_node: Nodes) -> None:
    url = nats_node.url()
    address = read_address(url.removeprefix("nats:"))
    foreign = Connection(address)
    async with house(url) as journal, foreign.running():
        await grow(journal, "table/first", 1)
        with trio.fail_after(PATIENCE):
            # A house that died right after it had noted what it was going to open; nonsense.
            for note in (b"table/never", b"table/first", b"\xff", b""):
                await foreign.request(f"{address.name}.opened.table", note)
        assert await names(journal, "table/", 0, 10) == (["table/first"], None)
        await grow(journal, "table/never", 1)
        assert await names(journal, "table/", 0, 10) == (["table/never", "table/first"], None)


async def test_nothing_is_left_of_the_name_of_a_dropped_stream(nats_node: Nodes) -> None:
    async with house(nats_node.url()) as journal:
        await grow(journal, "name/first", 1)
        for _ in range(3):
            await grow(journal, "name/second", 2)
            assert await names(journal, "", 0, 10) == (["name/second", "name/first"], None)
            await journal.drop("name/second")
            assert await names(journal, "", 0, 10) == (["name/first"], None)


async def test_stream_whose_note_is_nonsense_is_dropped(nats_node: Nodes) -> None:
    async with house(nats_node.url()) as journal:
        jetstream = journal._jetstream
        (line,) = records(1)
        for note in ("nonsense", "²"):
            await jetstream.publish(subject_of(jetstream.name, "talk/x"), line.line, header({OPENED: note}))
            await journal.drop("talk/x")
            assert await journal.head("talk/x") == 0
