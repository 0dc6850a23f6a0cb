"""What a copy has lost is put back, and what is played meanwhile stays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import trio

from journal import JournalError, Record, open_journal
from journal.game_lines import write_lines
from journal.operations import repair
from journal.operations.copy import copy
from journal.operations.repair import put_back
from journal.stores.memory import MemoryJournal
from tests.journal.samples import change, grow, records


@pytest.mark.parametrize("held", [0, 3, 6])
async def test_beginning_is_gone_on_with_and_anything_else_is_made_anew(large_url: str, held: int) -> None:
    async with open_journal(large_url) as journal:
        whole = records(6)
        if held:
            await journal.append("table/b", 0, whole[:held])
        await put_back(journal, "table/b", whole)
        assert await journal.read("table/b") == whole
        other = records(7, None, "other")
        await put_back(journal, "table/b", other)
        assert await journal.read("table/b") == other


async def test_what_was_played_since_the_records_were_read_stays(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        stored = await grow(journal, "table/b", 7)
        await put_back(journal, "table/b", stored[:5])
        assert await journal.read("table/b") == stored


async def test_damaged_stream_that_was_gone_on_with_is_left_for_the_next_look(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as journal:
        stored = await grow(journal, "table/b", 7)
    change(file, "delete from record where seq = 3")
    async with open_journal(f"sqlite:{file}") as journal:
        await put_back(journal, "table/b", stored[:6])
        assert await journal.head("table/b") == 7
        await put_back(journal, "table/b", stored)
        assert await journal.read("table/b") == stored


async def test_what_is_played_until_a_stream_is_dropped_to_be_made_anew_stays(
    large_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_journal(large_url) as journal:
        stored = await grow(journal, "table/b", 3)
        (played,) = records(1, stored[-1])

        def write_while_somebody_plays(*arguments: Any, **more: Any) -> None:
            write_lines(*arguments, **more)
            trio.from_thread.run(journal.append, "table/b", 3, [played])

        monkeypatch.setattr(repair, "write_lines", write_while_somebody_plays)
        await put_back(journal, "table/b", stored, anew=True)
        assert await journal.read("table/b") == (*stored, played)
    assert not [*tmp_path.glob("*.jsonl")]


class _Full(MemoryJournal):
    """A store that has no room for what it has just given up."""

    is_full = False

    async def append(self, stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
        if self.is_full:
            raise JournalError("The disk is full.")
        return await super().append(stream, after, records, *known)


async def test_records_that_cannot_be_stored_again_are_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    journal = _Full()
    stored = await grow(journal, "talk/b", 3)
    journal.is_full = True
    with pytest.raises(JournalError) as raised:
        await put_back(journal, "talk/b", stored, anew=True)
    journal.is_full = False
    (file,) = tmp_path.iterdir()
    assert file.name in str(raised.value)
    async with open_journal(f"file:{file}", read_only=True) as kept:
        await copy(kept, journal)
    assert await journal.read("talk/b") == stored
    await put_back(journal, "talk/b", stored, anew=True)
    assert await journal.read("talk/b") == stored
    assert not [*tmp_path.iterdir()]
