"""Ratings: which games count, and that they come to the same however the records reach them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.people import persons
from core.projections import ratings
from core.projections.engine.fold import Folder
from core.projections.engine.opening import open_in_memory
from core.projections.engine.store import Store
from core.projections.glicko2 import Rating
from core.projections.ratings import RATINGS
from core.records import codec, house_events
from core.table import REVEAL_WITHIN, Cause, EndUnrevealed, Resign, RevealLuck
from core.table.events import Ended
from core.table.what_counts import Pool
from journal import Entry, Record, seal
from tests.archive.recorder import Player, from_book, sealing
from tests.core.projections import reference, scenes
from tests.core.projections.scenes import PERSONS, Plan, records_of, whole
from tests.core.recorded import START
from tests.examples import examples

CAUSE = Cause("x", 0, 5, Resign())
GAME = Plan("g", "elixir", ("ann", "ben"), ("move", "move", "move", "win"), 1, 10)


def at(seconds: float, *events: Any) -> tuple[Record, ...]:
    """A stream of these events, all at one time after the start."""
    return seal(None, [codec.encode(event) for event in events], codec.time_text(START + seconds))


def registered(seconds: float) -> tuple[Record, ...]:
    """The stream of a person who has registered then."""
    return at(seconds, persons.Named("Ann"), persons.PasswordSet("00"))


def entries_of(*streams: tuple[str, Sequence[Record]]) -> list[Entry]:
    """A journal of these streams, one after the other."""
    rows = [(stream, record) for stream, records in streams for record in records]
    return [Entry(number, stream, record) for number, (stream, record) in enumerate(rows, 1)]


def write(store: Store, entries: Sequence[Entry], size: int) -> None:
    folder, before = Folder(), 0
    for first in range(0, len(entries), size):
        batch = entries[first : first + size]
        known = whole(entries)
        missing = {stream: known[stream][:last] for stream, last in folder.missing(batch).items()}
        assert store.write(before, batch[-1].position, folder.fold(batch, missing), None)
        before = batch[-1].position


def rated(entries: Sequence[Entry], size: int = 1000) -> dict[tuple[str, str], Rating]:
    with closing(open_in_memory((RATINGS,))) as store:
        write(store, entries, size)
        return all_of(store)


def all_of(store: Store) -> dict[tuple[str, str], Rating]:
    return {
        (person, game + pool.value): rating
        for pool in Pool
        for person, own in store.ask(RATINGS, partial(ratings.ratings_of, persons=PERSONS, pool=pool)).items()
        for game, rating in own.items()
    }


def both(**more: Any) -> list[Entry]:
    """Two who have registered, and their game."""
    game = attrs.evolve(GAME, **more)
    return entries_of(("person/ann", registered(1)), ("person/ben", registered(2)), ("table/g", records_of(game)))


def test_game_between_two_who_have_registered_moves_both_ratings():
    found = rated(both())
    assert set(found) == {("ann", "elixir"), ("ben", "elixir")}
    assert found["ann", "elixir"].value > 1500 > found["ben", "elixir"].value
    assert all(rating.is_provisional and rating.games == 1 for rating in found.values())


@pytest.mark.parametrize(
    "more",
    [
        {"persons": ("ann", "")},
        {"is_practice": True},
        {"restored_after": 1},
        {"commands": ("move", "hint", "move", "win")},
        {"commands": ("move", "move")},
        {"commands": ("win",)},
        {"commands": ("move", "demo", "win")},
        {"at": 1},
    ],
    ids=["computer", "practice", "copy", "help", "unfinished", "unplayed", "demonstration", "registered too late"],
)
def test_nothing_else_counts(more: dict[str, Any]):
    assert rated(both(**more)) == {}


def test_who_does_not_reveal_sealed_luck_loses_by_it_as_who_resigns():
    ann, ben = sealing(Player("ann")), sealing(Player("ben"))
    people_in = (("person/ann", registered(1)), ("person/ben", registered(1)))
    made = from_book("g", "elixir", ann, ben)
    made.ask(1, RevealLuck(ben.nonce, ben.luck))
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    found = rated(entries_of(*people_in, ("table/g", made.records)))
    assert found["ann", "elixir"].value < 1500 < found["ben", "elixir"].value
    neither = from_book("g", "elixir", ann, ben)
    neither.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    assert rated(entries_of(*people_in, ("table/g", neither.records))) == {}


def test_game_that_the_house_has_closed_is_no_draw():
    records = records_of(attrs.evolve(GAME, commands=("move", "move", "move")))
    closed = seal(records[-1], [codec.encode(Ended("closed", (), ()), CAUSE)], codec.time_text(START + 90))
    people_in = (("person/ann", registered(1)), ("person/ben", registered(1)))
    assert rated(entries_of(*people_in, ("table/g", (*records, *closed)))) == {}
    drawn = seal(records[-1], [codec.encode(Ended("points", (), (3, 3)), CAUSE)], codec.time_text(START + 90))
    assert rated(entries_of(*people_in, ("table/g", (*records, *drawn))))


def program(seconds: float, owner: str) -> tuple[Record, ...]:
    """The stream of a program that somebody made then."""
    return at(seconds, persons.Named("Ben"), persons.MadeProgram(owner), persons.TokenSet("00"))


def test_game_with_a_program_is_rated_apart_if_it_has_an_owner_and_that_was_agreed():
    for order, owner, rated_in in (("rated", "ann", {"elixir bots"}), ("", "ann", set()), ("rated", "", set())):
        game = records_of(attrs.evolve(GAME, programs=("ben",), order=order))
        entries = entries_of(("person/ann", registered(1)), ("person/ben", program(2, owner)), ("table/g", game))
        assert {game for _, game in rated(entries)} == rated_in


def test_guest_is_not_rated_nor_is_who_plays_with_one():
    guest = at(1, persons.Named("Ben"), persons.CodeGiven("00"))
    assert rated(entries_of(("person/ann", registered(1)), ("person/ben", guest), ("table/g", records_of(GAME)))) == {}


def test_new_password_is_no_later_registration():
    first = registered(1)
    later = seal(first[-1], [codec.encode(persons.PasswordSet("11"))], codec.time_text(START + 99))
    ann = ("person/ann", (*first, *later))
    entries = entries_of(ann, ("person/ben", registered(1)), ("table/g", records_of(GAME)))
    assert set(rated(entries)) == {("ann", "elixir"), ("ben", "elixir")}


def test_games_with_somebody_who_was_forgotten_count_no_more():
    entries = both()
    dropped = Entry(len(entries) + 1, house_events.STREAM, at(99, house_events.Dropped("person/ben"))[0])
    assert rated([*entries, dropped]) == {} == rated([*entries, dropped], 1)


@st.composite
def journals(draw: st.DrawFn) -> tuple[dict[str, tuple[Record, ...]], list[Entry]]:
    """Streams of some who have registered and of their games, and the order in which they come to be known."""
    streams: dict[str, tuple[Record, ...]] = {}
    for person in PERSONS:
        if draw(st.integers(0, 3)):
            streams[f"person/{person}"] = registered(draw(st.integers(0, 4)))
    for number in range(draw(st.integers(1, 6))):
        one, other = draw(st.permutations(PERSONS))[:2]
        moves = ("move",) * draw(st.integers(1, 4))
        programs = tuple(person for person in (one, other) if draw(st.integers(0, 2)) == 0)
        plan = Plan(
            f"g{number}", "elixir", (one, other), (*moves, "win"), 1, draw(st.integers(3, 9)),
            programs=programs, order=draw(st.sampled_from(("", "rated"))),
        )  # fmt: skip
        streams[f"table/g{number}"] = records_of(plan)
    if draw(st.integers(0, 3)) == 0:
        streams[house_events.STREAM] = at(99, house_events.Dropped(f"person/{draw(st.sampled_from(PERSONS))}"))
    order = draw(st.permutations([stream for stream, records in streams.items() for _ in records]))
    left = {stream: iter(records) for stream, records in streams.items()}
    return streams, [Entry(number, stream, next(left[stream])) for number, stream in enumerate(order, 1)]


@examples(150)
@given(journals(), st.integers(1, 60))
def test_ratings_are_those_of_the_games_in_the_order_of_their_ends_however_they_come(
    journal: tuple[dict[str, tuple[Record, ...]], list[Entry]], size: int
):
    streams, entries = journal
    known: dict[str, float] = {}
    for entry in entries:
        match scenes.event_of(entry):
            case persons.PasswordSet():
                known.setdefault(entry.stream.removeprefix("person/"), codec.seconds(entry.record.at))
            case house_events.Dropped(stream):
                known.pop(stream.removeprefix("person/"), None)
            case _:
                pass
    assert rated(entries, size) == reference.ratings(streams, known)
