"""Copies between all kinds of journals: whole, the same, and gone on with after a kill at any moment."""

from __future__ import annotations

import gc
import re
import sqlite3
import subprocess
import sys
import weakref
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio

from journal import Draft, Journal, JournalError, Page, Record, Summary, open_journal, seal
from journal.operations import copy as copying
from journal.operations.copy import Copied, Drops, Gone, Progress, append_decisions, copy, decisions
from journal.stores.memory import MemoryJournal
from tests.journal.samples import AT, all_streams, change, grow, records
from tests.journal.stores.nats.nodes import Nodes
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]
NAMES = ("house", "table/b", "talk/b", "person/ä", "table/c")


def _gone(record: Record) -> Gone | None:
    return Gone(record.data["gone"], record.data.get("first", "")) if "gone" in record.data else None


DROPS = Drops("house", _gone)


@pytest.fixture
def source(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'source.db'}"


async def contents(journal: Journal) -> dict[str, tuple[Record, ...]]:
    return {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}


async def fill(journal: Journal, names: tuple[str, ...] = NAMES) -> None:
    for count, name in enumerate(names, 1):
        await grow(journal, name, count)


async def test_copy_is_the_same_in_every_store(large_url: str, source: str) -> None:
    async with open_journal(source) as old, open_journal(large_url) as new:
        await fill(old)
        told: list[Progress] = []
        copied = await copy(old, new, told.append)
        assert await contents(new) == await contents(old)
    assert copied == Copied(5, 15, 15)
    assert told[-1] == Progress(15, 15, 15)
    assert all(one.compared <= one.copied <= one.of for one in told)


async def test_copy_from_every_store_and_back(large_url: str, source: str) -> None:
    async with open_journal(source) as first, open_journal(large_url) as other, open_journal("memory:") as last:
        await fill(first)
        await copy(first, other)
        await copy(other, last)
        assert await contents(last) == await contents(first)


async def test_single_game_goes_into_a_file_and_out_of_it(source: str, tmp_path: Path) -> None:
    file = f"file:{tmp_path / 'game.jsonl'}"
    async with open_journal(source) as old, open_journal(file) as new:
        await fill(old, ("table/b", "person/p"))
        await copy(old, new, wanted=lambda stream: stream.startswith("table/"))
    async with open_journal(file, read_only=True) as new, open_journal("memory:") as last, open_journal(source) as old:
        await copy(new, last)
        assert await contents(last) == {"table/b": await old.read("table/b")}


async def test_streams_are_listed_in_the_same_order(large_url: str, source: str) -> None:
    async with open_journal(source) as old, open_journal(large_url) as new:
        for n in range(200):
            await grow(old, f"table/{n * 77 % 200}", 1 + n % 3)
        await copy(old, new)
        assert [one.stream for one in await all_streams(new)] == [one.stream for one in await all_streams(old)]


async def test_second_copy_brings_only_what_is_new(large_url: str, source: str) -> None:
    async with open_journal(source) as old, open_journal(large_url) as new:
        await fill(old)
        await copy(old, new)
        last = (await old.read("table/b"))[-1]
        await grow(old, "table/b", 3, last)
        await grow(old, "table/d", 1)
        assert await copy(old, new) == Copied(6, 19, 4)
        assert await contents(new) == await contents(old)


class Listed:
    """A journal in memory that tells before each page of its streams which one it is."""

    def __init__(self, before: Callable[[int], Awaitable[None]]) -> None:
        self._journal, self._before = MemoryJournal(), before
        self.pages = 0
        self.summaries: list[weakref.ref[Summary]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        await self._before(self.pages)
        page = await self._journal.streams(prefix, after, limit)
        self.pages += 1
        self.summaries += map(weakref.ref, page.summaries)
        return page


async def test_no_more_than_a_few_pages_of_streams_are_in_memory_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "PAGE", 5)

    async def look(_: int) -> None:
        gc.collect()
        kept.append(len([one for one in (*old.summaries, *new.summaries) if one() is not None]))

    kept: list[int] = []
    old, new = Listed(look), Listed(look)
    for n in range(60):
        await grow(old, f"table/{n}", 1)
    gc.freeze()  # What the other tests have left need not be looked through each time.
    try:
        for _ in range(2):
            await copy(old, new)
    finally:
        gc.unfreeze()
    assert old.pages > 60 / copying.PAGE
    assert max(kept) <= 3 * copying.PAGE


async def test_what_is_dropped_and_begun_while_others_are_copied_leaves_none_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(copying, "PAGE", 5)

    async def change(page: int) -> None:
        if page == 4:  # All have been counted, and none is copied.
            await old.drop("table/2")
            await old.drop("table/12")
            for n in range(12):
                await grow(old, f"talk/{n}", 1)

    old, new = Listed(change), MemoryJournal()
    for n in range(20):
        await grow(old, f"table/{n}", 1)
    assert await copy(old, new) == Copied(30, 30, 30)
    assert await contents(new) == await contents(old)


async def test_decisions_stay_whole(source: str) -> None:
    async with open_journal(source) as old, open_journal("memory:") as new:
        stored = records(3)
        stored += records(2, stored[-1])
        await old.append("table/b", 0, stored[:3])
        await old.append("table/b", 3, stored[3:])
        async with new.follow("table/b") as batches, trio.open_nursery() as nursery:
            nursery.start_soon(copy, old, new)
            seen: list[int] = []
            while sum(seen) < len(stored):
                seen.append(len(await anext(batches)))
        assert [list(map(len, decisions(stored)))] == [[3, 2]]
        assert set(seen) <= {3, 2, 5}


def test_without_causes_each_record_is_a_decision() -> None:
    said = seal(None, [Draft("talk.said", n) for n in range(3)], AT)
    assert list(map(len, decisions(said))) == [1, 1, 1]


async def test_what_is_dropped_goes_from_the_copy_and_the_rest_is_named(large_url: str, source: str) -> None:
    async with open_journal(source) as old, open_journal(large_url) as new:
        await fill(old)
        await copy(old, new, drops=DROPS)
        await grow(new, "own", 1)
        last = (await old.read("house"))[-1]
        await old.append("house", 1, seal(last, [Draft("house.dropped", {"gone": "talk/b"})], AT))
        await old.drop("talk/b")
        copied = await copy(old, new, drops=DROPS)
        assert copied.extra == ("own",)
        assert (await contents(new)).keys() - {"own"} == (await contents(old)).keys()


@pytest.mark.parametrize("count", [1, 3, 5])
async def test_streams_that_differ_are_refused(large_url: str, source: str, count: int) -> None:
    async with open_journal(source) as old, open_journal(large_url) as new:
        await grow(old, "table/b", 3)
        stored: tuple[Record, ...] = ()
        for n in range(count):
            stored += records(1, stored[-1] if stored else None, f"other {n}")
            await new.append("table/b", n, stored[-1:])
        with pytest.raises(JournalError, match=r"table/b is in both journals and differs at record \d"):
            await copy(old, new)
        assert await new.read("table/b") == stored


async def test_damaged_stream_is_copied_as_far_as_it_goes_and_takes_no_other_with_it(
    source: str, tmp_path: Path
) -> None:
    async with open_journal(source) as old:
        await fill(old)
    with closing(sqlite3.connect(tmp_path / "source.db", isolation_level=None)) as database:
        database.execute("update record set line = replace(line, 'u 3', 'u 4') where seq = 2 and length(line) > 0 and"
                         " stream = (select id from stream where name = 'table/c')")  # fmt: skip
    async with open_journal(source) as old, open_journal("memory:") as new:
        copied = await copy(old, new)
        assert [(damage.stream, damage.seq) for damage in copied.damaged] == [("table/c", 2)]
        assert (await contents(new)).keys() == {"house", "table/b", "talk/b", "person/ä"}


async def test_copy_whose_last_record_is_damaged_in_the_source_is_named_and_keeps_no_other_back(
    source: str, tmp_path: Path
) -> None:
    async with open_journal("memory:") as new:
        async with open_journal(source) as old:
            await fill(old)
            await copy(old, new)
            await grow(old, "table/d", 1)
            await grow(old, "table/c", 1, (await old.read("table/c"))[-1])
        change(tmp_path / "source.db", "update record set line = replace(line, 'u 3', 'u 4') where seq = 5")
        async with open_journal(source) as old:
            copied = await copy(old, new)
            assert [(damage.stream, damage.seq) for damage in copied.damaged] == [("table/c", 5)]
            assert await new.head("table/d") == 1


async def test_append_that_others_overtook_is_the_same_or_refused(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        stored = await grow(journal, "table/b", 3)
        await append_decisions(journal, "table/b", stored + records(2, stored[-1]))
        assert await journal.head("table/b") == 5
        with pytest.raises(JournalError, match="differs"):
            await append_decisions(journal, "table/b", records(1, None, "other"))


async def copy_until(source: str, target: str, count: int) -> bool:
    """Copy in a process that is killed once it has copied so many records; whether it was still copying then."""
    command = [sys.executable, "-m", "tests.journal.copier", source, target]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout
    said = b""
    with trio.fail_after(PATIENCE):
        while not (steps := [int(step) for step in re.findall(rb"copied (\d+)", said)]) or steps[-1] < count:
            chunk = await process.stdout.receive_some()
            if not chunk:
                break
            said += chunk
        process.kill()
        await process.wait()
    await process.stdout.aclose()
    return steps[-1] < 3000


@pytest.mark.parametrize("kind", ["sqlite", "nats"])
async def test_copy_that_is_killed_in_the_middle_is_gone_on_with(
    kind: str, source: str, tmp_path: Path, nats_node: Nodes
) -> None:
    target = nats_node.url() if kind == "nats" else f"sqlite:{tmp_path / 'target.db'}"
    async with open_journal(source) as old:
        async with trio.open_nursery() as nursery:
            for n in range(150):
                nursery.start_soon(grow, old, f"table/{n}", 20)
        kills = [await copy_until(source, target, count) for count in (1, 700, 1500)]
        assert any(kills)
        async with open_journal(target) as new:
            copied = await copy(old, new)
            assert (copied.records, copied.extra) == (3000, ())
            assert 0 < copied.new < 3000
            assert await contents(new) == await contents(old)
