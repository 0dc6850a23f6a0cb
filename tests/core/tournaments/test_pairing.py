"""Who meets whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from core.tournaments.pairing import arena, round_robin, rounds_needed
from tests.examples import examples

COUNTS = st.integers(2, 20)


def players(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


@examples(60)
@given(count=COUNTS)
def test_every_pair_meets_exactly_once_in_a_round_robin(count: int):
    found = [pair for number in range(1, rounds_needed(count) + 1) for pair in round_robin(players(count), number)[0]]
    assert Counter(map(frozenset, found)) == Counter(map(frozenset, combinations(players(count), 2)))


@examples(60)
@given(count=COUNTS, number=st.integers(1, 60))
def test_everybody_is_in_a_round_once_with_one_bye_where_their_number_is_odd(count: int, number: int):
    pairs, bye = round_robin(players(count), number)
    assert sorted([*(one for pair in pairs for one in pair), *([bye] if bye else [])]) == sorted(players(count))
    assert bool(bye) == bool(count % 2)


@examples(60)
@given(count=COUNTS.filter(lambda count: count % 2), rounds=st.integers(1, 60))
def test_nobody_has_a_second_bye_before_all_have_had_one(count: int, rounds: int):
    byes = Counter(round_robin(players(count), number)[1] for number in range(1, rounds + 1))
    had = [byes[one] for one in players(count)]
    assert max(had) - min(had) <= 1


@examples(60)
@given(count=COUNTS)
def test_everybody_begins_half_of_their_games(count: int):
    rounds = (round_robin(players(count), number)[0] for number in range(1, rounds_needed(count) + 1))
    begun = Counter(first for pairs in rounds for first, _ in pairs)
    assert all(abs(2 * begun[one] - (count - 1)) <= 1 for one in players(count))


# Arenas.


@st.composite
def meetings(draw: st.DrawFn):
    """Some who are free, of those who have played any games."""
    those = players(draw(st.integers(2, 9)))
    pair = st.permutations(those).map(lambda drawn: (drawn[0], drawn[1]))
    return draw(st.permutations(those))[: draw(st.integers(0, len(those)))], draw(st.lists(pair, max_size=30))


def have_just_met(one: str, other: str, met) -> bool:
    last = [[pair for pair in met if person in pair][-1:] for person in (one, other)]
    return last[0] == last[1] != [] and set(last[0][0]) == {one, other}


@examples(300)
@given(given_=meetings())
def test_as_many_play_as_can_and_nobody_twice(given_):
    free, met = given_
    found = [one for pair in arena(free, met, {}) for one in pair]
    assert len(found) == len(set(found)) == len(free) // 2 * 2
    assert set(found) <= set(free)


@examples(300)
@given(given_=meetings())
def test_no_two_meet_again_at_once_unless_nobody_else_is_free(given_):
    free, met = given_
    again = [pair for pair in arena(free, met, {}) if have_just_met(*pair, met)]
    assert not again or len(free) == 2


@examples(300)
@given(given_=meetings())
def test_who_began_more_often_does_not_begin(given_):
    free, met = given_
    begun = Counter(first for first, _ in met)
    assert all(begun[first] <= begun[second] for first, second in arena(free, met, {}))


def test_who_has_played_least_plays_and_of_those_the_best_meet():
    met = [("a", "b"), ("c", "d"), ("a", "b")]
    pairs = {frozenset(pair) for pair in arena(("a", "b", "c", "d", "e"), met, {"c": 4})}
    assert frozenset(("e", "c")) in pairs
