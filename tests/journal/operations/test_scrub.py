"""A whole house is scrubbed: repaired from its copies, or left alone; see `nats.test_replicas`, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from journal import open_journal
from journal.operations.copy import Drops, Gone, copy
from journal.operations.scrub import scrub
from tests.journal.samples import change, grow

DROPS = Drops("house", lambda record: Gone("talk/b"))


@pytest.mark.parametrize("lost", ["seq = 3", "seq > 3", "seq = 1", "1"])
async def test_house_in_a_file_is_repaired_from_its_mirror(tmp_path: Path, lost: str) -> None:
    file, mirror = tmp_path / "house.db", f"sqlite:{tmp_path / 'mirror.db'}"
    house = f"sqlite:{file}"
    async with open_journal(house) as source, open_journal(mirror) as target:
        stored = await grow(source, "table/b", 6)
        await grow(source, "table/c", 2)
        await copy(source, target)
    change(file, f"delete from record where stream = 1 and {lost}")
    found = (await scrub(house, mirror)).found
    assert {fault.stream for fault in found.faults} == {"table/b"}
    scrubbed = await scrub(house, mirror, repair=True)
    assert (scrubbed.found, scrubbed.left.faults) == (found, ())
    async with open_journal(house) as source:
        assert await source.read("table/b") == stored


async def test_mirror_is_repaired_from_the_house(tmp_path: Path) -> None:
    house, mirror = f"sqlite:{tmp_path / 'house.db'}", f"sqlite:{tmp_path / 'mirror.db'}"
    async with open_journal(house) as source, open_journal(mirror) as target:
        stored = await grow(source, "table/b", 6)
        await copy(source, target)
    change(tmp_path / "mirror.db", "update record set line = replace(line, 'u 3', 'u 4') where seq = 3")
    scrubbed = await scrub(house, mirror, repair=True)
    assert [(fault.copy, fault.stream) for fault in scrubbed.found.faults] == [("the mirror", "table/b")]
    async with open_journal(mirror) as target:
        assert await target.read("table/b") == stored


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
