"""Read models come to the same, however the records reach them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.people.look_alike_names import skeleton
from core.people.persons import GUEST, CodeGiven, Named, PasswordSet
from core.people.talk import Said
from core.projections import catalogue_queries, statistics
from core.projections.catalogue import CATALOGUE
from core.projections.daily_games import DAILIES
from core.projections.duels import DUELS
from core.projections.engine.fold import Folder
from core.projections.engine.opening import open_in_memory
from core.projections.engine.projection import Tables
from core.projections.engine.store import Store
from core.projections.ratings import RATINGS
from core.projections.results import RESULTS, Kind
from core.projections.statistics import Tally
from core.projections.table_summaries import GameSummary
from core.projections.tournaments import TOURNAMENTS
from core.projections.turns import TURNS
from core.projections.unclosed_books import BOOKS
from core.records import fold, house_events
from journal import Entry
from tests.core.projections import reference, scenes
from tests.core.projections.scenes import PERSONS, journals, whole
from tests.examples import examples

PROJECTIONS = (CATALOGUE, RESULTS, RATINGS, DAILIES, TURNS, TOURNAMENTS, DUELS, BOOKS)


def batches(entries: Sequence[Entry], cuts: set[int]) -> Iterator[Sequence[Entry]]:
    edges = [0, *sorted(cut for cut in cuts if cut < len(entries)), len(entries)]
    return (entries[first:last] for first, last in pairwise(edges) if first < last)


def write(store: Store, entries: Sequence[Entry], cuts: set[int], kept: tuple[int, int] = (10_000, 10)) -> None:
    """Write entries in batches; a folder that keeps little has to be given whole streams."""
    folder, before = Folder(*kept), 0
    for batch in batches(entries, cuts):
        known = whole(entries)
        missing = {stream: known[stream][:last] for stream, last in folder.missing(batch).items()}
        assert store.write(before, batch[-1].position, folder.fold(batch, missing), None)
        before = batch[-1].position


def everything(store: Store) -> dict[str, Any]:
    """All that can be asked, and every row."""
    rows: dict[str, Any] = {}
    with store.reading() as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for name in names:
            if not name.endswith(("tally", "result", "run")):
                rows[name] = sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
    return rows | {person: statistics_of(store, person) for person in PERSONS}


def table(store: Store, id: str) -> GameSummary | None:
    return store.ask(CATALOGUE, catalogue_queries.table, id)


def statistics_of(store: Store, person: str) -> Mapping[Kind, Tally]:
    return store.ask(RESULTS, statistics.tallies, person)


def talked_at(store: Store, person: str) -> set[str]:
    return set(store.ask(CATALOGUE, catalogue_queries.talked_at, person))


def called(store: Store, name: str) -> set[str]:
    return set(store.ask(CATALOGUE, catalogue_queries.persons_called, name))


@examples(200)
@given(
    journals(),
    st.sets(st.integers(1, 150), max_size=20),
    st.sampled_from([(1, 0), (1, 10), (20, 1), (30, 10), (10_000, 10)]),
)
def test_batches_of_any_size_come_to_the_same(entries: Sequence[Entry], cuts: set[int], kept: tuple[int, int]):
    with closing(open_in_memory(PROJECTIONS)) as in_parts, closing(open_in_memory(PROJECTIONS)) as at_once:
        write(in_parts, entries, cuts, kept)
        write(at_once, entries, set())
        assert everything(in_parts) == everything(at_once)


@examples(40)
@given(journals(), st.sets(st.integers(1, 150), max_size=20), st.integers(0, 149))
def test_batch_that_is_written_again_changes_nothing(entries: Sequence[Entry], cuts: set[int], back: int):
    with closing(open_in_memory(PROJECTIONS)) as store:
        write(store, entries, cuts)
        expected = everything(store)
        again = entries[back % len(entries) :]
        known = whole(entries)
        folder = Folder()
        changes = folder.fold(again, {stream: known[stream] for stream in folder.missing(again)})
        for projection in PROJECTIONS:
            with store.transaction() as writer:
                projection.write(Tables(writer, projection.prefix), changes)
        assert everything(store) == expected


@examples(200)
@given(journals(), st.sets(st.integers(1, 150), max_size=20))
def test_lists_and_statistics_are_those_of_the_whole_streams(entries: Sequence[Entry], cuts: set[int]):
    streams = whole(entries)
    games = {stream: records for stream, records in streams.items() if stream.startswith(fold.TABLE)}
    with closing(open_in_memory(PROJECTIONS)) as store:
        write(store, entries, cuts)
        for stream, records in games.items():
            assert table(store, fold.id_of(stream)) == reference.summary(stream, records)
        for person in PERSONS:
            assert statistics_of(store, person) == reference.tallies(games, person)


@examples(200)
@given(journals(most=2), st.sets(st.integers(1, 60), max_size=20))
def test_names_and_talk_are_those_that_were_not_dropped(entries: Sequence[Entry], cuts: set[int]):
    names: dict[str, str] = {}
    guests: dict[str, bool] = {}
    """Whether a person is a guest, of all who have a code or a password."""
    talked: set[tuple[str, str]] = set()
    for entry in entries:
        match scenes.event_of(entry):
            case Named(name):
                names[entry.stream.removeprefix("person/")] = name
            case CodeGiven():
                guests.setdefault(entry.stream.removeprefix("person/"), True)
            case PasswordSet():
                guests[entry.stream.removeprefix("person/")] = False
            case Said(person):
                talked.add((person, entry.stream.removeprefix("talk/")))
            case house_events.Dropped(stream):
                names.pop(stream.removeprefix("person/"), None)
                guests.pop(stream.removeprefix("person/"), None)
                talked = {(person, id) for person, id in talked if f"talk/{id}" != stream}
            case _:
                pass
    with closing(open_in_memory(PROJECTIONS)) as store:
        write(store, entries, cuts)
        shown = {person: GUEST + name if guests.get(person) else name for person, name in names.items()}
        assert store.ask(CATALOGUE, catalogue_queries.names_of, PERSONS) == shown
        for person in PERSONS:
            assert talked_at(store, person) == {id for who, id in talked if who == person}
        for name in ("ANN", "Ben", "bén", "x"):
            assert called(store, name) == {
                person for person, known in names.items() if skeleton(known) == skeleton(name)
            }


@pytest.mark.parametrize("kept", [(1, 0), (1, 10), (30, 10), (10_000, 10)])
@pytest.mark.parametrize("marks", [1, 2, 3, 4])
def test_moves_are_taken_back_whatever_was_kept_of_the_table(kept: tuple[int, int], marks: int):
    # Four records in a row: one after which the table is kept again, and then three moves are taken back.
    commands = (*["move"] * 6, *["mark"] * marks, *["undo"] * 3)
    games = {
        f"table/{id}": scenes.records_of(scenes.Plan(id, "pileon", ("ann",), commands, 7, at))
        for at, id in enumerate("abc")
    }
    longest = max(map(len, games.values()))
    turns = [
        (stream, record)
        for seq in range(0, longest, 4)
        for stream, records in games.items()
        for record in records[seq : seq + 4]
    ]
    entries = [Entry(number, stream, record) for number, (stream, record) in enumerate(turns, 1)]
    with closing(open_in_memory(PROJECTIONS)) as store:
        write(store, entries, set(range(1, len(entries))), kept)
        for stream, records in games.items():
            assert table(store, fold.id_of(stream)) == reference.summary(stream, records)
        assert statistics_of(store, "ann") == reference.tallies(games, "ann")
