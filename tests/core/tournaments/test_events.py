"""What happens in tournaments, as it is stored."""

from __future__ import annotations

import attrs
import pytest

from core.records import codec, fold
from core.table import Fischer
from core.tournaments.events import (
    EVENTS,
    Announced,
    Cancelled,
    Ended,
    Entered,
    GameEnded,
    Paired,
    Pairing,
    Started,
    Withdrew,
    stream_of,
)
from journal import Damaged, seal
from tests.core.tournaments.played import TERMS

EACH = (
    TERMS,
    attrs.evolve(TERMS, clock=Fischer(600, 5), options=(("to", "99"),), length=1800),
    Entered("p0"),
    Withdrew("p0", after_no_shows=True),
    Started(),
    Paired(3, (Pairing("ab3xy", "p0", "p1"), Pairing("", "p2", "p3")), "p4"),
    GameEnded("ab3xy", "no_show", 2, 0, ("p1",)),
    Ended(),
    Cancelled("person", "shell:Root"),
)


def stored(event: object) -> tuple[object, ...]:
    records = seal(None, [codec.encode(event)], "2026-11-26T20:00:00.000Z")
    return tuple(event for event, _ in fold.decode(stream_of("ev"), records))


@pytest.mark.parametrize("event", EACH, ids=lambda event: type(event).__name__)
def test_event_is_stored_and_read_as_it_was(event: object):
    assert stored(event) == (event,)


def test_every_kind_is_looked_at_here():
    assert {type(event) for event in EACH} == set(EVENTS.values())


@pytest.mark.parametrize(
    "event",
    [
        attrs.evolve(TERMS, places=1),
        attrs.evolve(TERMS, patience=0),
        attrs.evolve(TERMS, rounds=-1),
        attrs.evolve(TERMS, length=10**6),
        attrs.evolve(TERMS, id="A B"),
        GameEnded("ab3xy", "points", 3, 0, ()),
        GameEnded("ab\n", "points", 2, 0, ()),
        Entered("../x"),
        Cancelled("person", "x" * 101),
    ],
)
def test_what_no_tournament_can_have_is_damaged(event: Announced | GameEnded | Entered | Cancelled):
    with pytest.raises(Damaged):
        stored(event)
