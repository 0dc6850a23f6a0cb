"""Books where a journal is there twice: a copy with both houses going on, a backup that is restored, two processes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

import pytest

from core.books.seed_books_service import read_book
from core.games import GAMES
from core.house.service import Service
from core.replay import proof
from core.table import BookNumber, Resign
from journal import open_journal
from journal.operations.backup import back_up
from journal.operations.copy import copy
from journal.operations.restore import restore
from tests.core.parlour import ANNA, BERT, a_service, submit
from tests.journal.operations.test_mirror import mirrored, until_same


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Service]:
    async with a_service(f"sqlite:{folder / 'parlour.db'}") as service:
        yield service


async def played(service: Service) -> BookNumber:
    """The number of a table that is opened now, and found right."""
    id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
    found = await proof.prove(service.journal, id)
    assert found.is_in_journal
    assert found.book is not None
    return found.book


async def tables(service: Service) -> list[str]:
    """The ids of all tables."""
    return [one.stream.removeprefix("table/") for one in (await service.journal.streams("table/")).summaries]


async def test_copy_and_original_go_on_with_books_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    async with house(tmp_path / "one") as service:
        before = await played(service)
    copytree(tmp_path / "one", tmp_path / "two")
    async with house(tmp_path / "one") as original, house(tmp_path / "two") as copy:
        here, there = await played(original), await played(copy)
    assert len({before.id, here.id, there.id}) == 3
    assert len({before.root, here.root, there.root}) == 3


async def test_backup_of_an_open_book_that_is_restored_deals_none_of_its_seeds(tmp_path: Path) -> None:
    """Those that were dealt after the backup are known: the players of these games were told them."""
    (tmp_path / "now").mkdir()
    async with house(tmp_path / "now") as service:
        first = await played(service)
        copytree(tmp_path / "now", tmp_path / "restored")
        again = await played(service)
        assert (again.id, again.number) == (first.id, 1)
    async with house(tmp_path / "restored") as restored:
        book, _ = await read_book(restored.journal, first.id)
        assert book is not None
        assert book.closed is None
        for _ in range(2):
            assert (await played(restored)).id != first.id


async def test_backup_that_is_restored_after_its_games_have_ended_begins_a_book_of_its_own(tmp_path: Path) -> None:
    url, backup, restored = (f"sqlite:{tmp_path / name}.db" for name in ("parlour", "backup", "restored"))
    async with a_service(url) as service:
        ids = [await service.open(GAMES["elixir"], {}, [ANNA, BERT]) for _ in range(3)]
        await back_up(url, Path(backup.partition(":")[2]))
        for id in ids:
            async with service.table(id) as live:
                await submit(live, Resign(), 0)
        known = {(await proof.prove(service.journal, id)).house_seed for id in ids}
        after = await played(service)
    await restore(Path(backup.partition(":")[2]), restored)
    async with a_service(restored) as service:
        dealt = [await played(service) for _ in range(14)]
        seeds = {(await service.records(id))[0].data["house_seed"] for id in await tables(service)}
    assert after.id not in {number.id for number in dealt}
    assert len(known) == 3
    assert known < seeds  # in the tables of the backup themselves
    assert len(seeds) == 3 + 14


@pytest.mark.parametrize("how", ["copy", "mirror"])
async def test_copied_and_mirrored_houses_have_all_books_and_open_their_own(how: str, tmp_path: Path) -> None:
    one, two = (f"sqlite:{tmp_path / name}.db" for name in ("one", "two"))
    async with a_service(one) as service:
        async with open_journal(two) as target:
            if how == "mirror":
                async with mirrored(service.journal, target):
                    before = [await played(service) for _ in range(2)]
                    await until_same(service.journal, target)
            else:
                before = [await played(service) for _ in range(2)]
                await copy(service.journal, target)
        async with a_service(two) as taken_over:
            for id in await tables(taken_over):
                assert (await proof.prove(taken_over.journal, id)).is_in_journal
            here, there = await played(service), await played(taken_over)
    assert here.id == before[0].id != there.id


async def test_two_processes_on_one_file_never_take_the_same_number(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as other:
        taken = [await played(service) for service in (one, other, one, other)]
    assert [number.number for number in taken] == [0, 0, 1, 1]
    assert len({number.id for number in taken}) == 2
