"""What every journal promises about pages of streams, and about streams that are dropped."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing

from journal import Conflict, Draft, Journal, JournalError, Record, open_journal, seal
from tests.journal.samples import AT, grow, records, take, take_all
from tests.patience import PATIENCE


async def pages(journal: Journal, prefix: str, limit: int) -> list[list[str]]:
    """The names on every page."""
    page = await journal.streams(prefix, limit=limit)
    found = [[summary.stream for summary in page.summaries]]
    while page.next is not None:
        page = await journal.streams(prefix, page.next, limit)
        found.append([summary.stream for summary in page.summaries])
    return found


async def test_streams_are_listed_in_pages(any_url: str) -> None:
    names = ["talk/a", "table/b", "house", "person/c", "talk/d", "talk/tä", "person/b"]
    async with open_journal(any_url) as journal:
        for name in names:
            await grow(journal, name, 2)
        newest = names[::-1]
        for limit in range(1, 9):
            for prefix in ("", "t", "talk/", "talk/t", "table/", "house", "person/", "none/", "talk/%"):
                matching = [name for name in newest if name.startswith(prefix)]
                cut = [matching[n : n + limit] for n in range(0, len(matching), limit)]
                assert await pages(journal, prefix, limit) == (cut or [[]])


async def test_streams_opened_between_two_pages_do_not_move_the_second(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        for n in range(6):
            await grow(journal, f"talk/{n}", 1)
        first = await journal.streams("talk/", limit=3)
        await grow(journal, "talk/new", 1)
        await journal.drop("talk/3")
        assert first.next is not None
        second = await journal.streams("talk/", first.next, 3)
    assert [summary.stream for summary in second.summaries] == ["talk/2", "talk/1", "talk/0"]
    assert second.next is None


async def test_dropped_stream_is_gone_and_the_others_stay(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        await grow(journal, "table/game", 3)
        kept = await grow(journal, "talk/game", 2)
        await grow(journal, "person/p", 2)
        async with journal.follow_all() as follower:
            before = await take_all(follower, 7)
        await journal.drop("person/p")
        await journal.drop("table/game")
        await journal.drop("table/never")
        assert await journal.head("table/game") == await journal.head("person/p") == 0
        assert await journal.read("table/game") == await journal.read("table/game", 1) == ()
        assert await journal.read("talk/game") == kept
        assert await pages(journal, "", 10) == [["talk/game"]]
        async with journal.follow_all() as follower:
            assert await take_all(follower, 2) == before[3:5], "positions stay"
            (new,) = await grow(journal, "person/p", 1)
            (entry,) = await take_all(follower, 1)
            assert entry.record == new
            assert entry.position > before[-1].position, "no position is given twice"


async def test_dropped_stream_may_begin_again(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 3)
        await journal.drop("table/game")
        with pytest.raises(Conflict) as refused:
            await journal.append("table/game", 3, records(1, stored[-1]))
        assert refused.value.head == 0
        again = await grow(journal, "table/game", 2)
        assert await journal.read("table/game") == again
        assert await pages(journal, "", 10) == [["table/game"]]


async def must_wait(follower: AsyncIterator[tuple[Record, ...]]) -> None:
    raise AssertionError(await anext(follower))


async def test_followers_of_a_dropped_stream_hear_nothing_more(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        await grow(journal, "table/game", 2)
        async with journal.follow("table/game") as old, journal.follow_all() as follower_of_all:
            await take(old, 2)
            await take_all(follower_of_all, 2)
            await journal.drop("table/game")
            again = records(5, None, "again")
            async with journal.follow("table/game") as new:
                await journal.append("table/game", 0, again)
                assert await take(new, 5) == again
                assert len(await take_all(follower_of_all, 5)) == 5
                with trio.fail_after(PATIENCE):
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(must_wait, old)
                        await trio.testing.wait_all_tasks_blocked(0.02)
                        nursery.cancel_scope.cancel()


async def test_follower_of_a_dropped_stream_hears_that_the_journal_is_closed(stored_url: str) -> None:
    async def outlive(journal: Journal, task_status: trio.TaskStatus[None]) -> None:
        async with journal.follow("table/game") as follower:
            await take(follower, 1)
            task_status.started()
            with pytest.raises(JournalError, match="closed"):
                await anext(follower)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery, open_journal(stored_url) as journal:
            await grow(journal, "table/game", 1)
            await nursery.start(outlive, journal)
            await journal.drop("table/game")


async def test_drop_survives_the_process(stored_url: str) -> None:
    async with open_journal(stored_url) as journal:
        await grow(journal, "table/game", 3)
        await journal.drop("table/game")
    async with open_journal(stored_url) as journal:
        assert await journal.head("table/game") == 0
        assert journal.notices == ()
        await grow(journal, "table/game", 1)


async def test_store_knows_when_nothing_is_left_of_what_was_dropped(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        assert await journal.is_compact()
        for name in ("talk/a", "talk/b"):
            await grow(journal, name, 1)
            await journal.drop(name)
            await journal.compact()
            assert await journal.is_compact()


@pytest.mark.parametrize("whole", [True, False])
async def test_nothing_of_what_was_dropped_is_left_after_compacting(file_url: str, tmp_path: Path, whole: bool) -> None:
    async with open_journal(file_url) as journal:
        kept = await grow(journal, "talk/game", 3)
        secret = seal(None, [Draft("a.b", "Secret-Name" * 500), Draft("a.b", "Secret-Name")], AT)
        for name in ("table/Secret-Name", "person/x"):
            await journal.append(name, 0, secret)
        await journal.drop("table/Secret-Name")
        await journal.drop("person/x")
        await journal.compact(whole=whole)
        files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert await journal.read("talk/game") == kept
    assert files
    # The first line of a game in a file names it still; a note about the next game replaces it.
    assert [name for name, content in files.items() if b"Secret-Name" in content.partition(b"\n")[2]] == []
