"""The journal in one file of lines: torn ends, damage, and who may have it open."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio
from hypothesis import assume, given
from hypothesis import strategies as some

from journal import Conflict, Damaged, Header, Journal, JournalError, Lost, Record, open_journal
from journal.game_lines import read_lines, write_lines
from journal.header import SIZE, encoded
from tests.journal.samples import HEADER, grow, records
from tests.patience import PATIENCE

BEGIN = encoded({"stream": "table/game", "names": {}})
"""The first line of a game about whose persons nothing is known."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def said(journal: Journal) -> tuple[str, ...]:
    return tuple(map(str, journal.notices))


async def written(path: Path) -> tuple[tuple[Record, ...], bytes]:
    """Two decisions, of one record and of three, and the file they make."""
    first = records(1)
    second = records(3, first[-1])
    async with open_journal(f"file:{path}") as journal:
        await journal.append("table/game", 0, first)
        await journal.append("table/game", 1, second)
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
    assert content == BEGIN + b"%b\n%b \n%b \n%b\n" % tuple(lines)
    assert read_lines(path).records == stored
    assert read_lines(path).header == Header("table/game", {})


async def test_append_that_was_cut_short_anywhere_is_cut_off_whole(path: Path) -> None:
    stored, content = await written(path)
    kept = len(BEGIN) + len(stored[0].line) + 1
    for size in (*range(kept, len(content), 7), len(content) - 2, len(content) - 1):
        path.write_bytes(content[:size])
        async with open_journal(f"file:{path}") as journal:
            assert await journal.read("table/game") == stored[:1]
            assert len(journal.notices) == (size > kept)
            assert path.read_bytes() == content[:kept]
            assert await journal.append("table/game", 1, stored[1:]) == 4
        assert path.read_bytes() == content


async def test_notice_says_what_was_cut_off(path: Path) -> None:
    _, content = await written(path)
    path.write_bytes(content + b'{"seq":5,"at":"2026-')
    async with open_journal(f"file:{path}") as journal:
        cut = f"{path} ended in the middle of record 5, which was never stored; that end was cut off."
        assert said(journal) == (cut,)
    async with open_journal(f"file:{path}") as journal:
        assert journal.notices == ()


@pytest.mark.parametrize("torn", [b"\0" * 100, b'{"seq":5,"at\0\0\0', b"{"])
async def test_end_that_a_crash_may_leave_is_cut_off(path: Path, torn: bytes) -> None:
    stored, content = await written(path)
    path.write_bytes(content + torn)
    async with open_journal(f"file:{path}") as journal:
        assert await journal.read("table/game") == stored
    assert path.read_bytes() == content


@pytest.mark.parametrize("torn", [b'{"seq":6,"at":"2026-', b"Dear diary", b"{}\n", b"\n", b'{"seq":5,"at":"2026-\n'])
async def test_end_that_no_crash_leaves_is_refused_and_left_alone(path: Path, torn: bytes) -> None:
    _, content = await written(path)
    path.write_bytes(content + torn)
    assert (await refusal(path)).startswith("Record 5 of game.jsonl is damaged: ")
    assert path.read_bytes() == content + torn


async def test_file_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"Dear diary")
    assert await refusal(path) == f"{path} is not a Parlour game; choose another file."
    assert path.read_bytes() == b"Dear diary"


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
    path.write_bytes(BEGIN + content[:place] + bytes([byte]) + content[place + 1 :])
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
            stored += await grow(journal, "table/game", 1, stored[-1] if stored else None)
            assert synced[-1] == path.stat().st_size


@pytest.fixture
def failing_disk(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """The disk fails once for each entry that is put in here."""
    failures: list[None] = []
    sync = os.fsync

    def tried(descriptor: int) -> None:
        if failures:
            failures.pop()
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", tried)
    return failures


@pytest.mark.parametrize("failures", [1, 2])
async def test_game_begins_anew_after_a_drop_during_which_the_disk_failed(
    path: Path, failing_disk: list[None], failures: int
) -> None:
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "table/game", 3)
        failing_disk += [None] * failures
        with pytest.raises(JournalError):
            await journal.drop("table/game")
        assert await journal.head("table/game") == 0
        stored = await grow(journal, "table/game", 2)
    async with open_journal(f"file:{path}") as journal:
        assert await journal.read("table/game") == stored


@pytest.mark.parametrize("failures", [1, 2])
async def test_game_can_be_read_after_the_disk_failed_under_its_first_line(
    path: Path, failing_disk: list[None], failures: int
) -> None:
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "table/game", 1)
        await journal.drop("table/game")
        failing_disk += [None] * failures
        with pytest.raises(JournalError):
            await journal.note({"names": {"p1": "Ann"}})
        stored = await grow(journal, "table/game", 2)
    async with open_journal(f"file:{path}") as journal:
        assert await journal.read("table/game") == stored
        assert journal.header == Header("table/game", {"p1": "Ann"})


async def test_file_in_use_is_refused_to_a_second_writer(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        stored = await grow(journal, "table/game", 1)
        assert await refusal(path) == f"Another program uses {path}; close the game there first."
        with pytest.raises(JournalError, match="Another program uses"):
            write_lines(path, stored, HEADER, overwrite=True)
        stored += await grow(journal, "table/game", 1, stored[-1])
    assert read_lines(path).records == stored
    async with open_journal(f"file:{path}") as journal:
        assert await journal.head("table/game") == 2


async def test_file_in_use_by_another_process_is_refused(path: Path) -> None:
    holding = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); input()"
    arguments = [sys.executable, "-c", holding, str(path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert "Another program uses" in await refusal(path)
        other.kill()
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "table/game", 1)


async def test_reader_leaves_an_unfinished_end_alone(path: Path) -> None:
    stored, content = await written(path)
    path.write_bytes(content[:-10])
    async with open_journal(f"file:{path}", read_only=True) as journal, journal.follow("table/game") as follower:
        assert await anext(follower) == stored[:1]
        assert path.read_bytes() == content[:-10]
        with path.open("ab") as file:
            file.write(content[-10:])
        assert await anext(follower) == stored[1:]


async def test_reader_of_a_file_that_shrinks_gets_an_error(path: Path) -> None:
    await written(path)
    async with open_journal(f"file:{path}", read_only=True) as journal, journal.follow("table/game") as follower:
        await anext(follower)
        os.truncate(path, 10)
        with pytest.raises(JournalError, match="was shortened by another program; open it again"):
            await anext(follower)


async def test_file_holds_one_game_only(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        stored = await grow(journal, "table/game", 1)
        with pytest.raises(JournalError) as refused:
            await journal.append("table/other", 0, records(1))
        assert str(refused.value) == (
            f"{path} holds the game table/game and can hold no other; continue that one or choose another file."
        )
        with pytest.raises(Conflict):
            await journal.append("table/other", 1, records(1, stored[-1]))
        assert await journal.read("table/other") == ()
        assert await journal.head("table/other") == 0


async def test_other_streams_are_kept_beside_the_file(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        said = await grow(journal, "talk/game", 2)
        stored = await grow(journal, "table/game", 1)
        await grow(journal, "person/p1", 1)
        async with journal.follow_all() as follower:
            entries = await anext(follower)
        assert [entry.stream for entry in entries] == ["talk/game", "talk/game", "table/game", "person/p1"]
        assert await journal.read("talk/game") == said
    assert read_lines(path).records == stored
    async with open_journal(f"file:{path}") as journal:
        assert await journal.head("talk/game") == 0
        assert await journal.read("table/game") == stored


async def test_stream_has_the_name_in_the_header_whatever_the_file_is_called(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        assert journal.header is None
        (first,) = await grow(journal, "table/k3f9", 1)
    path = path.rename(path.with_name("other.jsonl"))
    async with open_journal(f"file:{path}") as journal:
        assert [summary.stream for summary in (await journal.streams()).summaries] == ["table/k3f9"]
        assert await journal.append("table/k3f9", 1, records(1, first)) == 2


async def test_export_goes_on_as_a_journal(path: Path) -> None:
    write_lines(path, records(3), {**HEADER, "more": 1})
    async with open_journal(f"file:{path}") as journal:
        assert journal.header == Header("table/game", {"p1": "Ann é"})
        await grow(journal, "table/game", 1, records(3)[-1])
    assert len(read_lines(path).records) == 4


async def test_note_is_kept_in_the_first_line(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        await journal.note({"names": {"p1": "Ann"}})
        assert path.stat().st_size == 0
        stored = await grow(journal, "table/game", 2)
        assert journal.header == read_lines(path).header == Header("table/game", {"p1": "Ann"})
        await journal.note({"names": {"p1": "Ann", "p2": "Bob"}, "more": [1]})
        assert journal.header == read_lines(path).header == Header("table/game", {"p1": "Ann", "p2": "Bob"})
        stored += await grow(journal, "table/game", 1, stored[-1])
    async with open_journal(f"file:{path}") as journal:
        assert journal.header == Header("table/game", {"p1": "Ann", "p2": "Bob"})
        assert journal.notices == ()
        assert await journal.read("table/game") == stored


async def test_note_without_room_is_refused_and_changes_nothing(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "table/game", 2)
        content = path.read_bytes()
        with pytest.raises(JournalError, match="no more room on its first line; save the game to another file"):
            await journal.note({"names": {str(n): "A" * 100 for n in range(50)}})
        with pytest.raises(ValueError, match="header"):
            await journal.note({"names": {"p1": ""}})
        assert path.read_bytes() == content
        assert journal.header == Header("table/game", {})


@given(some.data())
async def test_note_that_a_crash_interrupts_costs_names_only(
    tmp_path_factory: pytest.TempPathFactory, draw: some.DataObject
) -> None:
    path = tmp_path_factory.mktemp("torn") / "game.jsonl"
    names = some.dictionaries(some.text("abé", min_size=1), some.text("xyé ", min_size=1), max_size=8)
    old, new = (encoded({"stream": "table/gä", "names": draw.draw(names)}) for _ in range(2))
    cuts = sorted(draw.draw(some.lists(some.integers(0, 300), min_size=1, max_size=4)))
    torn = b"".join(
        (new, old)[n % 2][begin:end] for n, (begin, end) in enumerate(zip([0, *cuts], [*cuts, SIZE], strict=True))
    )
    path.write_bytes(torn + records(1)[0].line + b"\n")
    async with open_journal(f"file:{path}") as journal:
        assert await journal.read("table/gä") == records(1)
        assert journal.header is not None
        if journal.notices:
            assert said(journal) == (
                f"A crash damaged the first line of {path}: the names are lost, but not the game.",
            )
            assert journal.header == Header("table/gä", {})
        await journal.note({"names": {"p": "Ann"}})
    assert read_lines(path).notices == ()
    assert read_lines(path).header == Header("table/gä", {"p": "Ann"})


@pytest.mark.parametrize("torn", [b"{", BEGIN[:30], BEGIN[:-1], bytes(100), BEGIN[:20] + bytes(50)])
async def test_first_line_that_was_cut_short_is_cut_off(path: Path, torn: bytes) -> None:
    path.write_bytes(torn)
    async with open_journal(f"file:{path}", read_only=True) as journal:
        assert await journal.read("table/game") == ()
    assert path.read_bytes() == torn
    async with open_journal(f"file:{path}") as journal:
        assert said(journal) == (f"{path} ended in the middle of its first line; that end was cut off.",)
        stored = await grow(journal, "table/game", 1)
    assert read_lines(path).records == stored


async def test_dropped_game_leaves_the_file(path: Path) -> None:
    async with open_journal(f"file:{path}") as journal:
        await grow(journal, "table/game", 3)
        await journal.drop("table/game")
        assert path.read_bytes() == BEGIN
        stored = await grow(journal, "table/other", 2)
    assert read_lines(path).header.stream == "table/other"
    assert read_lines(path).records == stored


@pytest.mark.parametrize("umask", [0, 0o777])
async def test_file_is_for_its_owner_alone(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        async with open_journal(f"file:{path}") as journal:
            await grow(journal, "table/game", 1)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600


def remove(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("moved.jsonl"))


def replace(path: Path) -> None:
    write_lines(other := path.with_name("other.jsonl"), records(2), HEADER)
    other.replace(path)


@pytest.mark.parametrize("lose", [remove, move, replace])
async def test_file_that_is_lost_is_said_and_nothing_more_acknowledged(
    path: Path, lose: Callable[[Path], None]
) -> None:
    async with open_journal(f"file:{path}") as journal, journal.follow("table/game") as follower:
        stored = await grow(journal, "table/game", 1)
        assert await anext(follower) == stored
        lose(path)
        sentence = f"{path} was deleted, moved or replaced while it was open; put it back and start again."
        for attempt in (
            partial(journal.append, "table/game", 1, records(1, stored[-1])),
            partial(journal.append, "talk/game", 0, records(1)),
            partial(journal.read, "table/game"),
            partial(journal.drop, "table/game"),
            partial(anext, follower),
        ):
            with pytest.raises(Lost) as refused:
                await attempt()
            assert str(refused.value) == sentence


async def test_reader_of_a_file_that_is_lost_gets_an_error(path: Path) -> None:
    await written(path)
    async with open_journal(f"file:{path}", read_only=True) as journal, journal.follow("table/game") as follower:
        await anext(follower)
        path.unlink()
        with pytest.raises(Lost), trio.fail_after(PATIENCE):
            await anext(follower)


async def test_place_where_no_file_can_be_is_said(tmp_path: Path) -> None:
    missing, pipe = tmp_path / "missing", tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert await refusal(missing / "game.jsonl") == f"The directory {missing} does not exist; make it first."
    assert await refusal(tmp_path) == f"{tmp_path} is a directory; name a file in it."
    assert await refusal(pipe) == f"{pipe} is not a file; choose another."
