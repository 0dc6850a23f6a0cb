"""Copies put side by side: what each of them lacks is named, and all of them together make a whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal import Record, open_journal
from journal.copying import copy
from journal.repairing import scrub
from journal.scrubbing import assembled, put_back
from tests.journal.samples import change, grow, records

STORED: tuple[Record, ...] = records(12)
LINES = [record.line for record in STORED]


@given(st.lists(st.sets(st.integers(0, 11)), min_size=1, max_size=4), st.integers(0, 11), st.integers(0, 200))
def test_what_any_copy_has_is_found_as_far_as_it_goes_on(gone: list[set[int]], at: int, bit: int) -> None:
    copies = [[line for n, line in enumerate(LINES) if n not in missing] for missing in gone]
    flipped = bytearray(LINES[at])
    flipped[bit % len(flipped)] ^= 1
    copies.append([bytes(flipped)])
    missing = set.intersection(*gone)
    assert assembled("table/b", copies) == STORED[: min(missing, default=12)]


def test_of_two_chains_the_one_that_most_copies_have_is_taken() -> None:
    other = [record.line for record in records(12, None, "other")]
    assert assembled("table/b", [LINES, other, LINES]) == STORED
    assert assembled("table/b", []) == ()


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


@pytest.mark.parametrize("held", [0, 3, 6])
async def test_beginning_is_gone_on_with_and_anything_else_is_made_anew(large_url: str, held: int) -> None:
    async with open_journal(large_url) as journal:
        whole = records(6)
        if held:
            await journal.append("table/b", 0, whole[:held])
        await put_back(journal, "table/b", whole)
        assert await journal.read("table/b") == whole
        other = records(3, None, "other")
        await put_back(journal, "table/b", other)
        assert await journal.read("table/b") == other
