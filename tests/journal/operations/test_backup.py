"""Backups of journals of all kinds, restored whole and up to a time, and refused when they are not what they say."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from journal import Draft, Journal, JournalError, Record, open_journal, seal
from journal.operations.backup import back_up, check_file, end_by, restore, restore_file
from tests.journal.samples import all_streams, change
from tests.patience import PATIENCE


def at(minute: int) -> str:
    return f"2026-11-20T20:{minute:02}:00.000Z"


def decided(size: int, minute: int, previous: Record | None) -> tuple[Record, ...]:
    """A decision of so many records, made at that minute."""
    drafts = [Draft("mille.played", {"n": n}, {"id": "9b1c"} if n == 0 else None) for n in range(size)]
    return seal(previous, drafts, at(minute))


async def fill(journal: Journal, stream: str, *minutes: int, size: int = 2) -> None:
    last: Record | None = None
    for minute in minutes:
        decision = decided(size, minute, last)
        await journal.append(stream, decision[0].seq - 1, decision)
        last = decision[-1]


async def contents(url: str) -> dict[str, list[bytes]]:
    async with open_journal(url, read_only=True) as journal:
        streams = [summary.stream for summary in await all_streams(journal)]
        return {stream: [record.line for record in await journal.read(stream)] for stream in streams}


async def test_backup_of_any_journal_is_a_journal_with_the_same_records(stored_url: str, tmp_path: Path) -> None:
    async with open_journal(stored_url) as journal:
        await fill(journal, "table/game", 1, 2, 3)
        file = tmp_path / "backup"
        checked = await back_up(stored_url, file)
    assert (checked.streams, checked.records, checked.newest, checked.damaged) == (1, 6, at(3), ())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert await contents(f"sqlite:{file}") == await contents(stored_url)


async def test_backup_is_one_file_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    url, directory = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backups"
    directory.mkdir()
    async with open_journal(url) as journal:
        await fill(journal, "table/game", 1)
        await back_up(url, directory / "one.db")
    assert os.listdir(directory) == ["one.db"]


async def test_backup_is_one_moment_of_a_house_that_goes_on(tmp_path: Path) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal, trio.open_nursery() as nursery:
        written: dict[str, int] = {}

        async def write(stream: str, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
            last: Record | None = None
            while True:
                decision = decided(3, 1, last)
                last, written[stream] = decision[-1], await journal.append(stream, decision[0].seq - 1, decision)
                if decision[0].seq == 1:
                    task_status.started()

        for n in range(8):
            await nursery.start(write, f"table/{n}")
        for _ in range(5):
            before = dict(written)
            await back_up(url, file, overwrite=True)
            kept = {stream: len(lines) for stream, lines in (await contents(f"sqlite:{file}")).items()}
            assert all(kept[stream] >= seq for stream, seq in before.items())
            assert all(seq % 3 == 0 for seq in kept.values())
        nursery.cancel_scope.cancel()


async def test_backup_is_not_written_over_unless_that_is_wanted(tmp_path: Path) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup.db"
    async with open_journal(url) as journal:
        await fill(journal, "table/game", 1)
    file.write_text("something else")
    with pytest.raises(JournalError, match="exists already"):
        await back_up(url, file)
    assert file.read_text() == "something else"
    await back_up(url, file, overwrite=True)
    assert check_file(file).records == 2


async def test_journal_that_is_open_is_not_written_over(tmp_path: Path) -> None:
    url, other = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "other.db"
    async with open_journal(url) as journal, open_journal(f"sqlite:{other}") as used:
        await fill(journal, "table/game", 1)
        for file in (other, tmp_path / "house.db"):
            with pytest.raises(JournalError, match="is a journal in use"):
                await back_up(url, file, overwrite=True)
        await fill(used, "table/game", 1)


async def test_no_backup_is_made_of_what_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("no journal at all, but long enough to be looked at by whoever wants to")
    for url in (f"sqlite:{tmp_path / 'house.db'}", f"sqlite:{tmp_path / 'missing.db'}"):
        with pytest.raises(JournalError):
            await back_up(url, tmp_path / "backup.db")
    assert os.listdir(tmp_path) == ["house.db"]


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


async def test_backup_whose_pages_are_damaged_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    url, file = f"sqlite:{tmp_path / 'house.db'}", tmp_path / "backup"
    async with open_journal(url) as journal:
        for n in range(50):
            await fill(journal, f"table/{n}", 1, 2, 3)
    await back_up(url, file)
    content = bytearray(file.read_bytes())
    content[4096 * 5 : 4096 * 6] = b"\xff" * 4096
    file.write_bytes(content)
    with pytest.raises(JournalError) as refused:
        await restore(file, f"sqlite:{tmp_path / 'restored.db'}")
    assert str(refused.value) == f"{file} is damaged; put a copy in its place."
    assert [path for path in tmp_path.iterdir() if "restored" in path.name] == []


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


async def test_full_disk_of_a_backup_is_not_taken_for_that_of_the_house(tmp_path: Path) -> None:
    house, file = tmp_path / "house.db", tmp_path / "backup.db"
    async with open_journal(f"sqlite:{house}") as journal:
        await fill(journal, "table/game", 1, size=2000)
    script = """
import resource, signal, sys
from pathlib import Path
from journal import JournalError
from journal.operations.backup import back_up_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    back_up_file(Path(sys.argv[1]), Path(sys.argv[2]))
except JournalError as error:
    print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, house, file], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert f"The disk of {file} " in ran.stdout


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
