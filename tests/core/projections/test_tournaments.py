"""The list of tournaments: how far each is, and how many take part."""

from __future__ import annotations

from contextlib import closing

import attrs

from core.projections import tournaments
from core.projections.engine.opening import open_in_memory
from core.projections.tournaments import TOURNAMENTS, TournamentSummary
from core.records import house_events
from core.table import Fischer
from core.tournaments.events import Cancelled, Ended, Entered, Paired, Started, TournamentEvent, Withdrew
from core.tournaments.tournament import Stage
from journal import Record
from tests.core.projections.scenes import ANNOUNCED, sealed
from tests.core.projections.test_ratings import entries_of, write

ANN, BEN = Entered("ann"), Entered("ben")
GONE = Withdrew("ann", after_no_shows=False)


def stream(id: str, *events: TournamentEvent, starts_at: int = 0) -> tuple[str, tuple[Record, ...]]:
    return f"event/{id}", sealed(attrs.evolve(ANNOUNCED, id=id, starts_at=starts_at), *events)


def listed(
    *streams: tuple[str, tuple[Record, ...]],
) -> tuple[tuple[TournamentSummary, ...], tuple[TournamentSummary, ...]]:
    """Those that are not over, and those that are."""
    with closing(open_in_memory((TOURNAMENTS,))) as store:
        write(store, entries_of(*streams), 3)
        past = store.ask(TOURNAMENTS, tournaments.past_tournaments, 10)
        return store.ask(TOURNAMENTS, tournaments.open_tournaments), past


def test_what_was_announced_is_in_the_list():
    terms = attrs.evolve(ANNOUNCED, clock=Fischer(600, 5), length=1800, options=(("to", "99"),))
    (found,), past = listed(("event/e0", sealed(terms)))
    assert found == TournamentSummary(
        "e0", Stage.ANNOUNCED, ANNOUNCED.starts_at, "ann", "elixir", {"to": "99"}, Fischer(600, 5), 0, 1800, 0
    )
    assert past == ()


def test_those_that_begin_first_come_first_and_of_those_that_are_over_the_last():
    coming, past = listed(
        stream("b", starts_at=20), stream("a", starts_at=30), stream("c", Started(), starts_at=10),
        stream("d", Started(), Ended(), starts_at=1), stream("e", Started(), Ended(), starts_at=2),
        stream("f", Cancelled("late", ""), starts_at=3),
    )  # fmt: skip
    assert [one.id for one in coming] == ["c", "b", "a"]
    assert [one.id for one in past] == ["e", "d"]


def test_players_are_those_who_take_part_and_once_it_has_begun_all_who_did():
    (announced, begun), _ = listed(
        stream("a", ANN, BEN, GONE, starts_at=1),
        stream("b", ANN, BEN, Started(), Paired(1, (), ""), GONE, starts_at=2),
    )
    assert (announced.players, begun.players) == (1, 2)


def test_tournament_of_a_game_that_is_not_known_here_is_not_listed():
    assert listed(("event/e0", sealed(attrs.evolve(ANNOUNCED, game="chess")))) == ((), ())


def test_tournament_under_another_name_and_one_that_was_dropped_are_not_listed():
    wrong = ("event/z", sealed(ANNOUNCED))
    dropped = (house_events.STREAM, sealed(house_events.Dropped("event/e0")))
    assert listed(wrong, stream("e0", ANN), dropped) == ((), ())
