"""Wrong passwords are counted until the person comes in, over a restart and in two houses, and cost few records."""

from __future__ import annotations

from collections.abc import AsyncIterator

import attrs
import pytest

from core.moderation.failed_sign_ins import NONE, FailedSignIns
from core.people.directory import Directory
from core.people.persons import WrongPasswords
from journal import Journal, open_journal

BEGUN = 1_790_000_000


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    async with open_journal("memory:") as opened:
        yield opened


@attrs.define
class House:
    """A house on a journal, with a clock of its own."""

    journal: Journal
    time: float = BEGUN
    directory: Directory = attrs.field(init=False)
    strangers: FailedSignIns = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.directory = Directory(self.journal, lambda: self.time)
        self.strangers = FailedSignIns(self.directory, lambda: self.time)

    async def try_wrong(self, id: str, times: int) -> None:
        for _ in range(times):
            await self.strangers.note_wrong(id)
            self.time += 60


async def test_person_is_told_how_often_and_since_when_and_only_once(journal: Journal) -> None:
    house = House(journal)
    anna = await house.directory.create("Anna", password="digest")
    await house.try_wrong(anna.id, 37)
    assert await house.strangers.tell(anna.id) == WrongPasswords(37, BEGUN)
    assert await house.strangers.tell(anna.id) == NONE
    await house.try_wrong(anna.id, 1)
    assert await house.strangers.tell(anna.id) == WrongPasswords(1, BEGUN + 37 * 60)


async def test_restart_forgets_at_most_every_second_one_and_few_records_are_made(journal: Journal) -> None:
    house = House(journal)
    anna = await house.directory.create("Anna", password="digest")
    before = await journal.head(f"person/{anna.id}")
    await house.try_wrong(anna.id, 1000)
    assert await journal.head(f"person/{anna.id}") - before == 10
    assert await House(journal).strangers.tell(anna.id) == WrongPasswords(512, BEGUN)


async def test_who_was_told_in_one_house_is_not_told_again_in_another(journal: Journal) -> None:
    one, other = House(journal), House(journal)
    anna = await one.directory.create("Anna", password="digest")
    await one.try_wrong(anna.id, 7)
    assert (await other.strangers.tell(anna.id)).count == 4
    assert await one.strangers.tell(anna.id) == NONE


async def test_nothing_is_written_for_who_was_left_alone(journal: Journal) -> None:
    house = House(journal)
    anna = await house.directory.create("Anna", password="digest")
    before = await journal.head(f"person/{anna.id}")
    assert await house.strangers.tell(anna.id) == NONE
    assert await journal.head(f"person/{anna.id}") == before
