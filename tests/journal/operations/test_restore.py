"""Backups restored whole and up to a time, and refused when they are not what they say."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal import Draft, JournalError, Record, open_journal, seal
from journal.operations.backup import back_up, check_file
from journal.operations.restore import end_by, restore, restore_file
from tests.journal.operations.backups import at, contents, decided, fill
from tests.journal.samples import change


async def test_damage_is_backed_up_and_named_and_not_restored(tmp_path: Path) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal:
        await fill(journal, "table/good", 1, 2)
        await fill(journal, "table/bad", 1, 2)
    change(tmp_path / "house.db", "update record set line = replace(line, '\"n\":1', '\"n\":7') where position = 6")
    checked = await back_up(url, file)
    assert [(damage.stream, damage.seq) for damage in checked.damaged] == [("table/bad", 2)]
    with pytest.raises(JournalError, match="Record 2 of table/bad is damaged"):
        await restore(file, f"sqlite:{tmp_path / 'new.db'}")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("name", ["74ff", "", "740a"])
async def test_stream_whose_name_was_damaged_is_named_and_not_restored(tmp_path: Path, name: str) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as journal:
        await fill(journal, "table/bad", 1, 2)
        await fill(journal, "table/good", 1)
    change(file, f"update stream set name = cast(x'{name}' as text) where id = 1")
    (damage,) = check_file(file).damaged
    assert "its stream cannot have that name" in str(damage)
    with pytest.raises(JournalError, match="cannot have that name"):
        restore_file(file, tmp_path / "new.db", at(1))


@pytest.mark.parametrize("how", ["cut", "flipped", "foreign", "empty", "missing"])
async def test_backup_that_is_none_is_refused_with_a_sentence(tmp_path: Path, how: str) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal:
        for n in range(40):
            await fill(journal, f"table/{n}", 1, 2, 3, size=5)
    await back_up(url, file)
    whole = file.read_bytes()
    match how:
        case "cut":
            file.write_bytes(whole[: len(whole) // 2])
        case "flipped":
            place = whole.index(b"mille.played", len(whole) // 2)
            file.write_bytes(whole[:place] + b"m" + bytes([whole[place + 1] ^ 1]) + whole[place + 2 :])
        case "foreign":
            with closing(sqlite3.connect(tmp_path / "foreign.db")) as foreign:
                foreign.execute("create table record(line)")
            (tmp_path / "foreign.db").replace(file)
        case "empty":
            file.write_bytes(b"")
        case _:
            file.unlink()
    with pytest.raises(JournalError) as refused:
        await restore(file, f"sqlite:{tmp_path / 'new.db'}")
    assert str(refused.value).endswith(".")
    assert not (tmp_path / "new.db").exists()


async def test_restored_journal_is_new_wherever_it_is(large_url: str, tmp_path: Path) -> None:
    if large_url == "memory:":
        large_url = f"sqlite:{tmp_path / 'target.db'}"
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal:
        await fill(journal, "table/a", 1, 2)
        await fill(journal, "person/b", 1, size=1)
    await back_up(url, file)
    await restore(file, large_url)
    assert await contents(large_url) == await contents(url)
    with pytest.raises(JournalError, match="already"):
        await restore(file, large_url)


async def test_log_that_was_left_behind_is_not_mixed_with_another_journal(tmp_path: Path) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal:
        await fill(journal, "table/a", 1)
        await back_up(url, file)
    (tmp_path / "new.db-wal").write_bytes(b"left by a journal that was moved away")
    with pytest.raises(JournalError, match="its log was left behind"):
        await restore(file, f"sqlite:{tmp_path / 'new.db'}")


async def test_streams_end_where_they_were_at_a_time(tmp_path: Path) -> None:
    url, file, new = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db", f"sqlite:{tmp_path / 'new.db'}"
    async with open_journal(url) as journal:
        await fill(journal, "table/begun", 1, 3, 5)
        await fill(journal, "table/over", 1, 2)
        await fill(journal, "table/later", 4)
        await fill(journal, "house", 1, 5)
    await back_up(url, file)
    checked = await restore(file, new, at(3), {"house"})
    found = {stream: len(lines) for stream, lines in (await contents(new)).items()}
    assert found == {"table/begun": 4, "table/over": 4, "house": 4}
    assert (checked.streams, checked.records) == (3, 12)
    assert b"table/later" not in (tmp_path / "new.db").read_bytes()
    async with open_journal(new) as journal:
        last = (await journal.read("table/begun"))[-1]
        await journal.append("table/begun", 4, decided(1, 9, last))


@given(
    sizes=st.lists(st.tuples(st.integers(1, 3), st.integers(0, 9)), min_size=1, max_size=12),
    until=st.integers(0, 9),
)
def test_nothing_made_by_a_time_is_lost_and_no_decision_halved(sizes: list[tuple[int, int]], until: int) -> None:
    stored: tuple[Record, ...] = ()
    ends = [0]
    for size, minute in sizes:
        stored += decided(size, minute, stored[-1] if stored else None)
        ends.append(len(stored))
    end = end_by(at(until), stored)
    assert end in ends
    assert all(record.at > at(until) for record in stored[end:])
    assert not end or stored[ends[ends.index(end) - 1]].at <= at(until)


def test_talk_has_a_decision_in_each_record() -> None:
    said: tuple[Record, ...] = ()
    for minute in (1, 2, 3):
        said += seal(said[-1] if said else None, [Draft("talk.said", {})], at(minute))
    assert [end_by(at(minute), said) for minute in range(5)] == [0, 1, 2, 3, 3]
