"""Which followers are woken, and which know already what was appended."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

from journal import Entry, Record, open_journal
from journal.follow.cursors import KEPT_OF_ALL, Newest
from tests.journal.samples import records


@pytest.mark.parametrize("url", ["memory:", "sqlite:{}/games.db", "file:{}/game.jsonl"])
async def test_follower_is_not_woken_for_what_its_owner_appends_but_for_what_others_do(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A look at the file for what other processes have written may find an append of ours that is under way.
    monkeypatch.setattr("journal.follow.file_changes.GATHER_SECONDS", 3600.0)
    stored, heard, has_heard = records(1), list[Record](), trio.Event()

    def known() -> int:
        return stored[-1].seq

    async def hear() -> None:
        async with journal.follow("table/game", 1, known) as follower:
            async for batch in follower:
                heard.extend(batch)
                has_heard.set()

    async with open_journal(url.format(tmp_path)) as journal, trio.open_nursery() as nursery:
        await journal.append("table/game", 0, stored)
        nursery.start_soon(hear)
        await journal.append("table/game", 1, first := records(1, stored[-1], "others"), lambda: 0)
        await has_heard.wait()  # From now on it waits for its bell, and reads no file any more.
        stored += first
        for _ in range(20):  # Of those who are woken in the same moment nobody knows who goes on first.
            await trio.testing.wait_all_tasks_blocked()
            await journal.append("table/game", stored[-1].seq, own := records(2, stored[-1], "own"), known)
            stored += own
        await trio.testing.wait_all_tasks_blocked()
        assert heard == list(first)
        others = records(2, stored[-1], "others")
        await journal.append("table/game", stored[-1].seq, others, lambda: 0)
        await trio.testing.wait_all_tasks_blocked()
        assert heard == [*first, *others]
        nursery.cancel_scope.cancel()


def entries(before: int, count: int) -> list[Entry]:
    return [Entry(before + n, "game", record) for n, record in enumerate(records(count), 1)]


def test_newest_of_all_are_kept_without_a_gap() -> None:
    newest = Newest()
    assert newest.since(0) is None
    newest.push(3, first := entries(3, 2))
    newest.push(5, second := entries(5, 1))
    assert newest.since(2) is None
    assert newest.since(3) == (*first, *second)
    assert newest.since(4) == (first[1], *second)
    assert newest.since(6) == newest.since(7) == ()
    newest.push(9, after_a_gap := entries(9, 1))
    assert newest.since(6) is None
    assert newest.since(9) == tuple(after_a_gap)
    newest.push(10, many := entries(10, KEPT_OF_ALL))
    assert newest.since(9) is None
    assert newest.since(10) == tuple(many)
    newest.forget_records()
    assert newest.since(20_000) is None
