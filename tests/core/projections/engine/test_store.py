"""The file of the read models: whose it is, what becomes of it, and versions beside one another."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from core.projections import open_views, read_models
from core.projections.catalogue import CATALOGUE
from core.projections.engine.opening import open_in_memory, open_store
from core.projections.engine.projection import Change, Tables
from core.projections.engine.projector import Projector
from core.projections.results import RESULTS
from journal import Entry, open_journal
from tests.core.projections.scenes import sealed
from tests.core.projections.test_read_models import a_game, caught_up, path, store, url
from tests.patience import PATIENCE

__all__ = ["path", "url"]


async def ids_in(journal, path: Path | None) -> tuple[list[str], tuple[str, ...]]:
    async with open_views(journal, path) as opened:
        await caught_up(opened, journal)
        return [one.id for one in (await opened.tables()).items], tuple(map(str, opened.notices))


async def test_file_is_for_its_owner_only(url: str, path: Path):
    async with open_journal(url) as journal, open_views(journal, path) as opened:
        await store(journal, a=a_game("a"))
        await caught_up(opened, journal)
        assert {file.stat().st_mode & 0o777 for file in path.parent.glob("parlour.views*")} == {0o600}


@pytest.mark.parametrize("damage", ["beginning", "middle", "all"])
async def test_damaged_file_is_made_anew_and_that_is_said(url: str, path: Path, damage: str):
    async with open_journal(url) as journal:
        await store(journal, a=a_game("a"), b=a_game("b"))
        assert (await ids_in(journal, path))[0] == ["b", "a"]
        stored = bytearray(path.read_bytes())
        begin, end = {"beginning": (0, 50), "middle": (100, len(stored)), "all": (0, len(stored))}[damage]
        stored[begin:end] = b"\xa5" * (end - begin)
        path.write_bytes(stored)
        found, notices = await ids_in(journal, path)
        assert found == ["b", "a"]
        assert len(notices) == 1
        assert str(path) in notices[0]
        assert await ids_in(journal, path) == (["b", "a"], ())


async def test_lists_of_another_journal_are_made_anew_and_that_is_said(tmp_path: Path, path: Path):
    for number, name in enumerate(("one", "two")):
        async with open_journal(f"sqlite:{tmp_path / name}.db") as journal:
            await store(journal, **{name: a_game(name, at=number)})
            found, notices = await ids_in(journal, path)
            assert found == [name]
            assert len(notices) == number


async def test_lists_that_are_ahead_of_the_journal_are_made_anew(tmp_path: Path, path: Path):
    for name, games in (("long", ("a", "b", "c")), ("short", ("a",))):
        async with open_journal(f"sqlite:{tmp_path / name}.db") as journal:
            await store(journal, **{id: a_game(id) for id in games})
            assert (await ids_in(journal, path))[0] == list(reversed(games))


async def test_lists_of_persons_alone_belong_to_no_journal_for_sure(tmp_path: Path, path: Path):
    from core.people.persons import Named

    for name in ("Ann", "Ben"):
        async with open_journal(f"sqlite:{tmp_path / name}.db") as journal:
            await journal.append(f"person/{name}", 0, sealed(Named(name)))
            async with open_views(journal, path) as opened:
                await opened.caught_up.wait()
                assert await opened.names_of(["Ann", "Ben"]) == {name: name}


@pytest.mark.parametrize("name", ["notes.txt", "other.db", "other.views"])
async def test_file_of_somebody_else_is_left_alone(tmp_path: Path, name: str):
    other = tmp_path / name
    if name == "notes.txt":
        other.write_text("Buy milk.")
    else:
        connection = sqlite3.connect(other)
        connection.execute("CREATE TABLE precious (thing)")
        connection.close()
    before = other.read_bytes()
    async with open_journal("memory:") as journal:
        await store(journal, a=a_game("a"))
        found, notices = await ids_in(journal, other)
    assert found == ["a"]
    assert len(notices) == 1
    assert other.read_bytes() == before


async def test_lists_that_can_have_no_file_are_kept_in_memory(tmp_path: Path):
    async with open_journal("memory:") as journal:
        await store(journal, a=a_game("a"))
        found, notices = await ids_in(journal, tmp_path / "nowhere" / "parlour.views")
    assert found == ["a"]
    assert len(notices) == 1
    assert "memory" in notices[0]


async def test_file_that_is_found_damaged_in_use_is_made_anew(url: str, path: Path):
    async with open_journal(url) as journal, open_views(journal, path) as opened:
        await store(journal, a=a_game("a"), b=a_game("b"))
        await caught_up(opened, journal)
        stored = path.read_bytes()
        path.write_bytes(stored[:100] + b"\xa5" * (len(stored) - 100))
        before = opened.caught_up
        opened._projector.replace_store()
        while opened.caught_up is before:
            await trio.lowlevel.checkpoint()
        await opened.caught_up.wait()
        assert [one.id for one in (await opened.tables()).items] == ["b", "a"]
        assert len(opened.notices) == 1


async def test_older_version_answers_until_the_new_one_has_caught_up(url: str, path: Path, monkeypatch):
    async with open_journal(url) as journal:
        await store(journal, a=a_game("a"), b=a_game("b"))
        assert (await ids_in(journal, path))[0] == ["b", "a"]
        is_building, may_finish = threading.Event(), threading.Event()

        def write(tables: Tables, changes: Sequence[Change]) -> None:
            is_building.set()
            assert may_finish.wait(PATIENCE)
            CATALOGUE.write(tables, changes)

        newer = replace(CATALOGUE, version=CATALOGUE.version + 1, write=write)
        old, new = (f"catalogue_{one.version}" for one in (CATALOGUE, newer))
        monkeypatch.setattr(read_models, "CATALOGUE", newer)
        async with open_views(journal, path) as opened:
            try:
                await trio.to_thread.run_sync(is_building.wait)
                assert [one.id for one in (await opened.tables()).items] == ["b", "a"]
                assert opened.is_behind
                assert served(path) == {old, new}
            finally:
                may_finish.set()
            await store(journal, c=a_game("c"))
            await caught_up(opened, journal)
            assert [one.id for one in (await opened.tables()).items] == ["c", "b", "a"]
    assert served(path) == {new}


def served(path: Path) -> set[str]:
    """The versions of the catalogue whose tables are in the file, as others see it."""
    connection = sqlite3.connect(path)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    connection.close()
    return {"_".join(name.split("_")[:2]) for name in names if name.startswith("catalogue")}


async def test_batch_is_not_written_where_another_process_has_begun_anew(path: Path):
    one, _ = open_store(path, (CATALOGUE, RESULTS))
    two, _ = open_store(path, (CATALOGUE, RESULTS))
    with closing(one), closing(two):
        assert one.write(0, 5, (), None)
        assert two.write(0, 3, (), None), "that is done already"
        assert two.position() == 5
        two.reset()
        assert not one.write(5, 6, (), None)
        assert one.position() == 0


async def test_file_whose_position_is_no_number_is_made_anew(path: Path):
    one, _ = open_store(path, (CATALOGUE,))
    with closing(one), one.transaction() as writer:
        writer.execute("UPDATE checkpoint SET position='abc'")
    one, notices = open_store(path, (CATALOGUE,))
    with closing(one):
        assert one.position() == 0
    assert [str(notice) for notice in notices] == [f"{path} was damaged; the lists are made again from the journal."]


async def test_disk_that_is_full_is_named_as_the_reason(path: Path):
    full, _ = open_store(path, (CATALOGUE,))
    with closing(full):
        full._writer.execute("PRAGMA max_page_count=1")
        with pytest.raises(sqlite3.OperationalError, match="full"), full.transaction() as writer:
            writer.execute("INSERT INTO serving VALUES (?, 1)", ("a" * 100_000,))


async def test_lists_that_another_process_has_emptied_are_filled_again(url: str, path: Path):
    async with open_journal(url) as journal, open_views(journal, path) as opened:
        await store(journal, a=a_game("a"))
        await caught_up(opened, journal)
        other, _ = open_store(path, (CATALOGUE, RESULTS))
        with closing(other):
            other.reset()
        await store(journal, b=a_game("b"))
        await caught_up(opened, journal)
        assert [one.id for one in (await opened.tables()).items] == ["b", "a"]


async def test_large_batch_is_completed_to_the_end_of_its_last_decision():
    game = a_game("a", "ann", "resign")
    batch = tuple(Entry(number, f"talk/{number}", game[0]) for number in range(300))
    cut = next(record for record in game if record.kind == "table.resigned")
    async with open_journal("memory:") as journal:
        await store(journal, a=game)
        projector = Projector(journal, open_in_memory((CATALOGUE,)), lambda: (open_in_memory(()), ()))
        completed = await projector._completed((*batch, Entry(300, "table/a", cut)))
        assert [entry.record.kind for entry in completed[300:]] == ["table.resigned", "table.ended"]
        projector.store.close()
