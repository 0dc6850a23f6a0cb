"""Backups of journals of all kinds, and of journals that are damaged or are none."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from journal import JournalError, Record, open_journal
from journal.operations.backup import back_up, check_file
from journal.operations.restore import restore
from tests.journal.operations.backups import at, contents, decided, fill
from tests.patience import PATIENCE


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
    assert str(refused.value) == f"{file} is damaged; replace it with a copy."
    assert [path for path in tmp_path.iterdir() if "restored" in path.name] == []


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
