"""Names, each of one person: also when a house dies while a name changes, and when two houses want the same one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio

from core.base.game import Refused
from core.people.directory import Directory
from core.people.name_claims import UNDER_WAY
from core.people.persons import Claimed, Person
from core.records import owned_stream
from journal import Journal, open_journal

CHANGES = 4
"""What a change of name stores: the claim, the name, that the old claim is dropped, and its drop."""


class Died(Exception):
    """The house is no more."""


class Dying:
    """The journal of a house that dies before it has changed something once more."""

    def __init__(self, journal: Journal, changes: int) -> None:
        self._journal, self._left = journal, changes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def append(self, *arguments: Any) -> int:
        self._spend()
        return await self._journal.append(*arguments)

    async def drop(self, stream: str) -> None:
        self._spend()
        await self._journal.drop(stream)

    def _spend(self) -> None:
        if not self._left:
            raise Died
        self._left -= 1


@attrs.define
class Houses:
    """Two houses on one journal, and the time in both."""

    one: Journal
    other: Journal
    time: float = 1_790_000_000.0

    def directory(self, journal: Journal) -> Directory:
        return Directory(journal, lambda: self.time)

    async def die_renaming(self, id: str, name: str, changes: int) -> None:
        """One of them dies after so many changes."""
        with pytest.raises(Died):
            await self.directory(Dying(self.one, changes)).rename(id, name)


@asynccontextmanager
async def two_houses(url: str) -> AsyncIterator[Houses]:
    async with open_journal(url) as one:
        if url == "memory:":
            yield Houses(one, one)
        else:
            async with open_journal(url) as other:
                yield Houses(one, other)


@pytest.fixture(params=["memory:", "sqlite:{}"])
async def houses(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Houses]:
    async with two_houses(request.param.format(tmp_path / "journal")) as opened:
        yield opened


async def test_change_of_name_stores_as_much_as_is_tried_here(houses: Houses) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    renamed = await houses.directory(Dying(houses.one, CHANGES)).rename(anna.id, "Bea")
    assert renamed.name == "Bea"


@pytest.mark.parametrize("changes", range(CHANGES))
async def test_house_that_dies_renaming_leaves_one_name_taken_and_the_other_free_after_a_while(
    houses: Houses, changes: int
) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    houses.time += 10 * UNDER_WAY
    await houses.die_renaming(anna.id, "Bea", changes)
    there = houses.directory(houses.other)
    called = (await there.person(anna.id)).name
    left = "Anna" if called == "Bea" else "Bea"
    houses.time += UNDER_WAY + 1
    assert await there.find_holder(called) == anna.id
    assert await there.find_holder(left) is None
    bert = await there.holder(left)
    assert bert.id != anna.id
    for journal in (houses.one, houses.other):
        assert await houses.directory(journal).find_holder(left) == bert.id
        assert await houses.directory(journal).find_holder(called) == anna.id


@pytest.mark.parametrize("name", ["Anna", "Bea", "Carla"])
@pytest.mark.parametrize("changes", range(CHANGES))
async def test_whoever_was_being_renamed_can_have_any_free_name_at_once(
    houses: Houses, changes: int, name: str
) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    await houses.die_renaming(anna.id, "Bea", changes)
    there = houses.directory(houses.other)
    assert (await there.rename(anna.id, name)).name == name
    assert await there.find_holder(name) == anna.id


@pytest.mark.parametrize("changes", [1, 2, 3])
async def test_name_is_nobody_elses_while_its_change_may_be_under_way(houses: Houses, changes: int) -> None:
    anna, bert = [await houses.directory(houses.one).holder(name) for name in ("Anna", "Bert")]
    houses.time += 10 * UNDER_WAY
    await houses.die_renaming(anna.id, "Bea", changes)
    houses.time += UNDER_WAY - 1
    for name in ("Anna", "Bea"):
        with pytest.raises(Refused, match="choose another name"):
            await houses.directory(houses.other).rename(bert.id, name)
        assert await houses.directory(houses.other).find_holder(name) == anna.id


async def test_name_that_was_left_goes_to_one_of_all_who_want_it(houses: Houses) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    await houses.die_renaming(anna.id, "Bea", 2)
    houses.time += UNDER_WAY + 1
    got = list[str]()

    async def want(journal: Journal, name: str) -> None:
        people = houses.directory(journal)
        person = await people.create(name)
        try:
            await people.claim(person.id, "Anna")
        except Refused:
            return
        await people.rename(person.id, "Anna")
        got.append(person.id)

    async with trio.open_nursery() as nursery:
        for number in range(5):
            nursery.start_soon(want, houses.one, f"Here{number}")
            nursery.start_soon(want, houses.other, f"There{number}")
    assert got == [await houses.directory(houses.one).find_holder("Anna")]


async def test_late_drop_takes_no_name_from_whoever_has_it_now(houses: Houses) -> None:
    here, there = houses.directory(houses.one), houses.directory(houses.other)
    anna = await here.holder("Anna")
    await houses.die_renaming(anna.id, "Bea", 2)
    houses.time += UNDER_WAY + 1
    bert = await there.holder("Anna")
    await here.rename(anna.id, "Carla")
    await here.forget(anna.id)
    assert await there.find_holder("Anna") == bert.id


@pytest.mark.parametrize("changes", [2, 3])
async def test_whoever_is_forgotten_leaves_no_name_that_was_not_dropped(houses: Houses, changes: int) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    await houses.die_renaming(anna.id, "Bea", changes)
    await houses.directory(houses.other).forget(anna.id)
    assert (await houses.one.streams("name/")).summaries == ()


async def test_name_of_somebody_who_cannot_be_read_stays_theirs(houses: Houses) -> None:
    anna = await houses.directory(houses.one).holder("Anna")
    houses.time += 10 * UNDER_WAY
    stream = f"person/{anna.id}"
    (last,) = await houses.one.read(stream)
    await owned_stream.append(houses.one, lambda: houses.time, stream, last, [Claimed("x")])  # which belongs elsewhere
    for journal in (houses.one, houses.other):
        assert await houses.directory(journal).find_holder("Anna") == anna.id


# Names that were claimed before rn was taken for m, and vv for w.


async def claimed_before(houses: Houses, name: str) -> Person:
    """Somebody who holds a name by the skeleton that it had then."""
    person = await houses.directory(houses.one).create(name)
    await owned_stream.append(houses.one, lambda: houses.time, f"name/{name.lower()}", None, [Claimed(person.id)])
    return person


@pytest.mark.parametrize(("held", "wanted"), [("Bernd", "Bemd"), ("Vvanda", "Wanda"), ("Bemd", "Bernd")])
async def test_name_that_was_claimed_before_is_found_and_nobody_has_one_like_it(
    houses: Houses, held: str, wanted: str
) -> None:
    holder = await claimed_before(houses, held)
    there = houses.directory(houses.other)
    assert await there.find_holder(held) == holder.id
    assert await there.find_holder(wanted) == holder.id
    stranger = await there.create("Stranger")
    with pytest.raises(Refused):
        await there.claim(stranger.id, wanted)
    await there.claim(holder.id, held)


async def test_of_two_names_that_were_claimed_before_and_read_alike_now_each_stays_its_holders(houses: Houses) -> None:
    names = ("Bernd", "Bemd")
    holders = [await claimed_before(houses, name) for name in names]
    there = houses.directory(houses.other)
    assert [await there.find_holder(name) for name in names] == [one.id for one in holders]


async def test_name_that_was_claimed_before_goes_free_with_its_holder(houses: Houses) -> None:
    bernd, arne = await claimed_before(houses, "Bernd"), await claimed_before(houses, "Amrne")
    there = houses.directory(houses.other)
    await there.rename(bernd.id, "Otto")
    await there.forget(arne.id)
    for name in ("Bernd", "Bemd", "Amrne", "Arnme"):
        assert await there.find_holder(name) is None
    assert await there.find_holder("Otto") == bernd.id
