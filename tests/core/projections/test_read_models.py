"""Lists and statistics that keep up with a real journal."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import english
from core.people import persons, talk
from core.projections import GameSummary, Page, TableState, Views, open_views
from core.projections.engine.projector import _MOST
from core.records import house_events
from journal import Draft, Journal, Lost, Record, open_journal, seal
from tests.core.projections import reference
from tests.core.projections.scenes import PERSONS, Plan, journals, records_of, sealed, whole
from tests.core.recorded import resealed
from tests.examples import examples
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


def a_game(id: str, person: str = "ann", *commands: str, game: str = "pileon", at: int = 0) -> tuple[Record, ...]:
    return records_of(Plan(id, game, (person,), commands or ("move",), 7, at))


async def statistics_of(views: Views) -> tuple[str, ...]:
    return tuple(map(english, await views.show_statistics("ann", "Ann")))


async def store(journal: Journal, **games: Sequence[Record]) -> None:
    for id, records in games.items():
        await journal.append(f"table/{id}", 0, records)


async def caught_up(views: Views, journal: Journal) -> None:
    """Wait until every table of the journal is in the lists as far as it goes."""
    with trio.fail_after(PATIENCE):
        await views.caught_up.wait()
        after: int | None = 0
        while after is not None:
            page = await journal.streams("table/", after)
            for summary in page.summaries:
                await views.wait_for(summary.stream.removeprefix("table/"), summary.last.seq)
            after = page.next


async def walk(page: Callable[[int | None], Awaitable[Page]]) -> list[GameSummary]:
    found: list[GameSummary] = []
    after: int | None = None
    while True:
        part = await page(after)
        found += part.items
        if (after := part.next) is None:
            return found


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'parlour.db'}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parlour.views"


# Keeping up.


async def test_what_is_appended_is_in_the_lists(url: str, path: Path):
    async with open_journal(url) as journal, open_views(journal, path) as views:
        await store(journal, a=a_game("a"), b=a_game("b", "ben", "move", "resign"))
        await caught_up(views, journal)
        assert [one.id for one in (await views.tables()).items] == ["b", "a"]
        assert [one.state for one in (await views.tables()).items] == [TableState.ENDED, TableState.RUNNING]
        assert await views.table("zz") is None
        assert not views.is_behind
        assert not views.notices
        await views.settle()  # Readers find a batch before the one who wrote it knows that it is written.
        assert views.reached_at == reference.summary("table/b", a_game("b", "ben", "move", "resign")).at


async def test_lists_in_a_file_go_on_where_they_stood(url: str, path: Path):
    game = a_game("a", "ann", "move", "move", "hint", "resign")
    async with open_journal(url) as journal:
        for after, until in ((0, 4), (4, 7), (7, len(game))):
            await journal.append("table/a", after, game[after:until])
            async with open_views(journal, path) as views:
                await caught_up(views, journal)
                assert await views.table("a") == reference.summary("table/a", game[:until])


async def test_batches_that_end_in_the_middle_of_a_decision_harm_nobody():
    game = a_game("a", "ann", *["move", "undo"] * (_MOST // 3))
    assert len(game) > _MOST / 2
    async with open_journal("memory:") as journal:
        await store(journal, a=game, b=a_game("b"))
        async with open_views(journal, None) as views:
            await caught_up(views, journal)
            assert await views.table("a") == reference.summary("table/a", game)


async def test_lists_whose_first_batch_ended_in_the_middle_of_a_decision_are_known_again(url: str, path: Path):
    game = a_game("a", "ann", "move", "resign")
    decisions = [record.seq for record in game if record.has_play]
    inside = next(seq for seq in range(2, len(game) + 1) if seq not in decisions)
    # One stream of another kind shifts all of them, so that a batch ends after the record before that one.
    before = (_MOST - (inside - 1)) % len(game)
    games = {f"g{number}": a_game(f"g{number}", "ann", "move", "resign") for number in range(_MOST // len(game) + 2)}
    async with open_journal(url) as journal:
        await journal.append("notes", 0, seal(None, [Draft("note.made", {})] * before, "2026-01-01T00:00:00.000Z"))
        await store(journal, **games)
        for _ in range(2):
            async with open_views(journal, path) as views:
                await caught_up(views, journal)
                assert not views.notices


@examples(10)
@given(entries=journals(most=4), cuts=st.integers(1, 30))
def test_journal_and_lists_agree_while_records_come(entries, cuts):
    trio.run(_agree, entries, cuts)


async def _agree(entries, cuts):
    streams = whole(entries)
    tables = {stream: records for stream, records in streams.items() if stream.startswith("table/")}
    async with open_journal("memory:") as journal, open_views(journal, None) as views:
        for number, entry in enumerate(entries):
            await journal.append(entry.stream, entry.record.seq - 1, (entry.record,))
            if number % cuts == 0:
                await trio.lowlevel.checkpoint()
        await caught_up(views, journal)
        for stream, records in tables.items():
            assert await views.table(stream.removeprefix("table/")) == reference.summary(stream, records)
        for person in PERSONS:
            assert dict(await views.statistics_of(person)) == reference.tallies(tables, person)


@pytest.mark.parametrize("kind", ["memory:", "sqlite:"])
async def test_settled_lists_have_everything_that_was_stored_before(tmp_path: Path, kind: str):
    async with open_journal(kind if kind == "memory:" else f"{kind}{tmp_path}/parlour.db") as journal:  # noqa: SIM117
        async with open_views(journal, None) as views:
            await views.settle()
            for number in range(600):
                await journal.append(f"talk/g{number}", 0, sealed(talk.Said("ann", None, "Hello", 1)))
            await views.settle()
            assert len(await views.talked_at("ann")) == 600


async def test_nobody_waits_for_lists_that_end():
    async with open_journal("memory:") as journal:
        ending = Ending(journal)
        async with open_views(ending, None) as views:
            await store(journal, a=a_game("a"))
            with trio.fail_after(PATIENCE):
                await views.caught_up.wait()
                await views.wait_for("b", 3)
            assert len(views.notices) == 1


class Ending:
    """A journal whose file is gone when it is followed."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def follow_all(self, position: int = 0) -> Any:
        raise Lost("The journal's file is gone.")


# Several processes on one file.


async def test_two_projectors_on_one_file_apply_nothing_twice(url: str, path: Path):
    async with open_journal(url) as journal, open_journal(url) as other:  # noqa: SIM117 (it would be too long)
        async with open_views(journal, path) as one, open_views(other, path) as two:
            for number in range(30):
                id = f"g{number}"
                await store(
                    other if number % 2 else journal, **{id: a_game(id, "ann", "move", "resign", at=20 * number)}
                )
            await caught_up(one, journal)
            await caught_up(two, other)
            expected = ("Pileon", "  30 played, 0 won (0%), 30 lost")
            assert await statistics_of(one) == await statistics_of(two) == expected
            assert {game.state for game in (await one.tables(limit=40)).items} == {TableState.ENDED}
            assert len((await one.tables(limit=40)).items) == 30


async def test_process_that_is_killed_before_its_checkpoint_has_changed_nothing(url: str, path: Path):
    game = a_game("a", "ann", "move", "resign")
    command = [sys.executable, "-m", "tests.core.projections.processes", url, str(path)]
    async with open_journal(url) as journal:
        await store(journal, a=game)
        process = await trio.lowlevel.open_process(command, stdin=-1, stdout=-1, cwd=ROOT)
        assert process.stdout is not None
        with trio.fail_after(PATIENCE):
            assert await process.stdout.receive_some() == b"written\n"
        process.kill()
        await process.wait()
        async with open_views(journal, path) as views:
            await caught_up(views, journal)
            assert await statistics_of(views) == ("Pileon", "  1 played, 0 won (0%), 1 lost")
            assert [one.state for one in (await views.tables()).items] == [TableState.ENDED]
            assert not views.notices


# What is wrong with the journal.


async def test_damaged_stream_is_named_and_takes_nothing_with_it(url: str, path: Path):
    forged = resealed(list(a_game("b", "ann", "move", "resign")), {4: {"data": {"nonsense": 1}}})
    nothing = resealed(list(a_game("c")), {1: {"data": []}})
    async with open_journal(url) as journal, open_views(journal, path) as views:
        await journal.append("talk/a", 0, seal(None, [sealed_draft("talk.said")], "2026-01-01T00:00:00.000Z"))
        await store(journal, a=a_game("a", "ann", "move", "resign"), b=forged, c=nothing, d=a_game("d", "ann", at=90))
        await caught_up(views, journal)
        assert {one.id: one.state for one in (await views.tables()).items} == {
            "a": TableState.ENDED, "b": TableState.DAMAGED, "c": TableState.DAMAGED, "d": TableState.RUNNING,
        }  # fmt: skip
        assert [(one.stream, one.seq) for one in await views.damaged()] == [
            ("table/b", 4),
            ("table/c", 1),
            ("talk/a", 1),
        ]
        damaged = (await views.tables(TableState.DAMAGED)).items
        assert all(one.damage and one.game == "?" for one in damaged)
        assert await statistics_of(views) == ("Pileon", "  1 played, 0 won (0%), 1 lost, 1 in progress")


async def test_game_of_which_a_record_is_gone_is_named(tmp_path: Path):
    file = tmp_path / "journal.db"
    async with open_journal(f"sqlite:{file}") as journal:
        await store(journal, a=a_game("a", "ann", "move", "resign"), b=a_game("b", "ann", "move", "move"))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM record WHERE seq=4 AND stream=(SELECT id FROM stream WHERE name='table/b')")
    async with open_journal(f"sqlite:{file}") as journal, open_views(journal, None) as views:
        await views.caught_up.wait()
        assert [(one.stream, one.seq) for one in await views.damaged()] == [("table/b", 4)]
        assert await statistics_of(views) == ("Pileon", "  1 played, 0 won (0%), 1 lost")


def sealed_draft(kind: str):
    return Draft(kind, {"person": 7})


async def test_game_that_becomes_damaged_leaves_lists_and_statistics(url: str, path: Path):
    game = a_game("a", "ann", "move", "resign")
    async with open_journal(url) as journal, open_views(journal, path) as views:
        await store(journal, a=game, b=a_game("b", "ann", "move", "resign", at=50))
        await caught_up(views, journal)
        (last,) = seal(game[-1], [sealed_draft("table.marked")], game[-1].at)
        await journal.append("table/a", len(game), (last,))
        await views.wait_for("a", last.seq)
        damaged = await views.table("a")
        assert damaged is not None
        assert (damaged.state, damaged.game, damaged.seats) == (
            TableState.DAMAGED,
            "pileon",
            reference.summary("table/a", game).seats,
        )
        assert await statistics_of(views) == ("Pileon", "  1 played, 0 won (0%), 1 lost")


# Persons.


async def test_dropped_person_and_talk_are_gone_from_every_byte(url: str, path: Path):
    async with open_journal(url) as journal:
        async with open_views(journal, path) as views:
            await journal.append("person/ann", 0, sealed(persons.Named("Annabella")))
            await journal.append("talk/a", 0, sealed(talk.Said("ann", 0, "Hello", 1)))
            await store(journal, a=a_game("a"))
            await caught_up(views, journal)
            assert await views.names_of(["ann", "ben"]) == {"ann": "Annabella"}
            assert await views.persons_called("ANNABELLA") == ("ann",)
            assert await views.talked_at("ann") == ("a",)
            dropped = [house_events.Dropped(stream) for stream in ("person/ann", "talk/a")]
            for stream in ("person/ann", "talk/a"):
                await journal.drop(stream)
            await journal.append(house_events.STREAM, 0, sealed(*dropped))
            await store(journal, b=a_game("b"))
            await caught_up(views, journal)
            assert await views.names_of(["ann"]) == {}
            assert await views.persons_called("Annabella") == ()
            assert await views.talked_at("ann") == ()
            assert [seat.person for one in (await views.tables()).items for seat in one.seats] == ["ann", "ann"]
        for file in path.parent.glob(path.name + "*"):
            assert b"nnabella" not in file.read_bytes()


# Pages.


@examples(15)
@given(entries=journals(), limit=st.integers(1, 5), person=st.sampled_from(PERSONS))
def test_pages_show_every_table_exactly_once(entries, limit, person):
    trio.run(_pages, entries, limit, person)


async def _pages(entries, limit, person):
    tables: Mapping[str, GameSummary] = {
        stream: reference.summary(stream, records)
        for stream, records in whole(entries).items()
        if stream.startswith("table/")
    }
    async with _filled(entries) as views:
        whole_list = await walk(lambda after: views.tables(after=after, limit=limit))
        last = {entry.stream: entry.position for entry in entries}
        assert [one.id for one in whole_list] == [
            stream.removeprefix("table/") for stream in sorted(tables, key=lambda stream: -last[stream])
        ]
        for state in TableState:
            for game in ("pileon", "mille", None):
                for who in (person, None):
                    found = await walk(partial(_tables, views, state, game, who, limit))
                    assert found == [
                        one
                        for one in whole_list
                        if one.state is state and game in (None, one.game) and who in (None, *persons_at(one))
                    ]
        mine = sorted(
            (one for one in whole_list if person in persons_at(one) and one.state in UNFINISHED),
            key=lambda one: rank(one, person),
        )
        assert await views.games_of(person, limit=limit) == tuple(mine[:limit])


UNFINISHED = (TableState.WAITING, TableState.RUNNING)


def persons_at(one: GameSummary) -> list[str]:
    return [seat.person for seat in one.seats if seat.person]


def rank(one: GameSummary, person: str) -> int:
    if one.state is TableState.WAITING:
        return 2
    return 0 if any(one.seats[seat].person == person for seat in one.turn) else 1


def _tables(
    views: Views, state: TableState, game: str | None, person: str | None, limit: int, after: int | None
) -> Awaitable[Page]:
    return views.tables(state, game, person, after=after, limit=limit)


@asynccontextmanager
async def _filled(entries) -> AsyncIterator[Views]:
    async with open_journal("memory:") as journal:
        for entry in entries:
            await journal.append(entry.stream, entry.record.seq - 1, (entry.record,))
        async with open_views(journal, None) as views:
            await caught_up(views, journal)
            yield views
