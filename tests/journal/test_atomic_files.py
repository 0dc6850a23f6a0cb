"""Files that are put in place whole, or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from journal import JournalError
from journal.atomic_files import placed


def test_file_is_there_when_the_block_has_ended(tmp_path: Path) -> None:
    with placed(tmp_path / "a") as beside:
        beside.write_text("whole")
        assert os.listdir(tmp_path) == [beside.name]
    assert os.listdir(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "whole"


def test_nothing_has_changed_when_the_block_fails(tmp_path: Path) -> None:
    def fill_the_disk() -> None:
        with placed(tmp_path / "a", overwrite=True) as beside:
            beside.write_text("half")
            raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a").write_text("old")
    with pytest.raises(JournalError, match="is full; make space"):
        fill_the_disk()
    assert os.listdir(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_what_is_there_is_overwritten_only_when_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(JournalError, match="exists already"), placed(tmp_path / "a"):
        pass
    with placed(tmp_path / "a", overwrite=True) as beside:
        beside.write_text("new")
    assert (tmp_path / "a").read_text() == "new"


def test_what_somebody_made_meanwhile_stays(tmp_path: Path) -> None:
    def write_at_the_same_time() -> None:
        with placed(tmp_path / "a") as beside:
            beside.write_text("ours")
            (tmp_path / "a").write_text("theirs")

    with pytest.raises(JournalError, match="exists already"):
        write_at_the_same_time()
    assert (tmp_path / "a").read_text() == "theirs"
    assert os.listdir(tmp_path) == ["a"]


def test_what_a_killed_process_left_is_removed_and_what_another_writes_is_not(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    left, written, other = (tmp_path / name for name in (f".a.{gone.pid}.tmp", ".a.1.tmp", f".b.{gone.pid}.tmp"))
    for path in (left, written, other):
        path.write_text("half")
    with placed(tmp_path / "a") as beside:
        beside.write_text("whole")
    assert [path.exists() for path in (left, written, other)] == [False, True, True]


def test_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="does not exist; make it first"), placed(tmp_path / "b" / "a") as beside:
        beside.write_text("nowhere")
