"""A mirror has everything the house has, in order and checked, whatever happens to either of them meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from journal import Draft, Journal, JournalError, Lost, Record, open_journal, seal
from journal.operations import mirror as mirroring
from journal.operations.copy import Drops, Gone, is_there
from journal.operations.mirror import Mirrored, mirror
from journal.stores.memory import MemoryJournal
from tests.journal.samples import AT, all_streams, change, grow, records
from tests.patience import PATIENCE


def _gone(record: Record) -> Gone | None:
    return Gone(record.data["gone"], record.data.get("first", "")) if "gone" in record.data else None


DROPS = Drops("house", _gone)


async def contents(journal: Journal) -> dict[str, tuple[Record, ...]]:
    return {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}


@asynccontextmanager
async def mirrored(source: Journal, target: Journal) -> AsyncIterator[list[Mirrored]]:
    """A mirror at work, and what it tells."""
    told: list[Mirrored] = []
    ready = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(mirror, source, target, DROPS, told.append, caught_up=ready.set))
        with trio.fail_after(PATIENCE):
            await ready.wait()
        yield told
        nursery.cancel_scope.cancel()


async def until_same(source: Journal, target: Journal) -> None:
    with trio.fail_after(PATIENCE):
        while await contents(source) != await contents(target):
            await trio.sleep(0.01)


async def test_mirror_follows_what_is_stored_and_what_is_new(large_url: str, tmp_path: Path) -> None:
    async with open_journal(large_url) as source, open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        ends = [(await grow(source, f"table/{n}", 3))[-1] for n in range(5)]
        async with mirrored(source, target) as told:
            assert await contents(source) == await contents(target)
            for n, end in enumerate(ends):
                await grow(source, f"table/{n}", 4, end)
            await grow(source, "talk/new", 2)
            await until_same(source, target)
        assert told[-1] == Mirrored(5 * 7 + 2)


async def test_mirror_goes_on_where_it_was(large_url: str, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'mirror.db'}"
    async with open_journal(large_url) as source:
        end: Record | None = None
        for _ in range(3):
            async with open_journal(url) as target, mirrored(source, target):
                stored = await grow(source, "table/b", 3, end)
                await until_same(source, target)
            end = (await grow(source, "table/b", 2, stored[-1]))[-1]
        async with open_journal(url) as target, mirrored(source, target) as told:
            await until_same(source, target)
            assert [one.trouble for one in told] == [None] * len(told)


async def test_what_is_dropped_goes_from_the_mirror(large_url: str, tmp_path: Path) -> None:
    async with open_journal(large_url) as source, open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        await grow(source, "person/p", 3)
        await grow(source, "table/b", 3)
        async with mirrored(source, target):
            await source.append("house", 0, seal(None, [Draft("house.dropped", {"gone": "person/p"})], AT))
            await source.drop("person/p")
            await until_same(source, target)
            assert (await contents(target)).keys() == {"house", "table/b"}


@pytest.mark.parametrize("is_mirrored", [True, False])
async def test_no_byte_of_what_is_dropped_is_left_in_the_files_of_the_mirror(tmp_path: Path, is_mirrored: bool) -> None:
    def holds_name() -> bool:
        return any(b"Secret-Name" in file.read_bytes() for file in tmp_path.iterdir())

    async def drop(source: Journal) -> None:
        await source.append("house", 0, seal(None, [Draft("house.dropped", {"gone": "person/p"})], AT))
        await source.drop("person/p")

    async with open_journal("memory:") as source, open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        await source.append("person/p", 0, records(1, None, "Secret-Name"))
        async with mirrored(source, target):
            await until_same(source, target)
            assert holds_name()
            if is_mirrored:
                await drop(source)
                await until_same(source, target)
                with trio.fail_after(PATIENCE):
                    while holds_name():
                        await trio.sleep(0.01)
        if not is_mirrored:
            await drop(source)
        async with mirrored(source, target):
            assert not holds_name()
            assert await target.is_compact()


def announced(first: Record, last: Record | None) -> tuple[Record, ...]:
    """That a stream goes whose name is not told."""
    return seal(last, [Draft("house.dropped", {"gone": "name/", "first": first.hash})], AT)


async def test_what_is_dropped_without_its_name_goes_too_and_what_bears_the_name_next_comes(
    large_url: str, tmp_path: Path
) -> None:
    async with open_journal(large_url) as source, open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        (anna,) = await grow(source, "name/anna", 1)
        await source.append("name/bert", 0, records(2, None, "another one's"))
        async with mirrored(source, target) as told:
            note = announced(anna, None)
            await source.append("house", 0, note)
            await source.drop("name/anna")
            await until_same(source, target)
            (again,) = records(1, None, "another one")
            await source.append("name/anna", 0, [again])
            await until_same(source, target)
        # The same once more, while nobody mirrors.
        await source.append("house", 1, announced(again, note[-1]))
        await source.drop("name/anna")
        await source.append("name/anna", 0, records(1, None, "a third one"))
        async with mirrored(source, target) as told_later:
            await until_same(source, target)
        assert [one.trouble for one in (*told, *told_later) if one.trouble] == []
        assert (await contents(target)).keys() == {"house", "name/anna", "name/bert"}


async def test_what_can_be_read_no_more_while_it_is_dropped_goes_from_the_mirror(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as source, open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        await grow(source, "person/p", 3)
        async with mirrored(source, target) as told:
            # A cluster erases many records at once: the first one may be gone before the others.
            change(file, "delete from record where seq = 1")
            await source.append("house", 0, seal(None, [Draft("house.dropped", {"gone": "person/p"})], AT))
            assert await is_there(source, target, "person/p")
            await source.drop("person/p")
            await until_same(source, target)
        assert [one.trouble for one in told if one.trouble] == []


async def test_what_the_house_loses_later_stays_in_the_mirror(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{tmp_path / 'mirror.db'}") as target:
        async with open_journal(f"sqlite:{file}") as source:
            stored = await grow(source, "table/b", 5)
            async with mirrored(source, target):
                pass
        change(file, "update record set line = replace(line, 'u 3', 'u 4') where seq = 3")
        async with open_journal(f"sqlite:{file}") as source:
            async with mirrored(source, target):
                pass
            assert await target.read("table/b") == stored


async def test_what_does_not_chain_is_told_and_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as source, open_journal("memory:") as target:
        stored = await grow(source, "table/b", 3)
        async with mirrored(source, target) as told:
            other = records(2, stored[1], "another game")[-1]
            text = other.line.decode().replace("'", "''")
            change(file, f"insert into record select max(position) + 1, stream, 4, cast('{text}' as blob) from record")
            with trio.fail_after(PATIENCE):
                while not (troubles := [str(one.trouble) for one in told if one.trouble is not None]):
                    await trio.sleep(0.01)
            assert "Record 4 of table/b is damaged" in troubles[0]
            await grow(source, "table/c", 2)
            with trio.fail_after(PATIENCE):
                while await target.head("table/c") < 2:
                    await trio.sleep(0.01)
        assert await target.read("table/b") == stored


@pytest.mark.parametrize("count", [1, 40])
async def test_decisions_of_many_records_are_mirrored_whole(large_url: str, count: int) -> None:
    async with open_journal(large_url) as source, open_journal("memory:") as target, mirrored(source, target):
        await source.append("table/b", 0, records(count))
        await until_same(source, target)


class _Refusing(MemoryJournal):
    """A store that refuses what is appended while it is told to."""

    refused: tuple[str, ...] = ()

    async def append(self, stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
        if stream in self.refused:
            raise JournalError("The disk is full.")
        return await super().append(stream, after, records, *known)


async def test_what_the_mirror_could_not_store_comes_as_soon_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirroring, "RETRY_SECONDS", 0.01)
    source, target = MemoryJournal(), _Refusing()
    async with mirrored(source, target) as told:
        target.refused = ("table/b",)
        await grow(source, "table/b", 2)
        await grow(source, "table/c", 2)
        with trio.fail_after(PATIENCE):
            while not told[-1].trouble:
                await trio.sleep(0.01)
        target.refused = ()
        await until_same(source, target)
    assert told[-1].trouble is None


async def test_stream_that_differs_keeps_no_other_from_the_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirroring, "RETRY_SECONDS", 0.01)
    source, target = MemoryJournal(), MemoryJournal()
    async with mirrored(source, target) as told:
        stored = await grow(source, "table/b", 1)
        await until_same(source, target)
        await target.append("table/b", 1, records(1, stored[-1], "other"))
        await grow(source, "table/b", 1, stored[-1])
        await grow(source, "table/c", 2)
        with trio.fail_after(PATIENCE):
            while await target.head("table/c") < 2:
                await trio.sleep(0.01)
    assert any("differs" in str(one.trouble) for one in told)


async def test_mirror_of_a_house_whose_file_is_gone_ends(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    async with open_journal(f"sqlite:{file}") as source:
        with pytest.RaisesGroup(Lost), trio.fail_after(PATIENCE):
            async with mirrored(source, MemoryJournal()):
                file.rename(tmp_path / "elsewhere.db")
                await trio.sleep_forever()
