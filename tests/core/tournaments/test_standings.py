"""Who stands where, and how ties are broken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.tournaments.standings import Standing, shown_points, standings, winners
from core.tournaments.tournament import Game, Player, Tournament
from tests.core.tournaments.played import ARENA, TERMS, Held, tournaments
from tests.examples import examples


def after(*games: tuple[str, str, int], byes: tuple[str, ...] = ()) -> dict[str, Standing]:
    """Standings after games, each with what the first got in half points, by person."""
    persons = dict.fromkeys(person for game in games for person in game[:2])
    played = tuple(
        Game(1, f"t{number}", (one, other), (got, 2 - got)) for number, (one, other, got) in enumerate(games)
    )
    tournament = Tournament(TERMS, players=tuple(map(Player, persons)), games=played, byes=byes)
    return {one.person: one for one in standings(tournament)}


def test_more_points_come_first_and_a_bye_is_a_win():
    found = after(("a", "b", 2), ("b", "c", 1), byes=("c",))
    assert [(one.person, one.place, one.points) for one in found.values()] == [("c", 1, 3), ("a", 2, 2), ("b", 3, 1)]


def test_of_two_with_as_many_points_who_beat_the_other_comes_first():
    found = after(("a", "b", 0), ("a", "c", 2), ("b", "c", 0), ("a", "d", 2), ("b", "d", 2), ("c", "d", 0))
    assert (found["a"].points, found["b"].points) == (4, 4)
    assert (found["b"].place, found["a"].place) == (1, 2)


def test_then_who_beat_those_with_more_points():
    found = after(("a", "b", 1), ("a", "c", 2), ("b", "d", 2), ("c", "d", 2))
    assert (found["a"].points, found["a"].direct) == (found["b"].points, found["b"].direct)
    assert found["a"].berger > found["b"].berger
    assert (found["a"].place, found["b"].place) == (1, 2)


def test_then_who_won_more_games():
    found = after(("a", "x", 2), ("a", "y", 0), ("b", "z", 1), ("b", "w", 1))
    one, other = found["a"], found["b"]
    if one.rank[:3] == other.rank[:3]:
        assert one.place < other.place
    assert (one.won, other.won) == (1, 0)


def test_who_is_still_alike_shares_the_place_and_the_next_one_is_left_out():
    found = after(("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("a", "d", 2), ("b", "d", 2), ("c", "d", 2))
    assert [one.place for one in found.values()] == [1, 1, 1, 4]
    assert winners(tuple(found.values())) == ("a", "b", "c")


@pytest.mark.parametrize(("half", "shown"), [(0, "0"), (1, "0.5"), (4, "2"), (5, "2.5")])
def test_points_are_shown_with_halves(half: int, shown: str):
    assert shown_points(half) == shown


@examples(100)
@given(held=st.one_of(tournaments(), tournaments(ARENA)), seed=st.integers(0, 99))
def test_standings_are_a_function_of_the_results_alone(held: Held, seed: int):
    tournament = held.now
    found = standings(tournament)
    assert found == standings(held.now)
    assert [one.rank for one in found] == sorted((one.rank for one in found), reverse=True)
    assert all(one.place == 1 + sum(other.rank > one.rank for other in found) for one in found)
    games = Dice(bytes([seed]), "tests", 1).shuffled(tournament.games)
    shuffled = Tournament(tournament.terms, players=tournament.players, games=tuple(games), byes=tournament.byes)
    assert standings(shuffled) == found
