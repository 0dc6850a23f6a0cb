"""A journal with a bad page: what lies on the others is read, and goes on; nothing waits for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio

from journal import Damaged, Entry, Journal, JournalError, Record, Unreadable, open_journal
from tests.journal.samples import all_streams, records
from tests.journal.stores.sqlite.bad_pages import pages, without_page
from tests.patience import PATIENCE

STREAMS, LENGTH, LONG = 25, 24, 3
Stored = dict[str, tuple[Record, ...]]


@pytest.fixture
def whole(tmp_path: Path) -> tuple[Path, Stored]:
    """A journal with pages of all kinds: of trees with several floors, of long lines, and free ones."""
    path, stored = tmp_path / "whole.db", {}
    for n in range(STREAMS):
        name = f"table/{n}" if n % 2 else f"talk/{n}"
        stored[name] = records(LENGTH, None, f"{n} " + ("long " * 1000 if n == LONG else ""))
    trio.run(fill, path, stored)
    return path, stored


async def fill(path: Path, stored: Stored) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        for begin in range(0, LENGTH, 3):  # so that each stream lies on many pages
            for name, each in stored.items():
                await journal.append(name, begin, each[begin : begin + 3])
        await journal.append("table/gone", 0, records(20))
        await journal.drop("table/gone")


def test_journal_has_pages_of_every_kind(whole: tuple[Path, Stored]) -> None:
    assert set(pages(whole[0]).values()) == {"interior table", "interior index", "leaf table", "leaf index", "other"}


async def read(journal: Journal, stream: str) -> tuple[Record, ...] | None:
    """A stream, None when it is damaged."""
    try:
        return await journal.read(stream)
    except Damaged:
        return None


async def everything(journal: Journal) -> AsyncIterator[Entry | Damaged]:
    """All records as a follower of all streams meets them."""
    async with journal.follow_all() as batches:
        while True:
            try:
                batch = await batches.take_ready()
            except Damaged as damaged:
                yield damaged
                continue
            if not batch:
                return
            for entry in batch:
                yield entry


async def test_each_stream_is_read_whole_or_is_damaged_whichever_page_is_bad(whole: tuple[Path, Stored]) -> None:
    path, stored = whole
    bad = path.with_name("bad.db")
    unread: dict[int, int] = {}
    for page in [page for page in pages(path) if page > 1]:
        without_page(path, page, bad)
        async with open_journal(f"sqlite:{bad}", read_only=True) as journal:
            with trio.fail_after(PATIENCE):
                found = {name: await read(journal, name) for name in stored}
                assert {name: each for name, each in found.items() if each is not None}.items() <= stored.items()
                listed = {one.stream for one in await all_streams(journal)}
                met = [one async for one in everything(journal)]
        damaged = {one.stream for one in met if isinstance(one, Damaged)}
        entries = [one for one in met if isinstance(one, Entry)]
        assert len(met) == STREAMS * LENGTH, "each record was met once, be it to say that it cannot be read"
        assert [one.position for one in met] == sorted({one.position for one in met if one.position is not None})
        assert all(entry.record == stored[entry.stream][entry.record.seq - 1] for entry in entries)
        gone = {name for name, each in found.items() if each is None}
        # Where the tree of the streams' records is bad, they are met in the order of all.
        assert (damaged <= gone) or not damaged
        assert listed >= stored.keys() - gone
        unread[page] = len(gone)
        for file in path.parent.glob("bad.db*"):
            file.unlink()
    assert min(unread.values()) == 0
    assert sum(count == STREAMS for count in unread.values()) <= 2


async def test_others_go_on_where_a_stream_cannot(whole: tuple[Path, Stored]) -> None:
    path, stored = whole
    bad = path.with_name("bad.db")
    leaves = [page for page, kind in pages(path).items() if kind == "leaf table" and page > 10]
    without_page(path, leaves[len(leaves) // 2], bad)
    async with open_journal(f"sqlite:{bad}") as journal:
        assert journal.damage is None
        found = {name: await read(journal, name) for name in stored}
        assert str(journal.damage) == f"{bad} is damaged; replace it with a copy."
        good = [name for name, each in found.items() if each is not None]
        assert 0 < len(good) < STREAMS
        for name in good:
            (more,) = records(1, stored[name][-1])
            assert await journal.append(name, LENGTH, [more]) == LENGTH + 1
            assert (await journal.read(name))[-1] == more


async def test_append_that_meets_a_bad_page_fails_alone(whole: tuple[Path, Stored]) -> None:
    path, stored = whole
    bad = path.with_name("bad.db")
    # The tree of the streams' records: its first leaf has those of the streams that were opened first.
    (page, *_) = [page for page, kind in pages(path).items() if kind == "leaf index" and page > 6]
    without_page(path, page, bad)
    failed: dict[str, JournalError] = {}
    async with open_journal(f"sqlite:{bad}") as journal, trio.open_nursery() as nursery:

        async def append(name: str) -> None:
            try:
                await journal.append(name, LENGTH, records(1, stored[name][-1]))
            except JournalError as error:
                failed[name] = error

        for name in stored:
            nursery.start_soon(append, name)
    assert 0 < len(failed) < STREAMS
    assert all(isinstance(error, Unreadable) for error in failed.values())


async def test_file_without_its_first_page_is_no_journal(whole: tuple[Path, Stored]) -> None:
    path, _ = whole
    bad = path.with_name("bad.db")
    without_page(path, 1, bad)
    for read_only in (True, False):
        with pytest.raises(JournalError, match=r"is not a journal; choose another file\.$"):
            async with open_journal(f"sqlite:{bad}", read_only=read_only):
                pass
