"""Tournaments from their announcement to their end: what is decided."""

from __future__ import annotations

from collections import Counter
from functools import partial

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.tournaments.events import GameEnded, Started
from core.tournaments.pairing import rounds_needed
from core.tournaments.tournament import Stage, advance, after, cancel, end_game, enter, points_of, withdraw
from tests.core.tournaments.played import ARENA, STARTS, TERMS, Held, announced, begun, finish, persons, tournaments
from tests.examples import examples

ANY = st.one_of(tournaments(), tournaments(ARENA))


# Laws.


@examples(150, quick=4)
@given(held=tournaments())
def test_round_robin_in_which_people_come_and_go_pairs_everybody_with_everybody_once(held: Held):
    over = finish(held)
    if over.stage is Stage.CANCELLED:
        assert not over.games
        return
    met = Counter(frozenset(game.persons) for game in over.games)
    assert set(met.values()) <= {1}
    if over.rounds == rounds_needed(len(over.field)):
        assert len(met) == len(over.field) * (len(over.field) - 1) // 2
    byes = Counter(filter(None, over.byes))
    assert max(byes.values(), default=0) <= 1
    assert len(over.byes) == over.rounds


@examples(150)
@given(held=ANY)
def test_no_table_has_two_games_and_nobody_plays_two_at_once(held: Held):
    tables = [game.table for game in held.now.games if game.table]
    assert len(tables) == len(set(tables))
    playing = [person for game in held.now.under_way for person in game.persons]
    assert len(playing) == len(set(playing))


@examples(150)
@given(held=ANY)
def test_each_game_gives_at_most_one_point_and_each_bye_one(held: Held):
    tournament = held.now
    given_ = sum(sum(game.points or ()) for game in tournament.games)
    assert sum(points_of(tournament).values()) == given_ + 2 * len(list(filter(None, tournament.byes)))
    assert given_ <= 2 * len(tournament.games)


@examples(100)
@given(held=ANY)
def test_what_was_decided_is_not_decided_again(held: Held):
    tournament = held.now
    for game in tournament.games:
        if game.points is not None:
            assert end_game(tournament, GameEnded(game.table, "points", 2, 0, ())) == ()


# Beginning.


def test_begins_at_its_time_with_those_who_have_entered():
    held = announced()
    for person in ("p0", "p1"):
        held.do(partial(enter, person=person))
    held.at = STARTS - 1.0
    assert not held.go_on()
    held.at += 1
    assert held.go_on()
    assert (held.now.stage, held.now.field) == (Stage.RUNNING, ("p0", "p1"))


@pytest.mark.parametrize(("count", "late", "reason"), [(1, 0, "too_few"), (0, 0, "too_few"), (5, 7200, "late")])
def test_is_cancelled_with_fewer_than_two_or_where_no_house_was_open(count: int, late: float, reason: str):
    held = announced()
    for person in persons(count):
        held.do(partial(enter, person=person))
    held.at = STARTS + late
    held.go_on()
    assert (held.now.stage, held.now.reason) == (Stage.CANCELLED, reason)


# Who may do what.


def test_nobody_enters_twice_nor_a_full_tournament_nor_a_round_robin_that_has_begun():
    held = announced(attrs.evolve(TERMS, places=2))
    held.do(lambda now: enter(now, "p0"))
    with pytest.raises(Refused, match="already"):
        enter(held.now, "p0")
    held.do(lambda now: enter(now, "p1"))
    with pytest.raises(Refused, match="full"):
        enter(held.now, "p2")
    with pytest.raises(Refused, match="has begun"):
        enter(begun(persons(2)).now, "p9")


def test_arena_is_entered_while_it_goes_on():
    held = begun(persons(2), ARENA)
    assert held.do(lambda now: enter(now, "p7"))
    assert held.now.takes_part("p7")


def test_nobody_withdraws_who_does_not_take_part():
    with pytest.raises(Refused, match="do not take part"):
        withdraw(announced().now, "p0")


def test_only_who_announced_it_cancels_it_and_only_before_it_begins_but_operators_can():
    with pytest.raises(Refused, match="Only the person"):
        cancel(announced().now, "p1", is_operator=False)
    with pytest.raises(Refused, match="no longer"):
        cancel(begun(persons(2)).now, "p0", is_operator=False)
    held = begun(persons(2))
    held.do(lambda now: cancel(now, "op", is_operator=True))
    assert held.now.stage is Stage.CANCELLED
    with pytest.raises(Refused, match="was cancelled"):
        enter(held.now, "p5")


# Games.


def test_next_round_is_paired_when_the_last_game_of_one_is_over():
    held = begun(persons(4))
    assert (held.now.round, len(held.now.under_way)) == (1, 2)
    held.end(0, (2, 0))
    assert not held.go_on()
    held.end(0, (2, 0))
    assert held.go_on()
    assert held.now.round == 2


def test_who_meets_somebody_withdrawn_gets_the_point_without_playing():
    held = begun(persons(2), attrs.evolve(TERMS, rounds=1))
    third = begun(persons(4))
    third.do(lambda now: withdraw(now, "p3"))
    over = finish(third)
    unplayed = [game for game in over.games if not game.table]
    assert len(unplayed) == 2
    assert all(game.points == ((2, 0) if game.persons[1] == "p3" else (0, 2)) for game in unplayed)
    assert held.now.rounds == 1


def test_who_does_not_come_twice_is_withdrawn():
    held = begun(persons(4))
    for _ in range(2):
        place = next(number for number, game in enumerate(held.now.under_way) if "p0" in game.persons)
        held.end(place, (2, 0), ("p0",))
        while held.now.under_way and held.end(0, (2, 0)):
            pass
        held.go_on()
    assert not held.now.takes_part("p0")
    assert held.now.takes_part("p1")


def test_arena_ends_with_the_last_game_after_its_time():
    held = begun(persons(4), ARENA)
    assert len(held.now.under_way) == 2
    held.end(0, (2, 0))
    held.at += ARENA.length
    assert not held.go_on(persons(4))
    held.end(0, (2, 0))
    assert held.go_on(persons(4))
    assert held.now.stage is Stage.OVER


def test_those_who_are_not_here_are_not_paired_in_an_arena():
    held = begun(persons(2), ARENA)
    held.end(0, (1, 1))
    assert advance(held.now, held.at, {"p0"}, lambda: "t") == ()


def test_stream_that_does_not_begin_with_an_announcement_is_none():
    with pytest.raises(ValueError, match="begins with"):
        after(None, Started(), 1.0)
