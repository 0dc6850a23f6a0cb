"""The list of duels: how far each is, and how many games are over."""

from __future__ import annotations

from contextlib import closing

import attrs
from msgspec.structs import replace

from core.duels.duel import Stage
from core.duels.events import Agreed, Contender, DuelEvent, Ended, GameEnded, Stopped
from core.projections import duels
from core.projections.duels import DUELS, DuelSummary
from core.projections.engine.opening import open_in_memory
from core.records import house_events
from journal import Record
from tests.core.duels.played import TERMS
from tests.core.projections.scenes import sealed
from tests.core.projections.test_ratings import entries_of, write


def stream(id: str, *events: DuelEvent, asks: tuple[int, ...] = ()) -> tuple[str, tuple[Record, ...]]:
    return f"duel/{id}", sealed(attrs.evolve(TERMS, id=id, asks=asks), *events)


def listed(
    *streams: tuple[str, tuple[Record, ...]],
) -> tuple[tuple[DuelSummary, ...], tuple[DuelSummary, ...]]:
    """Those that are not over, and those that are."""
    with closing(open_in_memory((DUELS,))) as store:
        write(store, entries_of(*streams), 3)
        return store.ask(DUELS, duels.open_duels), store.ask(DUELS, duels.past_duels, 10)


def test_what_was_ordered_is_in_the_list():
    (found,), past = listed(stream("d"))
    sides = (Contender("robo"), Contender("bert"))
    assert replace(found, ordered_at=0.0) == DuelSummary("d", Stage.RUNNING, 0.0, "anna", "elixir", {}, 3, sides, "", 0)
    assert past == ()


def test_duel_is_as_far_as_its_records_say():
    ended = [GameEnded(table, 2, "", None, 3) for table in ("a", "b")]
    coming, past = listed(
        stream("a", asks=(0, 1)), stream("b", Agreed(0, "x"), asks=(0, 1)),
        stream("c", Agreed(0, "x"), Agreed(1, "x"), *ended, asks=(0, 1)), stream("e", Stopped("person", "x")),
        stream("f", *ended, Ended()), stream("g", Stopped("declined", "x"), Ended(), asks=(0,)),
    )  # fmt: skip
    assert [(one.id, one.stage, one.played) for one in coming] == [
        ("a", Stage.ASKED, 0), ("b", Stage.ASKED, 0), ("c", Stage.RUNNING, 2), ("e", Stage.STOPPING, 0),
    ]  # fmt: skip
    assert {(one.id, one.reason, one.played) for one in past} == {("f", "", 2), ("g", "declined", 0)}


def test_duel_under_another_name_of_an_unknown_game_or_dropped_is_not_listed():
    wrong = ("duel/z", sealed(TERMS))
    unknown = ("duel/d", sealed(attrs.evolve(TERMS, game="chess")))
    dropped = (house_events.STREAM, sealed(house_events.Dropped("duel/e0")))
    assert listed(wrong, unknown, stream("e0"), dropped) == ((), ())
