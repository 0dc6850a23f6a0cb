"""Copies put side by side: what each of them lacks is named, and all of them together make a whole."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from journal import Record
from journal.operations.comparison import Bound, StoredCopy
from journal.operations.copy import copy
from journal.operations.examination import LOOKS, Copies, assembled, examine
from journal.stores.memory import MemoryJournal
from tests.journal.samples import grow, records

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
