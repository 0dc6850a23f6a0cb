"""Ladders: who takes whose place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import attrs
from hypothesis import given
from hypothesis import strategies as st

from core.projections import ladder
from core.projections.engine.opening import open_in_memory
from core.projections.engine.projection import Tables
from core.projections.engine.store import Store
from core.projections.ladder import REACH
from core.projections.ratings import RATINGS
from journal import Entry
from tests.core.projections.scenes import records_of
from tests.core.projections.test_ratings import GAME, entries_of, registered, write
from tests.examples import examples

GAMES = st.lists(
    st.tuples(st.permutations("abcdefgh").map(lambda drawn: drawn[:2]), st.sampled_from((1.0, 0.0, 0.5))), max_size=40
)


def places(store: Store, person: str = "", limit: int = 99) -> list[str]:
    found = store.ask(RATINGS, ladder.rungs, "elixir", person, limit)
    assert [one.place for one in found] == list(range(1, len(found) + 1)) or limit < 99
    return [one.person for one in found]


def by_the_rule(games: Sequence[tuple[Sequence[str], float]]) -> list[str]:
    """The ladder, in the plainest way."""
    order: list[str] = []
    for (first, second), score in games:
        winner, loser = (second, first) if score == 0.0 else (first, second)
        order += [one for one in (winner, loser) if one not in order]
        if score != 0.5 and 0 < order.index(winner) - order.index(loser) <= REACH:
            place = order.index(loser)
            order.remove(winner)
            order.insert(place, winner)
    return order


@examples(150)
@given(games=GAMES)
def test_ladder_is_what_the_rule_says(games: list[tuple[list[str], float]]):
    with closing(open_in_memory((RATINGS,))) as store:
        with store.transaction() as writer:
            for (first, second), score in games:
                ladder.count(Tables(writer, RATINGS.prefix), "elixir", first, second, score)
        assert places(store) == by_the_rule(games)


def test_who_beats_somebody_further_above_stays_where_they_are():
    ranked = [(["a", "b"], 1.0), (["a", "c"], 1.0), (["a", "d"], 1.0), (["a", "e"], 1.0)]
    assert by_the_rule(ranked) == ["a", "b", "c", "d", "e"]
    assert by_the_rule([*ranked, (["e", "a"], 1.0)]) == ["a", "b", "c", "d", "e"]
    assert by_the_rule([*ranked, (["e", "b"], 1.0)]) == ["a", "e", "b", "c", "d"]


def test_page_has_the_first_places_and_those_around_ones_own():
    with closing(open_in_memory((RATINGS,))) as store:
        with store.transaction() as writer:
            for number in range(1, 20):
                ladder.count(Tables(writer, RATINGS.prefix), "elixir", "p00", f"p{number:02}", 1.0)
        assert places(store, "p10", 2) == ["p00", "p01", *(f"p{number:02}" for number in range(7, 14))]


def entries(*games: tuple[str, str, int]) -> list[Entry]:
    """Two who have registered, and their games, which were won by the first of them."""
    played = [
        (
            f"table/{id}",
            records_of(attrs.evolve(GAME, id=id, persons=(winner, "ben" if winner == "ann" else "ann"), at=at)),
        )
        for id, winner, at in games
    ]
    return entries_of(("person/ann", registered(1)), ("person/ben", registered(2)), *played)


def ladder_of(given_: Sequence[Entry], size: int = 1000) -> list[str]:
    with closing(open_in_memory((RATINGS,))) as store:
        write(store, given_, size)
        return places(store)


def test_rated_games_make_the_ladder_in_the_order_of_their_ends_however_they_reach_it():
    assert ladder_of(entries(("g", "ann", 10))) == ["ann", "ben"]
    assert ladder_of(entries(("g", "ann", 10), ("h", "ben", 500))) == ["ben", "ann"]
    late = entries(("h", "ben", 500), ("g", "ann", 10))
    assert ladder_of(late) == ladder_of(late, 3) == ["ben", "ann"]


def test_game_against_the_computer_makes_no_ladder():
    computer = ("table/g", records_of(attrs.evolve(GAME, persons=("ann", ""))))
    assert ladder_of(entries_of(("person/ann", registered(1)), computer)) == []
