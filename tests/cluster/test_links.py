"""A house goes on when its node is cut off from the others, and when the nodes hear nothing of one another."""

from __future__ import annotations

from pathlib import Path

import trio

from journal import Record
from tests.cluster.links import linked
from tests.journal.samples import grow
from tests.journal.stores.nats.houses import house
from tests.patience import PATIENCE


async def test_house_leaves_a_node_that_is_cut_off(tmp_path: Path) -> None:
    async with linked(tmp_path) as (nodes, links), house(nodes.url(), PATIENCE) as journal:
        connection = journal._jetstream.connection
        stored = await grow(journal, "table/b", 1)
        before = connection.info.server_name
        links.cut(int(before.removeprefix("node")))
        with trio.fail_after(PATIENCE):
            while connection.info.server_name == before:
                stored += await grow(journal, "table/b", 1, stored[-1])
        links.mend()
        await trio.to_thread.run_sync(nodes.wait)
        # For some seconds a leader that was cut off does not know that there is another, and answers what it has:
        # who follows the stream gets the rest.
        followed: tuple[Record, ...] = ()
        with trio.fail_after(PATIENCE):
            async with journal.follow("table/b") as batches:
                while len(followed) < len(stored):
                    followed += await anext(batches)
        assert followed == stored


async def test_nodes_notice_that_their_links_have_fallen_silent(tmp_path: Path) -> None:
    async with linked(tmp_path) as (nodes, links), house(nodes.url(), PATIENCE) as journal:
        stored = await grow(journal, "table/b", 1)
        for node in range(3):
            links.silence(node)
        with trio.fail_after(PATIENCE):
            await grow(journal, "table/b", 1, stored[-1])
