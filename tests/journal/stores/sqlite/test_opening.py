"""Making and opening a journal in a SQLite file: what is refused, who may read it, and that it stays where it is."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from journal import JournalError, Lost, open_journal
from journal.stores.sqlite.journal import open_sqlite
from journal.stores.sqlite.opening import APPLICATION_ID
from tests.journal.samples import change, grow, records
from tests.patience import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def refusal(path: Path, *, read_only: bool = False) -> str:
    with pytest.raises(JournalError) as refused:
        async with open_journal(f"sqlite:{path}", read_only=read_only):
            pass
    return str(refused.value)


@pytest.mark.parametrize(
    "statements",
    [
        ["create table t(x)"],
        ["pragma application_id = 7"],
        ["pragma user_version = 1"],
        ["create table record(position integer primary key, stream, seq, line)"],
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
async def test_database_of_another_program_is_refused_and_left_alone(
    path: Path, statements: list[str], read_only: bool
) -> None:
    change(path, *statements)
    before = path.read_bytes()
    assert await refusal(path, read_only=read_only) == f"{path} is not a journal; choose another file."
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
async def test_what_is_no_database_is_refused_and_left_alone(path: Path, read_only: bool) -> None:
    path.write_bytes(b"Dear diary,\n" * 1000)
    assert await refusal(path, read_only=read_only) == f"{path} is not a journal; choose another file."
    assert path.read_bytes() == b"Dear diary,\n" * 1000


@pytest.mark.parametrize("read_only", [False, True])
async def test_journal_of_a_newer_version_is_refused(path: Path, read_only: bool) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 1)
    change(path, "pragma user_version = 3")
    said = await refusal(path, read_only=read_only)
    assert said == f"{path} was written by a newer Parlour (format 3); update this one to open it."


@pytest.mark.parametrize("read_only", [False, True])
async def test_journal_of_the_first_edition_is_refused_and_left_alone(path: Path, read_only: bool) -> None:
    change(path, f"pragma application_id = {APPLICATION_ID}", "pragma user_version = 1", "create table record(x)")
    before = path.read_bytes()
    said = await refusal(path, read_only=read_only)
    assert said == (
        f"{path} was written by a version before the first release, which this one cannot read; choose another file."
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("umask", [0, 0o777])
async def test_journal_and_its_log_are_for_their_owner_alone(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        async with open_journal(f"sqlite:{path}") as journal:
            await grow(journal, "game", 1)
            modes = {found.name: found.stat().st_mode & 0o777 for found in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"games.db": 0o600, "games.db-wal": 0o600, "games.db-shm": 0o600}


def remove(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def replace(path: Path) -> None:
    (other := path.with_name("other.db")).write_bytes(path.read_bytes())
    other.replace(path)


def move_directory(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def remove_log(path: Path) -> None:
    path.with_name("games.db-wal").unlink()


@pytest.mark.parametrize("lose", [remove, move, replace, move_directory, remove_log])
async def test_lost_journal_is_said_and_nothing_more_acknowledged(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    path = tmp_path / "here" / "games.db"
    path.parent.mkdir()
    async with open_journal(f"sqlite:{path}") as journal, journal.follow("game") as follower:
        stored = await grow(journal, "game", 1)
        assert await anext(follower) == stored
        lose(path)
        lost = path.with_name("games.db-wal") if lose is remove_log else path
        for attempt in (
            partial(journal.append, "game", 1, records(1, stored[-1])),
            partial(journal.append, "other", 0, records(1)),
            partial(journal.read, "game"),
            partial(journal.head, "game"),
            journal.streams,
            partial(journal.drop, "game"),
            partial(anext, follower),
        ):
            with pytest.raises(Lost) as refused:
                await attempt()
            assert str(refused.value) == (
                f"{lost} was deleted, moved or replaced while it was open; put it back and start again."
            )


@pytest.mark.parametrize("lose", [remove, move, replace])
async def test_reads_of_a_lost_journal_are_refused_although_nothing_was_appended(
    path: Path, lose: Callable[[Path], None]
) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 1)
        lose(path)
        with pytest.raises(Lost):
            await journal.read("game")
        with pytest.raises(Lost):
            await journal.append("game", 1, ())


async def test_follower_hears_of_a_lost_journal_while_nothing_is_appended(path: Path) -> None:
    async with open_journal(f"sqlite:{path}") as journal, journal.follow("game") as follower:
        stored = await grow(journal, "game", 1)
        assert await anext(follower) == stored
        path.unlink()
        with pytest.raises(Lost), trio.fail_after(PATIENCE):
            await anext(follower)


async def test_place_where_no_file_can_be_is_said(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert await refusal(missing / "games.db") == f"The directory {missing} does not exist; make it first."
    assert await refusal(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert (
        await refusal(tmp_path / "a.db", read_only=True)
        == f"{tmp_path}/a.db is not there; check the name of the journal."
    )
    assert list(tmp_path.iterdir()) == []


async def test_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 1)


async def test_locked_file_is_not_opened_for_ever(path: Path) -> None:
    change(path, "create table t(x)", "drop table t")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with pytest.raises(JournalError, match="Another program has locked"):
            async with open_sqlite(path, patience=0.01):
                pass


async def test_path_may_have_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "my games? #1 %41 é:.db"
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 1)
    async with open_journal(f"sqlite:{path}", read_only=True) as journal:
        assert await journal.head("game") == 1
    assert all(found.name.startswith(path.name) for found in tmp_path.iterdir())


async def test_link_to_a_journal_is_as_good(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    (link := tmp_path / "link.db").symlink_to(there / "games.db")
    async with open_journal(f"sqlite:{there}/games.db") as one, open_journal(f"sqlite:{link}") as two:
        async with two.follow("game") as follower:
            (stored,) = await grow(one, "game", 1)
            with trio.fail_after(PATIENCE):
                assert await anext(follower) == (stored,)
        link.unlink()
        with pytest.raises(Lost):
            await two.append("game", 1, records(1, stored))
        await grow(one, "game", 1, stored)
