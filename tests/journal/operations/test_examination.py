"""Copies put side by side: what each of them lacks is named, and all of them together make a whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from journal import JournalError, Record, open_journal
from journal.game_lines import write_lines
from journal.operations import examination
from journal.operations.comparison import Bound, StoredCopy
from journal.operations.copy import copy
from journal.operations.examination import LOOKS, Copies, assembled, examine, put_back
from journal.operations.scrub import scrub
from journal.stores.memory import MemoryJournal
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


def side_by_side(count: int, mirrors: int = 0) -> tuple[Copies, list[MemoryJournal]]:
    """So many copies of a house, and mirrors of it, all empty."""
    journals = [MemoryJournal() for _ in range(count + mirrors)]
    copies = [StoredCopy(f"copy {n}", journal) for n, journal in enumerate(journals)]
    return Copies(copies[:count], copies[count:]), journals


async def test_copy_of_the_house_lacks_what_a_mirror_may_be_behind_with(autojump_clock: MockClock) -> None:
    copies, (one, two, mirror) = side_by_side(2, 1)
    stored = await grow(one, "table/b", 6)
    await two.append("table/b", 0, stored[:4])
    await mirror.append("table/b", 0, stored[:5])
    found = await examine(copies)
    assert [(fault.copy, str(fault.what)) for fault in found.faults] == [
        ("copy 1", "it lacks records 5 to 6"),
        ("copy 2", "it is behind: it has 5 of 6 records"),
    ]
    assert (found.whole, found.lost) == ({"table/b": stored}, ())


async def test_what_only_a_mirror_has_is_lacking_everywhere_else(autojump_clock: MockClock) -> None:
    copies, (one, _, mirror) = side_by_side(2, 1)
    stored = await grow(mirror, "table/b", 3)
    await one.append("table/b", 0, stored[:2])
    faults = (await examine(copies)).faults
    assert [(fault.copy, str(fault.what)) for fault in faults] == [
        ("copy 0", "it lacks records 3 to 3"),
        ("copy 1", "it lacks records 1 to 3"),
    ]


async def test_fault_is_one_only_if_it_is_there_each_time(autojump_clock: MockClock) -> None:
    copies, (one, two) = side_by_side(2)
    stored = await grow(one, "table/b", 3)
    noted = 0

    async def note() -> Bound:
        """One copy lacks something when all streams are read and at the first look; the other one at the second."""
        nonlocal noted
        noted += 1
        if noted == LOOKS:
            await two.append("table/b", 0, stored)
            await one.drop("table/b")
        return Bound()

    assert (await examine(attrs.evolve(copies, note=note))).faults == ()
    assert noted == LOOKS


async def test_people_who_play_meanwhile_make_no_fault(autojump_clock: MockClock) -> None:
    copies, (house, mirror) = side_by_side(1, 1)
    last = (await grow(house, "table/b", 2))[-1]

    async def note() -> Bound:
        """Somebody plays after the mirror was looked at, and opens a table; the mirror takes both."""
        nonlocal last
        (last,) = await grow(house, "table/b", 1, last)
        await grow(house, f"table/{last.seq}", 1)
        await copy(house, mirror)
        return Bound()

    found = await examine(attrs.evolve(copies, note=note))
    assert (found.faults, found.streams) == ((), 2)


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
        other = records(7, None, "other")
        await put_back(journal, "table/b", other)
        assert await journal.read("table/b") == other


async def test_what_was_played_since_the_records_were_read_stays(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        stored = await grow(journal, "table/b", 7)
        await put_back(journal, "table/b", stored[:5])
        assert await journal.read("table/b") == stored


async def test_damaged_stream_that_was_gone_on_with_is_left_for_the_next_look(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as journal:
        stored = await grow(journal, "table/b", 7)
    change(file, "delete from record where seq = 3")
    async with open_journal(f"sqlite:{file}") as journal:
        await put_back(journal, "table/b", stored[:6])
        assert await journal.head("table/b") == 7
        await put_back(journal, "table/b", stored)
        assert await journal.read("table/b") == stored


async def test_what_is_played_until_a_stream_is_dropped_to_be_made_anew_stays(
    large_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_journal(large_url) as journal:
        stored = await grow(journal, "table/b", 3)
        (played,) = records(1, stored[-1])

        def write_while_somebody_plays(*arguments: Any, **more: Any) -> None:
            write_lines(*arguments, **more)
            trio.from_thread.run(journal.append, "table/b", 3, [played])

        monkeypatch.setattr(examination, "write_lines", write_while_somebody_plays)
        await put_back(journal, "table/b", stored, anew=True)
        assert await journal.read("table/b") == (*stored, played)
    assert not [*tmp_path.glob("*.jsonl")]


class _Full(MemoryJournal):
    """A store that has no room for what it has just given up."""

    is_full = False

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
        if self.is_full:
            raise JournalError("The disk is full.")
        return await super().append(stream, after, records)


async def test_records_that_cannot_be_stored_again_are_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    journal = _Full()
    stored = await grow(journal, "talk/b", 3)
    journal.is_full = True
    with pytest.raises(JournalError) as raised:
        await put_back(journal, "talk/b", stored, anew=True)
    journal.is_full = False
    (file,) = tmp_path.iterdir()
    assert file.name in str(raised.value)
    async with open_journal(f"file:{file}", read_only=True) as kept:
        await copy(kept, journal)
    assert await journal.read("talk/b") == stored
    await put_back(journal, "talk/b", stored, anew=True)
    assert await journal.read("talk/b") == stored
    assert not [*tmp_path.iterdir()]
