"""Games exported to a file and imported from one."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from journal import Damaged, JournalError, open_journal
from journal.lines import read_lines, write_lines
from tests.journal.processes import output
from tests.journal.samples import grow, records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def refusal_to_write(path: Path) -> str:
    with pytest.raises(JournalError) as refused:
        write_lines(path, records(2))
    return str(refused.value)


def refusal_to_read(path: Path, limit: int = 1 << 20) -> str:
    with pytest.raises(JournalError) as refused:
        read_lines(path, limit)
    return str(refused.value)


def test_written_records_are_read_back(path: Path) -> None:
    stored = records(5)
    write_lines(path, stored)
    assert path.read_bytes() == b"".join(record.line + b"\n" for record in stored)
    assert read_lines(path) == stored
    assert os.listdir(path.parent) == ["game.jsonl"]


def test_existing_file_is_overwritten_only_when_told(path: Path) -> None:
    write_lines(path, records(5))
    before = path.read_bytes()
    assert refusal_to_write(path).startswith(f"{path} exists already; choose another name or ")
    assert path.read_bytes() == before
    write_lines(path, records(2), overwrite=True)
    assert read_lines(path) == records(2)
    assert os.listdir(path.parent) == ["game.jsonl"]


def test_overwriting_what_is_not_there_is_writing(path: Path) -> None:
    write_lines(path, records(2), overwrite=True)
    assert read_lines(path) == records(2)


def test_file_is_synced_before_it_has_its_name_and_its_directory_after(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[list[str], int]] = []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        state = os.fstat(descriptor)
        synced.append((os.listdir(path.parent), 0 if stat.S_ISDIR(state.st_mode) else state.st_size))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    write_lines(path, records(5))
    ((before, size), (after, directory)) = synced
    assert "game.jsonl" not in before
    assert size == path.stat().st_size
    assert (after, directory) == (["game.jsonl"], 0)


def test_file_that_somebody_makes_meanwhile_is_not_overwritten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: path.write_bytes(b"theirs"))
    assert refusal_to_write(path).startswith(f"{path} exists already")
    assert path.read_bytes() == b"theirs"
    assert os.listdir(path.parent) == ["game.jsonl"]


def test_place_where_no_file_can_be_is_said(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert refusal_to_write(missing / "game.jsonl") == f"There is no directory {missing}; make it first."
    assert refusal_to_write(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert refusal_to_read(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert refusal_to_read(tmp_path / "a.jsonl") == f"There is no {tmp_path}/a.jsonl; check the name."
    file = tmp_path / "file"
    file.touch()
    assert "lies in something that is no directory; choose another" in refusal_to_write(file / "game.jsonl")
    assert os.listdir(tmp_path) == ["file"]


def test_what_is_no_game_is_refused(path: Path) -> None:
    path.touch()
    assert refusal_to_read(path) == f"{path} is empty; choose a file that holds a game."
    os.mkfifo(pipe := path.with_name("pipe"))
    assert refusal_to_read(pipe) == f"{pipe} is not a file; choose another."
    path.write_bytes(b"\x7fELF" + bytes(1000))
    assert refusal_to_read(path) == "Record 1 of game is damaged: it is not a record."


def test_file_above_the_limit_is_not_read(path: Path) -> None:
    write_lines(path, records(20))
    size = path.stat().st_size
    assert read_lines(path, size) == records(20)
    assert refusal_to_read(path, size - 1) == (
        f"{path} is larger than {size - 1} bytes; no game is, so choose another file."
    )


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        (lambda text: text[:-1], 5),
        (lambda text: text[:-2] + b"\n", 5),
        (lambda text: text + b"\n", 6),
        (lambda text: text.replace(b"\n", b"\r\n"), 1),
        (lambda text: b"\xef\xbb\xbf" + text, 1),
        (lambda text: text.replace(b'"n":2', b'"n":3'), 3),
        (lambda text: b"".join(text.splitlines(True)[:2] + text.splitlines(True)[3:]), 3),
        (lambda text: b"".join(text.splitlines(True)[1:]), 1),
        (lambda text: text.replace(b"\n", b"  \n"), 1),
    ],
)
def test_changed_file_is_refused_with_the_record(path: Path, change: object, seq: int) -> None:
    write_lines(path, records(5))
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(Damaged) as refused:
        read_lines(path)
    assert refused.value.seq == seq
    assert refused.value.stream == "game"


async def test_failed_export_leaves_what_was_there(tmp_path: Path) -> None:
    said = await output("export_too_much", tmp_path)
    assert len(said.splitlines()) == 2
    assert "again.\n" in said


async def test_missing_permission_is_said() -> None:
    with tempfile.TemporaryDirectory() as directory:
        here = Path(directory)
        async with open_journal(f"sqlite:{here}/games.db") as journal:
            await grow(journal, "game", 1)
        write_lines(here / "game.jsonl", records(1))
        write_lines(here / "secret.jsonl", records(1))
        for name, mode in (("games.db", 0o444), ("game.jsonl", 0o444), ("secret.jsonl", 0)):
            (here / name).chmod(mode)
        here.chmod(0o555)
        said = await output("open_without_right", directory)
        here.chmod(0o755)
    assert said.replace(str(here), "HERE").splitlines() == [
        "HERE/games.db may not be written; open it for reading only or change its permissions.",
        "HERE/new.db cannot be opened; check that it and its directory may be read and written.",
        "HERE/game.jsonl may not be used; change its permissions or choose another file.",
        "HERE/secret.jsonl may not be used; change its permissions or choose another file.",
        "HERE/new.jsonl may not be used; change its permissions or choose another file.",
    ]
