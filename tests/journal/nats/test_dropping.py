"""Of a stream that was dropped no byte is left in the files of the journal, and it may be begun again."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from journal import Draft, Record, open_journal, seal
from tests.journal.nats.nodes import Nodes
from tests.journal.samples import AT, grow

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
        with trio.fail_after(20):
            while files_with(nodes.directory, SECRET):  # The other replicas hear of it a little later.
                await trio.sleep(0.05)
        assert await journal.read("table/b") == kept
        assert await journal.append("talk/b", 0, said[:1]) == 1
