"""Ladders: a list for each game in which whoever beats somebody at most three places above takes their place.

It is folded from the rated games, in the order of their ends, together with the ratings, so nothing else is recorded:
any rated game with somebody that near above is a challenge. Who finishes a first rated game comes in at the end of the
list, the winner of two before the loser; then the game counts as any other. Those who are passed go down by one. Games
for the ratings of programs have a ladder of their own.
"""

from msgspec import Struct

from core.projections.engine.projection import Tables
from core.table.what_counts import Pool

REACH = 3
"""Places above one's own from which on others cannot be challenged."""
SCHEMA = """
CREATE TABLE {p}ladder (game TEXT, person TEXT, place INTEGER, PRIMARY KEY (game, person)) WITHOUT ROWID;
CREATE INDEX {p}ladder_place ON {p}ladder (game, place)
"""
"""Tables that belong to those of the ratings."""
_PLACE = "SELECT place FROM {p}ladder WHERE game=? AND person=?"


class Rung(Struct, frozen=True):
    """Who has a place."""

    place: int
    """Counted from 1."""
    person: str


def count(tables: Tables, game: str, first: str, second: str, score: float) -> None:
    """A rated game is over, in which the first player scored so much."""
    winner, loser = (second, first) if score == 0.0 else (first, second)
    for person in (winner, loser):
        if place_of(tables, game, person) is None:
            values = (game, person, game)
            tables.execute(
                "INSERT INTO {p}ladder SELECT ?, ?, 1+coalesce(max(place), 0) FROM {p}ladder WHERE game=?", *values
            )
    below, above = place_of(tables, game, winner), place_of(tables, game, loser)
    assert below is not None
    assert above is not None
    if score != 0.5 and 0 < below - above <= REACH:
        tables.execute("UPDATE {p}ladder SET place=place+1 WHERE game=? AND place>=? AND place<?", game, above, below)
        tables.execute("UPDATE {p}ladder SET place=? WHERE game=? AND person=?", above, game, winner)


def clear(tables: Tables, game: str) -> None:
    """Empty the ladder of a game, to count its games again."""
    tables.execute("DELETE FROM {p}ladder WHERE game=?", game)


def place_of(tables: Tables, game: str, person: str) -> int | None:
    """Somebody's place; None for who is not on the ladder."""
    found = tables.execute(_PLACE, game, person).fetchone()
    return None if found is None else int(found[0])


def rungs(tables: Tables, game: str, person: str, limit: int, pool: Pool = Pool.PEOPLE) -> tuple[Rung, ...]:
    """The first places, and those around somebody's own, in order. Empty while the lists of before still answer."""
    known = tables.connection.execute("SELECT 1 FROM sqlite_master WHERE name=?", (f"{tables.prefix}ladder",))
    if known.fetchone() is None:
        return ()
    game += pool.value
    own = place_of(tables, game, person) or 0
    query = "SELECT place, person FROM {p}ladder WHERE game=? AND (place<=? OR place BETWEEN ? AND ?) ORDER BY place"
    return tuple(Rung(*row) for row in tables.execute(query, game, limit, own - REACH, own + REACH))
