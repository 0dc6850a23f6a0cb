"""Of a stream that was dropped no byte is left in the files of the journal, and it may be begun again."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from journal import Draft, Record, open_journal, seal
from journal.stores.nats.journal import _ERASED
from tests.journal.samples import AT, grow
from tests.journal.stores.nats.houses import house_and_proxy
from tests.journal.stores.nats.nodes import Nodes
from tests.patience import PATIENCE

SECRET = "what-nobody-shall-read"


def files_with(directory: Path, text: str) -> list[Path]:
    return [path for path in directory.rglob("streams/**/*") if path.is_file() and text.encode() in path.read_bytes()]


@pytest.mark.parametrize("kind", ["nats_node", "nats_cluster"])
async def test_no_byte_is_left(kind: str, request: pytest.FixtureRequest) -> None:
    nodes: Nodes = request.getfixturevalue(kind)
    async with open_journal(nodes.url()) as journal:
        kept = await grow(journal, "table/b", 3)
        said: tuple[Record, ...] = ()
        for n in range(100):
            said += seal(said[-1] if said else None, [Draft("talk.said", f"{SECRET} {n}")], AT)
            await journal.append("talk/b", n, said[-1:])
        assert files_with(nodes.directory, SECRET)
        await journal.drop("talk/b")
        with trio.fail_after(PATIENCE):
            while files_with(nodes.directory, SECRET):  # The other replicas hear of it a little later.
                await trio.sleep(0.05)
        assert await journal.read("table/b") == kept
        assert await journal.append("talk/b", 0, said[:1]) == 1


async def test_drop_ends_though_whoever_asked_for_it_leaves(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        stored = await grow(journal, "talk/b", 2 * _ERASED)
        with trio.CancelScope() as asking:

            def leaves(said: bytes) -> None:
                if b".STREAM.MSG.DELETE." in said:
                    asking.cancel()

            proxy.answers = leaves
            await journal.drop("talk/b")
        assert asking.cancel_called
        assert await journal.read("talk/b") == ()
        assert (await journal.streams()).summaries == ()
        assert await journal.append("talk/b", 0, stored[:1]) == 1
