"""The journal in one file of lines: torn ends, damage, and who may have it open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from journal import Conflict, Damaged, JournalError, Record, open_journal
from journal.lines import read_lines, write_lines
from tests.journal.samples import grow, records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


async def written(path: Path) -> tuple[tuple[Record, ...], bytes]:
    """Two decisions, of one record and of three, and the file they make."""
    first = records(1)
    second = records(3, first[-1])
    async with open_journal(f"file:{path}") as journal:
        await journal.append("game", 0, first)
        await journal.append("game", 1, second)
    return first + second, path.read_bytes()


async def refusal(path: Path) -> str:
    with pytest.raises(JournalError) as refused:
        async with open_journal(f"file:{path}"):
            pass
    return str(refused.value)


async def test_file_has_one_record_on_each_line(path: Path) -> None:
    stored, content = await written(path)
    lines = [record.line for record in stored]
    # A blank at the end says that the decision goes on; JSON does not mind it.
    assert content == b"%b\n%b \n%b \n%b\n" % tuple(lines)
    assert read_lines(path) == stored


async def test_append_that_was_cut_short_anywhere_is_cut_off_whole(path: Path) -> None:
    stored, content = await written(path)
    kept = len(stored[0].line) + 1
    for size in (*range(kept, len(content), 7), len(content) - 2, len(content) - 1):
        path.write_bytes(content[:size])
        async with open_journal(f"file:{path}") as journal:
            assert await journal.read("game") == stored[:1]
            assert len(journal.notices) == (size > kept)
            assert path.read_bytes() == content[:kept]
            assert await journal.append("game", 1, stored[1:]) == 4
        assert path.read_bytes() == content


async def test_notice_says_what_was_cut_off(path: Path) -> None:
    _, content = await written(path)
    path.write_bytes(content + b'{"seq":5,"at":"2026-')
    async with open_journal(f"file:{path}") as journal:
        assert journal.notices == (f"{path} ended within record 5, which was never stored; it was cut off.",)
    async with open_journal(f"file:{path}") as journal:
        assert journal.notices == ()


@pytest.mark.parametrize("torn", [b"\0" * 100, b'{"seq":5,"at\0\0\0', b"{"])
async def test_end_that_a_crash_may_leave_is_cut_off(path: Path, torn: bytes) -> None:
    stored, content = await written(path)
    path.write_bytes(content + torn)
    async with open_journal(f"file:{path}") as journal:
        assert await journal.read("game") == stored
    assert path.read_bytes() == content


@pytest.mark.parametrize("torn", [b'{"seq":6,"at":"2026-', b"Dear diary", b"{}\n", b"\n", b'{"seq":5,"at":"2026-\n'])
async def test_end_that_no_crash_leaves_is_refused_and_left_alone(path: Path, torn: bytes) -> None:
    _, content = await written(path)
    path.write_bytes(content + torn)
    assert (await refusal(path)).startswith("Record 5 of game is damaged: ")
    assert path.read_bytes() == content + torn


async def test_file_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"Dear diary")
    assert await refusal(path) == "Record 1 of game is damaged: it is not a record."
    assert path.read_bytes() == b"Dear diary"


@settings(deadline=None)
@given(some.data())
async def test_any_changed_byte_is_refused_with_its_record(
    tmp_path_factory: pytest.TempPathFactory, draw: some.DataObject
) -> None:
    path = tmp_path_factory.mktemp("flip") / "game.jsonl"
    stored = records(4)
    content = b"%b\n%b \n%b \n%b\n" % tuple(record.line for record in stored)
    place = draw.draw(some.integers(0, len(content) - 1))
    byte = content[place] ^ draw.draw(some.integers(1, 255))
    # A blank for the very last line end is what an append cut short looks like, too.
    assume((place, byte) != (len(content) - 1, ord(" ")))
    path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
    number = content[:place].count(b"\n") + 1
    # A line end for the blank before a line end leaves the record whole, and an empty line in the next one's place.
    number += content[place : place + 2] == b" \n" and byte == ord("\n")
    with pytest.raises(Damaged) as refused:
        async with open_journal(f"file:{path}"):
            pass
    assert refused.value.seq == number


async def test_append_is_synced_before_it_is_acknowledged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    sync = os.fsync

    def measured(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_size)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", measured)
    async with open_journal(f"file:{path}") as journal:
        stored: tuple[Record, ...] = ()
        for _ in range(5):
            stored += await grow(journal, "game", 1, stored[-1] if stored else None)
            assert synced[-1] == path.stat().st_size


async def test_file_in_use_is_refused_to_a_second_writer(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        stored = await grow(journal, "game", 1)
        assert await refusal(path) == f"{path} is in use by another program; close the game there first."
        with pytest.raises(JournalError, match="in use by another program"):
            write_lines(path, stored, overwrite=True)
        stored += await grow(journal, "game", 1, stored[-1])
    assert read_lines(path) == stored
    async with open_journal(f"file:{path}") as journal:
        assert await journal.head("game") == 2


async def test_file_in_use_by_another_process_is_refused(path: Path) -> None:
    holding = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); input()"
    arguments = [sys.executable, "-c", holding, str(path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert "in use by another program" in await refusal(path)
        other.kill()
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "game", 1)


async def test_reader_leaves_an_unfinished_end_alone(path: Path) -> None:
    stored, content = await written(path)
    path.write_bytes(content[:-10])
    async with open_journal(f"file:{path}", read_only=True) as journal, journal.follow("game") as follower:
        assert await anext(follower) == stored[:1]
        assert path.read_bytes() == content[:-10]
        with path.open("ab") as file:
            file.write(content[-10:])
        assert await anext(follower) == stored[1:]


async def test_reader_of_a_file_that_shrinks_gets_an_error(path: Path) -> None:
    await written(path)
    async with open_journal(f"file:{path}", read_only=True) as journal, journal.follow("game") as follower:
        await anext(follower)
        os.truncate(path, 10)
        with pytest.raises(JournalError, match="was shortened by another program; open it again"):
            await anext(follower)


async def test_file_holds_one_game_only(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        stored = await grow(journal, "game", 1)
        with pytest.raises(JournalError) as refused:
            await journal.append("other", 0, records(1))
        assert str(refused.value) == f"{path} holds the game game and can hold no other."
        with pytest.raises(Conflict):
            await journal.append("other", 1, records(1, stored[-1]))
        assert await journal.read("other") == ()
        assert await journal.head("other") == 0


async def test_stream_has_the_name_of_the_first_append_then_that_of_the_file(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        (first,) = await grow(journal, "k3f9", 1)
        assert [summary.stream for summary in await journal.streams()] == ["k3f9"]
    async with open_journal(f"file:{path}") as journal:
        assert [summary.stream for summary in await journal.streams()] == ["game"]
        assert await journal.read("k3f9") == ()
        assert await journal.append("game", 1, records(1, first)) == 2


async def test_place_where_no_file_can_be_is_said(tmp_path: Path) -> None:
    missing, pipe = tmp_path / "missing", tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert await refusal(missing / "game.jsonl") == f"There is no directory {missing}; make it first."
    assert await refusal(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert await refusal(pipe) == f"{pipe} is not a file; choose another."
