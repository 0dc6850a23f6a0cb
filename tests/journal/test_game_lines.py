"""Games exported to a file and imported from one."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from journal import Damaged, Header, JournalError, open_journal
from journal.game_lines import Lines, lines_of, read_lines, text_of, write_lines
from tests.journal.processes import output
from tests.journal.samples import HEADER, grow, records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def refusal_to_write(path: Path) -> str:
    with pytest.raises(JournalError) as refused:
        write_lines(path, records(2), HEADER)
    return str(refused.value)


def refusal_to_read(path: Path, limit: int = 1 << 20) -> str:
    with pytest.raises(JournalError) as refused:
        read_lines(path, limit)
    return str(refused.value)


def test_written_records_are_read_back(path: Path) -> None:
    stored = records(5)
    write_lines(path, stored, HEADER)
    header, *lines = path.read_bytes().splitlines()
    assert json.loads(header) == {"parlour": 2, "stream": "table/game", "names": {"p1": "Ann é"}}
    assert lines == [record.line for record in stored]
    assert read_lines(path) == Lines(Header("table/game", {"p1": "Ann é"}), stored)
    assert os.listdir(path.parent) == ["game.jsonl"]


def test_text_of_a_game_is_what_its_file_holds_and_is_read_back(path: Path) -> None:
    stored = records(5)
    write_lines(path, stored, HEADER)
    text = text_of(stored, HEADER)
    assert path.read_bytes() == text
    assert lines_of(Path("text"), text) == read_lines(path)
    with pytest.raises(JournalError, match="text is empty"):
        lines_of(Path("text"), b"")


def test_existing_file_is_overwritten_only_when_told(path: Path) -> None:
    write_lines(path, records(5), HEADER)
    before = path.read_bytes()
    assert refusal_to_write(path).startswith(f"{path} exists already; choose another name, or ")
    assert path.read_bytes() == before
    write_lines(path, records(2), HEADER, overwrite=True)
    assert read_lines(path).records == records(2)
    assert os.listdir(path.parent) == ["game.jsonl"]


async def test_journal_of_a_house_is_not_overwritten(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    async with open_journal(f"sqlite:{house}") as journal:
        stored = await grow(journal, "table/game", 2)
        with pytest.raises(JournalError, match="is a journal in use"):
            write_lines(house, stored, HEADER, overwrite=True)
    with pytest.raises(JournalError, match="is not a Parlour game; choose another file"):
        write_lines(house, stored, HEADER, overwrite=True)
    async with open_journal(f"sqlite:{house}") as journal:
        assert await journal.read("table/game") == stored
    assert os.listdir(tmp_path) == ["house.db"]


def test_overwriting_what_is_not_there_is_writing(path: Path) -> None:
    write_lines(path, records(2), HEADER, overwrite=True)
    assert read_lines(path).records == records(2)


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
    write_lines(path, records(5), HEADER)
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
    assert refusal_to_write(missing / "game.jsonl") == f"The directory {missing} does not exist; make it first."
    assert refusal_to_write(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert refusal_to_read(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert refusal_to_read(tmp_path / "a.jsonl") == f"{tmp_path}/a.jsonl does not exist; check the name."
    file = tmp_path / "file"
    file.touch()
    assert "is not inside a directory; choose another" in refusal_to_write(file / "game.jsonl")
    assert os.listdir(tmp_path) == ["file"]


def test_what_is_no_game_is_refused(path: Path) -> None:
    path.touch()
    assert refusal_to_read(path) == f"{path} is empty; choose a file that holds a game."
    os.mkfifo(pipe := path.with_name("pipe"))
    assert refusal_to_read(pipe) == f"{pipe} is not a file; choose another."
    for what in (b"\x7fELF" + bytes(1000), b"# README\n", b'{"parlour":"2"}\n', b'{"parlour":2,"stream":"a"', b"\n"):
        path.write_bytes(what)
        assert refusal_to_read(path) == f"{path} is not a Parlour game; choose another file."
    write_lines(path, (), HEADER, overwrite=True)
    assert refusal_to_read(path) == f"{path} has no moves in it; choose a file that holds a game."


def test_file_of_another_edition_is_refused(path: Path) -> None:
    path.write_bytes(records(1)[0].line + b"\n")
    assert refusal_to_read(path) == (
        f"{path} was written by a version before the first release, which this one cannot read; choose another file."
    )
    path.write_bytes(b'{"parlour":3,"stream":{}}\n')
    assert refusal_to_read(path) == f"{path} was written by a newer Parlour; update this one to open it."


def test_file_above_the_limit_is_not_read(path: Path) -> None:
    write_lines(path, records(20), HEADER)
    size = path.stat().st_size
    assert read_lines(path, size).records == records(20)
    assert refusal_to_read(path, size - 1) == (
        f"{path} is larger than {size - 1} bytes, too large for a game; choose another file."
    )


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        (lambda lines: [*lines[:-1], lines[-1][:-1]], 5),
        (lambda lines: [*lines[:-1], lines[-1][:-2] + b"\n"], 5),
        (lambda lines: [*lines, b"\n"], 6),
        (lambda lines: [line.replace(b"\n", b"\r\n") for line in lines], 1),
        (lambda lines: [*lines[:2], lines[2].replace(b'"n":2', b'"n":3'), *lines[3:]], 3),
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: lines[1:], 1),
        (lambda lines: [line.replace(b"\n", b"  \n") for line in lines], 1),
    ],
)
def test_changed_file_is_refused_with_the_record(path: Path, change: object, seq: int) -> None:
    write_lines(path, records(5), HEADER)
    header, *lines = path.read_bytes().splitlines(keepends=True)
    assert callable(change)
    path.write_bytes(header + b"".join(change(lines)))
    with pytest.raises(Damaged) as refused:
        read_lines(path)
    assert refused.value.seq == seq
    assert refused.value.stream == "game.jsonl"


@pytest.mark.parametrize("umask", [0, 0o777])
def test_export_is_for_its_owner_alone(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write_lines(path, records(1), HEADER)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_header_may_say_more_than_is_known(path: Path) -> None:
    write_lines(path, records(1), {**HEADER, "proof": ["x" * 9000]})
    assert read_lines(path).header == Header("table/game", {"p1": "Ann é"})


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"stream": 7},
        {"stream": ""},
        {"stream": "a\nb"},
        {"stream": "\ud800"},
        {"stream": "a" * 201},
        {"stream": "a", "names": ["Ann"]},
        {"stream": "a", "names": {"p": 1}},
        {"stream": "a", "names": {"p": "\x1b[2J"}},
        {"stream": "a", "names": {"p": "A" * 101}},
        {"stream": "a", "names": {str(n): "A" for n in range(1001)}},
        {"stream": "a", "more": "x" * 70_000},
        {"stream": "a", "more": object},
    ],
)
def test_header_that_could_not_be_read_is_not_written(path: Path, header: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="header"):
        write_lines(path, records(1), header)
    assert os.listdir(path.parent) == []


@given(some.binary(max_size=300))
def test_any_first_line_is_a_header_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, line: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "game.jsonl"
    path.write_bytes(line + b"\n" + records(1)[0].line + b"\n")
    assert "; choose " in refusal_to_read(path)


@given(some.data())
def test_header_with_changed_bytes_gives_a_game_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, draw: some.DataObject
) -> None:
    path = tmp_path_factory.mktemp("any") / "game.jsonl"
    write_lines(path, records(1), HEADER)
    text = bytearray(path.read_bytes())
    for _ in range(draw.draw(some.integers(1, 3))):
        text[draw.draw(some.integers(0, 70))] = draw.draw(some.integers(0, 255))
    path.write_bytes(text)
    try:
        assert read_lines(path).records == records(1)
    except (JournalError, Damaged) as error:
        assert str(error).endswith(".")  # noqa: PT017


async def test_failed_export_leaves_what_was_there(tmp_path: Path) -> None:
    said = await output("export_too_much", tmp_path)
    assert len(said.splitlines()) == 2
    assert "again.\n" in said


async def test_missing_permission_is_said() -> None:
    with tempfile.TemporaryDirectory() as directory:
        here, elsewhere = Path(directory) / "here", Path(directory) / "elsewhere"
        Path(directory).chmod(0o755)
        for place in (here, elsewhere):
            place.mkdir()
            async with open_journal(f"sqlite:{place}/games.db") as journal:
                await grow(journal, "table/game", 1)
            write_lines(place / "game.jsonl", records(1), HEADER)
            write_lines(place / "secret.jsonl", records(1), HEADER)
        for name, mode in (("games.db", 0o444), ("game.jsonl", 0o444), ("secret.jsonl", 0)):
            (here / name).chmod(mode)
        (elsewhere / "kept.db").write_bytes((here / "games.db").read_bytes())
        (elsewhere / "kept.db").chmod(0o444)
        here.chmod(0o555)
        elsewhere.chmod(0o777)
        said = await output("open_without_right", here, elsewhere)
        here.chmod(0o755)
    allowed, _, refused = said.partition("not allowed\n")
    assert allowed.count("opened\n") == 3
    assert refused.replace(str(here), "HERE").replace(str(elsewhere), "ELSEWHERE").splitlines() == [
        "The journal needs to write in HERE; change its permissions or choose another place.",
        "The journal needs to write in HERE; change its permissions or choose another place.",
        "You may not use HERE/game.jsonl; change its permissions or choose another file.",
        "You may not use HERE/secret.jsonl; change its permissions or choose another file.",
        "You may not use HERE/new.jsonl; change its permissions or choose another file.",
        "HERE/missing.jsonl does not exist; check the name.",
        "You may not write ELSEWHERE/kept.db; open it for reading only or change its permissions.",
    ]
