"""The journal in a SQLite file: what it refuses to open, and several of it on one file."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from journal import Conflict, Damaged, Entry, Journal, JournalError, Record, open_journal
from journal.stores.sqlite.database import Append, Commit, Database, Placed, append_of, open_database
from journal.stores.sqlite.journal import open_sqlite
from tests.journal.samples import change, check_nothing_is_missed_while_reading, grow, records, take, take_all
from tests.patience import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def test_lock_that_lasts_too_long_is_said_and_nothing_is_written(path: Path) -> None:
    async with open_sqlite(path, patience=0.01) as journal:
        stored = await grow(journal, "game", 1)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            with pytest.raises(JournalError) as refused:
                await journal.append("game", 1, records(1, stored[-1]))
            assert str(refused.value) == f"Another program has locked {path}; try again when it has finished."
            assert await journal.read("game") == stored, "readers do not wait for who writes"
            other.execute("commit")
        stored += await grow(journal, "game", 1, stored[-1])
        assert await journal.read("game") == stored


async def test_lock_that_passes_is_waited_for(path: Path) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        stored = await grow(journal, "game", 1)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(grow, journal, "game", 1, stored[-1])
                assert await journal.head("game") == 1
                other.execute("commit")
        assert await journal.head("game") == 2


async def test_reads_do_not_wait_for_lists(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free, entries = threading.Event(), Database.entries

    def held(database: Database, position: int, limit: int) -> tuple[Placed, ...]:
        assert free.wait(PATIENCE)
        return entries(database, position, limit)

    monkeypatch.setattr(Database, "entries", held)
    async with open_journal(f"sqlite:{path}") as journal, trio.open_nursery() as nursery:
        stored = await grow(journal, "game", 2)
        for _ in range(5):
            nursery.start_soon(_first_entries, journal)
        await trio.testing.wait_all_tasks_blocked()
        with trio.fail_after(PATIENCE):
            assert await journal.read("game") == stored
        free.set()


async def _first_entries(journal: Journal) -> None:
    async with journal.follow_all() as follower:
        assert len(await anext(follower)) == 2


async def test_compacting_under_a_reader_is_refused_and_works_later(path: Path) -> None:
    async with open_sqlite(path, patience=0.01) as journal:
        await grow(journal, "game", 2)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin")
            other.execute("select * from record").fetchone()
            await journal.drop("game")
            with pytest.raises(JournalError, match="Another program is reading"):
                await journal.compact()
            await grow(journal, "game", 2)
        await journal.compact()
        assert await journal.head("game") == 2


async def test_file_knows_what_was_dropped_since_it_was_written_anew_whoever_has_opened_it(path: Path) -> None:
    async with open_sqlite(path, patience=0.01) as one, open_sqlite(path) as two:
        for dropping, compacting in ((one, two), (two, one)):
            await grow(one, "game", 1)
            await dropping.drop("game")
            await dropping.compact(whole=False)
            assert not await one.is_compact()
            assert not await two.is_compact()
            await compacting.compact()
            assert await one.is_compact()
            assert await two.is_compact()
        await grow(one, "game", 1)
        await one.drop("game")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin")
            other.execute("select * from record").fetchone()
            with pytest.raises(JournalError):
                await one.compact()
    async with open_sqlite(path) as later:
        assert not await later.is_compact()


async def test_file_of_a_version_that_did_not_note_it_may_hold_what_was_dropped(path: Path) -> None:
    async with open_sqlite(path) as journal:
        await grow(journal, "game", 1)
        await journal.drop("game")
        await journal.compact()
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        older.execute("drop table compacted")
    async with open_sqlite(path) as journal:
        assert not await journal.is_compact()
        await journal.compact()
        assert await journal.is_compact()


async def test_drop_by_another_process_is_noticed(path: Path) -> None:
    url = f"sqlite:{path}"
    async with open_journal(url) as one, open_journal(url) as two:
        stored = await grow(one, "game", 3)
        other = await grow(one, "other", 1)
        async with one.follow("game") as follower:
            assert await anext(follower) == stored
            await two.drop("game")
            with pytest.raises(Conflict) as refused:
                await one.append("game", 3, records(1, stored[-1]))
            assert refused.value.head == 0
            again = records(2, None, "again")
            assert await two.append("game", 0, again) == 2
            await grow(one, "other", 1, other[-1])
            seen: tuple[Record, ...] = ()
            with trio.fail_after(PATIENCE):
                while seen != again:
                    async with one.follow("game") as later:
                        seen = await anext(later)
        async with one.follow_all() as follower_of_all:
            positions = [entry.position for entry in await anext(follower_of_all)]
        assert positions == sorted(set(positions))
        assert positions[0] == 4, "what was dropped leaves its places empty"


async def test_damaged_record_of_all_is_raised_once_with_its_position(path: Path) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        stored = await grow(journal, "game", 5)
    change(path, "update record set line = 'x' where seq = 3")
    async with open_journal(f"sqlite:{path}") as journal, journal.follow_all() as follower:
        assert [entry.record for entry in await anext(follower)] == list(stored[:2])
        with pytest.raises(Damaged) as refused:
            await anext(follower)
        assert (refused.value.seq, refused.value.position) == (3, 3)
        assert [entry.record for entry in await anext(follower)] == list(stored[3:])
        async with journal.follow_all(3) as later:
            assert [entry.record for entry in await anext(later)] == list(stored[3:])


ABSURD = (
    "null",
    "7",
    "-1",
    "1.5",
    "''",
    "'x'",
    "x'ff'",
    "9223372036854775807",
    "cast(x'ff' as text)",
    "'a' || char(7)",
)


@pytest.mark.parametrize("value", ABSURD)
@pytest.mark.parametrize(
    "column",
    [
        "record.seq",
        "record.line",
        "record.stream",
        "stream.name",
        "stream.family",
        "dropped.position",
        "record.position",
        "stream.id",
    ],
)
async def test_any_value_in_any_column_gives_damage_or_a_sentence(path: Path, column: str, value: str) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        stored = await grow(journal, "table/game", 3)
        await grow(journal, "talk/sound", 2)
    table, name = column.split(".")
    one = {"record": "where position = 3", "stream": "where id = 1", "dropped": ""}[table]
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        # Whoever writes to a file by other means is not held by what the tables demand.
        database.execute("pragma writable_schema = on")
        database.execute("update sqlite_master set sql = replace(sql, ' not null', '') where type = 'table'")
        database.execute("pragma writable_schema = reset")
        with suppress(sqlite3.Error):
            database.execute(f"update {table} set {name} = {value} {one}")
    refusals = 0
    async with open_journal(f"sqlite:{path}") as journal:
        for attempt in (
            partial(journal.head, "table/game"),
            partial(journal.read, "table/game"),
            partial(journal.read, "table/game", 2, 1),
            partial(journal.append, "table/game", 3, records(1, stored[-1])),
            partial(journal.append, "table/new", 0, records(1)),
            partial(_all_entries, journal),
            journal.streams,
            partial(journal.streams, "table/"),
            partial(journal.drop, "table/game"),
            journal.compact,
        ):
            try:
                await attempt()
            except JournalError:
                refusals += 1
        assert len((await journal.streams("talk/")).summaries) <= 1
    assert refusals < 10


async def _all_entries(journal: Journal) -> None:
    async with journal.follow_all() as follower:
        await anext(follower)


async def test_two_journals_on_one_file_see_each_others_records(path: Path) -> None:
    url = f"sqlite:{path}"
    async with open_journal(url) as one, open_journal(url) as two:
        stored = await grow(one, "game", 2)
        assert await two.read("game") == stored
        async with two.follow("game") as follower, two.follow_all() as follower_of_all:
            with trio.fail_after(PATIENCE):
                assert await anext(follower) == stored
                assert [entry.record for entry in await anext(follower_of_all)] == list(stored)
                for writer, other in ((one, two), (two, one)) * 3:
                    with pytest.raises(Conflict) as refused:
                        await other.append("game", 1, records(1, stored[0], "stale"))
                    assert refused.value.head == len(stored)
                    (new,) = await grow(writer, "game", 1, stored[-1])
                    stored += (new,)
                    assert await anext(follower) == (new,)
                    assert [entry.record for entry in await anext(follower_of_all)] == [new]


async def test_own_appends_do_not_hide_those_of_another_process(path: Path) -> None:
    url = f"sqlite:{path}"
    async with open_journal(url) as one, open_journal(url) as two:
        theirs, own = await grow(one, "theirs", 1), await grow(two, "own", 1)
        async with two.follow("theirs") as follower, two.follow("own") as own_follower:
            with trio.fail_after(PATIENCE):
                assert await anext(follower) == theirs
                assert await anext(own_follower) == own
                for _ in range(5):
                    theirs = await grow(one, "theirs", 1, theirs[-1])
                    own = await grow(two, "own", 1, own[-1])
                    assert await anext(own_follower) == own
                    assert await anext(follower) == theirs


async def test_what_another_process_stores_while_a_follower_reads_is_not_missed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_sqlite(path) as journal, open_sqlite(path) as other:
        await check_nothing_is_missed_while_reading(journal, other, "read", monkeypatch)


async def test_followers_see_the_records_of_two_writers_in_order(path: Path) -> None:
    url, count = f"sqlite:{path}", 200
    seen: list[list[Record]] = []

    async def watch(name: str) -> None:
        async with open_journal(url, read_only=True) as reader, reader.follow(name) as follower:
            taken: list[Record] = []
            while len(taken) < count:
                taken += await anext(follower)
            seen.append(taken)

    async with open_journal(url) as one, open_journal(url) as two:
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for journal, name in ((one, "a"), (two, "b"), (one, "c"), (two, "d")):
                    nursery.start_soon(watch, name)
                    nursery.start_soon(grow, journal, name, count)
        stored = [list(await one.read(name)) for name in "abcd"]
    assert sorted(seen, key=repr) == sorted(stored, key=repr)


@pytest.mark.parametrize(
    "damage",
    [
        "update record set line = replace(line, 'mille', 'malle') where seq = 3",
        "update record set line = cast(replace(line, 'mille', 'malle') as blob) where seq = 3",
        "update record set line = 3 where seq = 3",
        "update record set line = '' where seq = 3",
        "delete from record where seq = 3",
        "update record set seq = 30 where seq = 3",
    ],
)
async def test_changed_record_is_refused_with_its_number(path: Path, damage: str) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        stored = await grow(journal, "game", 5)
    change(path, damage)
    async with open_journal(f"sqlite:{path}") as journal, journal.follow("game") as follower:
        for reading in (journal.read("game"), journal.read("game", 1), anext(follower)):
            with pytest.raises(Damaged) as refused:
                await reading
            assert refused.value.seq == 3
            assert refused.value.stream == "game"
        assert stored[3].seq == 4


async def test_damage_done_by_another_process_concerns_only_who_follows_it(path: Path) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        stored = {name: await grow(journal, name, 2) for name in ("sound", "hurt")}
        async with journal.follow("sound") as sound, journal.follow("hurt") as hurt:
            assert await anext(sound) == stored["sound"]
            assert await anext(hurt) == stored["hurt"]
            change(path, "insert into record(stream, seq, line) select id, 3, '{}' from stream where name = 'hurt'")
            with trio.fail_after(PATIENCE), pytest.raises(Damaged) as refused:
                await anext(hurt)
            assert refused.value.seq == 3
            new = await grow(journal, "sound", 1, stored["sound"][-1])
            assert await anext(sound) == new


@pytest.mark.parametrize("seq", [1, 5])
async def test_damaged_stream_does_not_hide_the_others(path: Path, seq: int) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 5)
        await grow(journal, "sound", 5)
    stream = "(select id from stream where name = 'game')"
    change(path, f"update record set line = substr(line, 2) where seq = {seq} and stream = {stream}")
    async with open_journal(f"sqlite:{path}") as journal:
        assert [summary.stream for summary in (await journal.streams()).summaries] == ["sound"]
        with pytest.raises(Damaged) as refused:
            await journal.read("game")
    assert refused.value.seq == seq


async def test_destroyed_file_is_said(path: Path) -> None:
    async with open_journal(f"sqlite:{path}") as journal:
        await grow(journal, "game", 50)
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    async with open_journal(f"sqlite:{path}") as journal:
        with pytest.raises(JournalError, match="is damaged; replace it with a copy"):
            await journal.read("game")


async def test_appends_that_wait_together_share_a_commit(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    commit = Database.commit

    def counted(database: Database, appends: Sequence[Append]) -> Commit:
        sizes.append(len(appends))
        return commit(database, appends)

    monkeypatch.setattr(Database, "commit", counted)
    async with open_journal(f"sqlite:{path}") as journal:
        async with trio.open_nursery() as nursery:
            for n in range(1000):
                nursery.start_soon(grow, journal, f"game-{n}", 1)
        assert len((await journal.streams(limit=2000)).summaries) == 1000
    assert sum(sizes) == 1000
    assert len(sizes) < 10


async def test_follower_hears_of_what_its_owner_no_longer_waits_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, commit = threading.Event(), Database.commit

    def held(database: Database, appends: Sequence[Append]) -> Commit:
        assert free.wait(PATIENCE)
        return commit(database, appends)

    def known() -> int:
        return 1

    async with open_sqlite(path) as journal:
        stored = await grow(journal, "game", 1)
        monkeypatch.setattr(Database, "commit", held)
        async with journal.follow("game", 1, known) as follower:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.append, "game", 1, more := records(2, stored[-1]), known)
                await trio.testing.wait_all_tasks_blocked()
                nursery.cancel_scope.cancel()
            free.set()
            assert await take(follower, 2) == more


async def test_who_follows_all_reads_nothing_of_what_was_appended_just_now_and_is_given_nothing_that_was_dropped(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, begun = Database.entries, list[int]()

    def counted(database: Database, position: int, limit: int) -> tuple[Placed, ...]:
        begun.append(position)
        return read(database, position, limit)

    monkeypatch.setattr(Database, "entries", counted)
    async with open_sqlite(path) as journal, open_sqlite(path) as other, journal.follow_all() as follower:
        stored = await grow(journal, "one", 1)
        assert [entry.record for entry in await take_all(follower, 1)] == list(stored)
        begun.clear()
        for position in (2, 4):
            await journal.append("one", stored[-1].seq, more := records(2, stored[-1]))
            assert await take_all(follower, 2) == tuple(Entry(position + n, "one", more[n]) for n in range(2))
            stored += more
        assert begun == []
        theirs = await grow(other, "two", 1)
        ours = await grow(journal, "three", 2)
        assert await take_all(follower, 3) == (
            Entry(6, "two", theirs[0]), Entry(7, "three", ours[0]), Entry(8, "three", ours[1])
        )  # fmt: skip
        await grow(journal, "three", 1, ours[-1])
        await journal.drop("three")
        assert [entry.stream for entry in await follower.take_ready()] == []


def test_every_commit_is_synced(path: Path) -> None:
    database = open_database(path, 1)
    (first,) = records(1)
    appends = [append_of("game", 0, [first]), append_of("game", 0, [first]), append_of("game", 1, [first])]
    assert database._writer is not None
    commits: list[str] = []
    database._writer.set_trace_callback(commits.append)
    before, top, errors = database.commit(appends)
    assert (before, top) == (0, 1)
    assert [type(error) for error in errors] == [type(None), Conflict, ValueError]
    assert commits.count("begin immediate") == commits.count("commit") == 1
    assert database._writer.execute("pragma synchronous").fetchone() == (2,), "2 is full: a sync in every commit"
    database.close()


async def test_follower_of_a_stream_that_is_read_in_portions_does_not_stop_between_them(path: Path) -> None:
    stored = records(4_500)
    async with open_sqlite(path) as journal:
        await journal.append("table/game", 0, stored)
        async with journal.follow("table/game") as follower:
            assert await take(follower, len(stored)) == stored


async def test_followers_hear_of_others_though_the_system_gives_no_notices(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journal.follow.file_changes.INotify", None)
    async with open_sqlite(path) as journal, open_sqlite(path) as other, journal.follow("table/game") as follower:
        last: Record | None = None
        for _ in range(3):
            stored = await grow(other, "table/game", 1, last)
            assert await take(follower, 1) == stored
            last = stored[-1]
