"""Scrubbing a house that needs no repair or cannot be repaired; see `nats.test_replicas`, too."""

from __future__ import annotations

from pathlib import Path

from journal import open_journal
from journal.operations.copy import Drops, Gone
from journal.operations.scrub import scrub
from tests.journal.samples import change, grow

DROPS = Drops("house", lambda record: Gone("talk/b"))


async def test_dropped_stream_that_is_still_in_the_mirror_is_no_loss(tmp_path: Path) -> None:
    house, mirror = f"sqlite:{tmp_path / 'house.db'}", f"sqlite:{tmp_path / 'mirror.db'}"
    async with open_journal(house) as source, open_journal(mirror) as target:
        for journal in (source, target):
            await grow(journal, "house", 1)
        await grow(target, "talk/b", 2)
    assert (await scrub(house, mirror, DROPS, repair=True)).found.faults == ()
    assert [fault.stream for fault in (await scrub(house, mirror)).found.faults] == ["talk/b"]


async def test_what_no_copy_has_is_named_and_left_alone(tmp_path: Path) -> None:
    house = f"sqlite:{tmp_path / 'house.db'}"
    async with open_journal(house) as source:
        await grow(source, "table/b", 5)
    change(tmp_path / "house.db", "update record set line = replace(line, 'u 3', 'u 4') where seq = 3")
    scrubbed = await scrub(house, repair=True)
    assert scrubbed.found.lost == ("table/b",)
    assert [fault.stream for fault in scrubbed.left.faults] == ["table/b"]
    async with open_journal(house) as source:
        assert await source.head("table/b") == 5
