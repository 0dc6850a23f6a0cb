"""Books where a journal is there twice: a copy with both houses going on, a backup that is restored, two processes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

from core.books.seed_books_service import read_book
from core.games import GAMES
from core.house.service import Service
from core.replay import proof
from core.table import BookNumber
from tests.core.parlour import ANNA, BERT, a_service


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


async def test_two_processes_on_one_file_never_take_the_same_number(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as other:
        taken = [await played(service) for service in (one, other, one, other)]
    assert [number.number for number in taken] == [0, 0, 1, 1]
    assert len({number.id for number in taken}) == 2
