"""What every journal promises, whatever it is stored in."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from journal import (
    Closed,
    Conflict,
    Draft,
    Entry,
    Header,
    Journal,
    JournalError,
    Page,
    Record,
    Summary,
    open_journal,
    seal,
)
from tests.journal.samples import AT, grow, records, take, take_all
from tests.patience import PATIENCE


async def test_new_journal_is_empty(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        assert await journal.head("table/game") == 0
        assert await journal.read("table/game") == ()
        assert await journal.streams() == Page((), None)
        assert journal.notices == ()


async def test_append_is_read_back(any_url: str) -> None:
    first = records(1)
    second = records(3, first[-1])
    async with open_journal(any_url) as journal:
        assert await journal.append("table/game", 0, first) == 1
        assert await journal.append("table/game", 1, second) == 4
        assert await journal.read("table/game") == first + second
        assert await journal.head("table/game") == 4


async def test_read_begins_after_a_record(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 5)
        for after in range(7):
            assert await journal.read("table/game", after) == stored[after:]


async def test_a_long_stream_is_read_whole_and_up_to_any_limit(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 1_100)
        assert await journal.read("table/game") == stored
        for after, limit in ((0, 500), (0, 501), (7, 1_000), (600, 500), (1_099, 5), (3, 0)):
            assert await journal.read("table/game", after, limit) == stored[after : after + limit]


async def test_append_of_nothing_only_compares_the_head(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        assert await journal.append("table/game", 0, ()) == 0
        assert await journal.streams() == Page((), None)
        await grow(journal, "table/game", 2)
        assert await journal.append("table/game", 2, ()) == 2
        with pytest.raises(Conflict):
            await journal.append("table/game", 1, ())
        assert await journal.head("table/game") == 2


async def test_stale_append_writes_nothing_and_tells_the_head(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 3)
        for after in (0, 1, 2):
            with pytest.raises(Conflict) as refused:
                await journal.append("table/game", after, records(2, stored[after - 1] if after else None, "late"))
            assert (refused.value.stream, refused.value.expected, refused.value.head) == ("table/game", after, 3)
            assert str(refused.value) == f"Stream table/game is at record 3, not at {after}."
        assert await journal.read("table/game") == stored


async def test_append_from_the_future_writes_nothing(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        (first, second) = records(2)
        with pytest.raises(Conflict) as refused:
            await journal.append("table/game", 1, [second])
        assert refused.value.head == 0
        assert await journal.read("table/game") == ()
        assert await journal.append("table/game", 0, [first]) == 1


async def test_append_of_an_old_and_a_new_record_writes_nothing(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 1)
        (new,) = records(1, stored[-1])
        with pytest.raises(Conflict):
            await journal.append("table/game", 0, [*stored, new])
        with pytest.raises(ValueError, match="do not follow"):
            await journal.append("table/game", 1, [*stored, new])
        assert await journal.read("table/game") == stored


async def test_append_that_breaks_the_chain_writes_nothing(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 1)
        of_another_game = records(2, None, "other")[1:]
        with pytest.raises(ValueError, match="does not chain"):
            await journal.append("table/game", 1, of_another_game)
        assert await journal.read("table/game") == stored
        assert await journal.append("table/game", 1, records(1, stored[-1])) == 2


async def test_stream_without_a_name_is_nonsense(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        for name in ("", "line\nend", "x" * 201):
            with pytest.raises(ValueError, match="name of a stream"):
                await journal.append(name, 0, records(1))


async def try_append(journal: Journal, after: int, decision: tuple[Record, ...]) -> int:
    """The head, whether this append made it or another."""
    try:
        return await journal.append("table/game", after, decision)
    except Conflict as refused:
        return -refused.head


async def test_many_appends_at_one_place_have_one_winner(any_url: str) -> None:
    won: list[int] = []
    async with open_journal(any_url) as journal:

        async def compete(previous: Record | None, after: int, mark: int) -> None:
            head = await try_append(journal, after, records(2, previous, mark))
            assert abs(head) == after + 2
            if head > 0:
                won.append(mark)

        previous = None
        for after in (0, 2, 4):
            async with trio.open_nursery() as nursery:
                for mark in range(20):
                    nursery.start_soon(compete, previous, after, mark)
            previous = (await journal.read("table/game"))[-1]
        stored = await journal.read("table/game")
    assert [record.data["mark"] for record in stored] == [mark for mark in won for _ in (1, 2)]
    assert len(won) == 3


async def test_records_are_the_same_bytes_in_every_journal(any_url: str) -> None:
    drafts = [Draft("a.b", {"text": 'é "quoted" \n \u2028 \U0001f0cf', "n": [1, None, True]}), Draft("c.d", 0)]
    sealed = seal(None, drafts, AT)
    async with open_journal(any_url) as journal:
        await journal.append("table/game", 0, sealed)
        assert [record.line for record in await journal.read("table/game")] == [record.line for record in sealed]


async def test_cancelled_append_leaves_the_journal_usable(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        for _ in range(20):
            before = await journal.read("table/game")
            (new,) = records(1, before[-1] if before else None)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.append, "table/game", len(before), [new])
                await trio.lowlevel.checkpoint()
                nursery.cancel_scope.cancel()
            # Whatever came of it is settled once a later append is: stored whole, or not at all.
            assert abs(await try_append(journal, len(before), (new,))) == new.seq
            assert await journal.read("table/game") == (*before, new)


async def test_appends_cancelled_in_a_crowd_do_not_disturb_the_others(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        async with trio.open_nursery() as nursery:
            for n in range(60):
                scope = trio.CancelScope()
                nursery.start_soon(grow_in, scope, journal, f"game-{n}")
                if n % 3 == 0:
                    await trio.lowlevel.checkpoint()
                    scope.cancel()
        for n in range(60):
            stored = await journal.read(f"game-{n}")
            assert n % 3 == 0 or len(stored) == 5


async def grow_in(scope: trio.CancelScope, journal: Journal, stream: str) -> None:
    with scope:
        await grow(journal, stream, 5)


async def test_streams_do_not_touch_each_other(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        first = await grow(journal, "first", 2)
        second = await grow(journal, "second", 3)
        first += await grow(journal, "first", 1, first[-1])
        assert await journal.read("first") == first
        assert await journal.read("second") == second
        with pytest.raises(Conflict):
            await journal.append("third", 3, records(1, first[-1]))


async def test_streams_are_listed_newest_first(large_url: str) -> None:
    async with open_journal(large_url) as journal:
        stored = {name: await grow(journal, name, 2) for name in ("b", "a", "c")}
        stored["b"] += await grow(journal, "b", 2, stored["b"][-1])
        listed = await journal.streams()
    assert listed == Page(tuple(Summary(name, stored[name][0], stored[name][-1]) for name in ("c", "a", "b")), None)


async def test_one_stream_is_listed(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 3)
        assert await journal.streams() == Page((Summary("table/game", stored[0], stored[-1]),), None)


async def test_read_gives_no_more_than_the_limit(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 6)
        for after in range(7):
            for limit in range(8):
                assert await journal.read("table/game", after, limit) == stored[after : after + limit]


async def test_note_is_checked_by_every_journal(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        await journal.note({"names": {"p1": "Ann"}, "more": 1})
        with pytest.raises(ValueError, match="header"):
            await journal.note({"names": ["Ann"]})


async def test_only_a_file_has_a_header(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        await grow(journal, "table/game", 1)
        expected = Header("table/game", {}) if any_url.startswith("file:") else None
        assert journal.header == expected


async def test_follower_sees_what_was_and_what_comes(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 3)
        async with journal.follow("table/game") as follower, journal.follow("table/game", 2) as later:
            assert await take(follower, 3) == stored
            assert await take(later, 1) == stored[2:]
            new = await grow(journal, "table/game", 2, stored[-1])
            assert await take(follower, 2) == new
            assert await take(later, 2) == new


async def test_follower_waits_for_a_stream_to_begin(any_url: str) -> None:
    async with (
        open_journal(any_url) as journal,
        trio.open_nursery() as nursery,
        journal.follow("table/game") as follower,
    ):
        nursery.start_soon(grow, journal, "table/game", 3)
        assert len(await take(follower, 3)) == 3


async def test_slow_follower_misses_nothing(any_url: str) -> None:
    async with open_journal(any_url) as journal, journal.follow("table/game") as follower:
        stored = await grow(journal, "table/game", 1)
        assert await take(follower, 1) == stored
        new = await grow(journal, "table/game", 300, stored[-1])
        assert await take(follower, 300) == new


async def test_many_followers_all_see_everything_in_order(any_url: str) -> None:
    seen: list[tuple[Record, ...]] = []

    async def watch(journal: Journal, after: int) -> None:
        async with journal.follow("table/game", after) as follower:
            seen.append(await take(follower, 30 - after))

    async with open_journal(any_url) as journal, trio.open_nursery() as nursery:
        for n in range(100):
            nursery.start_soon(watch, journal, n % 5)
        stored = await grow(journal, "table/game", 30)
    assert sorted(seen, key=len) == sorted((stored[n % 5 :] for n in range(100)), key=len)


async def test_follower_that_is_cancelled_goes_on_where_it_was(any_url: str) -> None:
    async with open_journal(any_url) as journal, journal.follow("table/game") as follower:
        stored = await grow(journal, "table/game", 1)
        assert await take(follower, 1) == stored
        with trio.move_on_after(0):
            await anext(follower)
        new = await grow(journal, "table/game", 1, stored[-1])
        assert await take(follower, 1) == new


async def test_follower_of_all_resumes_from_a_position(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        stored = await grow(journal, "table/game", 4)
        async with journal.follow_all() as follower:
            entries = await take_all(follower, 4)
        assert [(entry.stream, entry.record) for entry in entries] == [("table/game", record) for record in stored]
        positions = [entry.position for entry in entries]
        assert positions == sorted(set(positions))
        assert positions[0] >= 1
        async with journal.follow_all(positions[1]) as follower:
            assert await take_all(follower, 2) == entries[2:]
            (new,) = await grow(journal, "table/game", 1, stored[-1])
            (entry,) = await take_all(follower, 1)
            assert entry.record == new
            assert entry.position > positions[-1]


async def test_follower_of_all_sees_all_streams(large_url: str) -> None:
    async with open_journal(large_url) as journal, trio.open_nursery() as nursery, journal.follow_all() as follower:
        for n in range(30):
            nursery.start_soon(grow, journal, f"game-{n}", 20)
        entries = await take_all(follower, 600)
    assert [entry.position for entry in entries] == sorted({entry.position for entry in entries})
    for n in range(30):
        numbers = [entry.record.seq for entry in entries if entry.stream == f"game-{n}"]
        assert numbers == list(range(1, 21))


async def test_what_is_stored_is_at_hand_and_nothing_after_it(large_url: str) -> None:
    async with open_journal(large_url) as journal, journal.follow_all() as follower:
        assert await follower.take_ready() == ()
        async with trio.open_nursery() as nursery:
            for n in range(30):
                nursery.start_soon(grow, journal, f"game-{n}", 20)
        found: list[Entry] = []
        while batch := await follower.take_ready():
            found += batch
        assert len(found) == 600
        await journal.append("new", 0, records(2))
        assert [entry.stream for entry in await follower.take_ready()] == ["new", "new"]


@pytest.mark.parametrize("name", ["", "\ud800", "a\nb", "x" * 201])
async def test_what_cannot_be_a_stream_is_none(any_url: str, name: str) -> None:
    async with open_journal(any_url) as journal:
        assert await journal.head(name) == 0
        assert await journal.read(name) == ()
        assert await journal.streams(name or "\0") == Page((), None)
        await journal.drop(name)
        async with journal.follow(name) as follower:
            with trio.move_on_after(0) as scope:
                await anext(follower)
            assert scope.cancelled_caught


async def test_every_method_is_a_checkpoint(any_url: str) -> None:
    async with open_journal(any_url) as journal:
        await grow(journal, "table/game", 1)
        for method in (
            partial(journal.append, "table/game", 1, ()),
            partial(journal.read, "table/game"),
            partial(journal.head, "table/game"),
            journal.streams,
            partial(journal.drop, "table/none"),
            journal.compact,
            partial(journal.note, {}),
        ):
            with trio.CancelScope() as scope:
                scope.cancel()
                await method()
            assert scope.cancelled_caught, method


async def test_error_in_the_block_comes_out_as_it_is(any_url: str) -> None:
    with pytest.raises(Conflict):
        async with open_journal(any_url) as journal:
            await journal.append("table/game", 7, ())


async def test_closed_journal_refuses_and_says_so(stored_url: str) -> None:
    async with open_journal(stored_url) as journal:
        stored = await grow(journal, "table/game", 1)
    for method in (journal.head, journal.read, partial(journal.append, after=1, records=records(1, stored[0]))):
        with pytest.raises(Closed, match="closed"):
            await method("table/game")


async def test_append_that_outlives_the_journal_gets_an_answer(stored_url: str) -> None:
    heads: list[int] = []
    refusals: list[str] = []

    async def append(journal: Journal, decision: tuple[Record, ...]) -> None:
        try:
            heads.append(await journal.append("table/game", decision[0].seq - 1, decision))
        except JournalError as error:
            refusals.append(str(error))

    with trio.fail_after(PATIENCE):
        for _ in range(20):
            async with trio.open_nursery() as nursery:
                with trio.CancelScope() as scope:
                    async with open_journal(stored_url) as journal:
                        stored = await journal.read("table/game")
                        nursery.start_soon(append, journal, records(1, stored[-1] if stored else None))
                        await trio.lowlevel.checkpoint()
                        scope.cancel()
    async with open_journal(stored_url) as journal:
        assert await journal.head("table/game") == len(heads)
    assert len(heads) + len(refusals) == 20
    assert all("closed" in refusal for refusal in refusals)


async def test_follower_that_outlives_the_journal_gets_an_error(stored_url: str) -> None:
    async def outlive(journal: Journal, task_status: trio.TaskStatus[None]) -> None:
        async with journal.follow("table/game") as follower:
            task_status.started()
            with pytest.raises(Closed, match="closed"):
                await anext(follower)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery, open_journal(stored_url) as journal:
            await nursery.start(outlive, journal)


async def test_journal_is_there_again_when_it_is_reopened(stored_url: str) -> None:
    async with open_journal(stored_url) as journal:
        stored = await grow(journal, "table/game", 3)
        stored += (more := records(3, stored[-1]))
        await journal.append("table/game", 3, more)
    async with open_journal(stored_url) as journal:
        assert await journal.read("table/game") == stored
        assert journal.notices == ()
        with pytest.raises(Conflict):
            await journal.append("table/game", 5, records(1, stored[4]))
        assert await journal.append("table/game", 6, records(1, stored[-1])) == 7


async def test_reader_sees_what_a_writer_appends_and_writes_nothing(stored_url: str) -> None:
    async with open_journal(stored_url) as writer:
        stored = await grow(writer, "table/game", 2)
        async with open_journal(stored_url, read_only=True) as reader:
            with pytest.raises(JournalError, match="reading only"):
                await reader.append("table/game", 2, records(1, stored[-1]))
            async with reader.follow("table/game") as follower, reader.follow_all() as follower_of_all:
                assert await take(follower, 2) == stored
                new = await grow(writer, "table/game", 2, stored[-1])
                assert await take(follower, 2) == new
                assert len(await take_all(follower_of_all, 4)) == 4
            assert await reader.head("table/game") == 4


async def test_reader_does_not_make_a_journal(stored_url: str, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="check the name"):
        async with open_journal(stored_url, read_only=True):
            pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["redis:a", "memory:x", "sqlite:", "file:", ""])
async def test_what_is_no_journal_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(JournalError, match=r"; write .*memory:|: write just memory:"):
        async with open_journal(url):
            pass


async def test_bare_path_is_a_file_or_a_database(tmp_path: Path) -> None:
    for name, begin in (("game.jsonl", b'{"parlour":2,'), ("games", b"SQLite format 3")):
        async with open_journal(str(tmp_path / name)) as journal:
            await grow(journal, "table/game", 1)
        assert (tmp_path / name).read_bytes().startswith(begin)


async def test_follower_is_not_told_what_it_knows(any_url: str) -> None:
    """Whoever appends knows the records; the next ones of somebody else still come, and once."""
    reached = 0
    async with open_journal(any_url) as journal, journal.follow("table/game", 0, lambda: reached) as follower:
        own = await grow(journal, "table/game", 2)
        reached = 2
        others = await grow(journal, "table/game", 3, own[-1])
        assert await take(follower, 3) == others
