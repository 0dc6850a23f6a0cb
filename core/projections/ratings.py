"""Ratings by person and game: a game between two people who had both registered before it began counts, once.

Those of games with programs are apart, in lists named by the game and " bots": see `Pool`.

What else it takes is said in `what_counts`. What is stored is a function of the games alone, in the order of their
ends: one that comes to be known late, or turns out not to count because somebody was forgotten, has the ratings of its
game computed again from the first. In any other case two rows change.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
from msgspec import Struct

from core.people.persons import MadeProgram, PasswordSet
from core.projections import ladder
from core.projections.engine.fold import PERSON
from core.projections.engine.projection import Change, Damage, Noted, Projection, StreamDropped, TableChanged, Tables
from core.projections.glicko2 import SURE, Rating, play
from core.records.fold import TABLE
from core.table.what_counts import Pool, pool_of

_SCHEMA = """
CREATE TABLE {p}person (id TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID;
CREATE TABLE {p}played (id TEXT PRIMARY KEY, game TEXT, opened INTEGER, at INTEGER, first TEXT, second TEXT,
    score REAL) WITHOUT ROWID;
CREATE INDEX {p}played_order ON {p}played (game, at, id);
CREATE INDEX {p}played_first ON {p}played (first);
CREATE INDEX {p}played_second ON {p}played (second);
CREATE TABLE {p}rating (person TEXT, game TEXT, value REAL, deviation REAL, volatility REAL, games INTEGER, at INTEGER,
    last TEXT, PRIMARY KEY (person, game)) WITHOUT ROWID;
CREATE INDEX {p}rating_best ON {p}rating (game, value);
"""
_COUNTED = """
SELECT g.id, g.game, g.at, g.first, g.second, g.score FROM {p}played g JOIN {p}person a ON a.id=g.first
    JOIN {p}person b ON b.id=g.second WHERE a.at<=g.opened AND b.at<=g.opened
"""
_WRITE = """
INSERT INTO {p}rating VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value=excluded.value,
    deviation=excluded.deviation, volatility=excluded.volatility, games=excluded.games, at=excluded.at,
    last=excluded.last
"""
_READ = "SELECT value, deviation, volatility, games, at, last FROM {p}rating WHERE person=? AND game=?"


class _Played(Struct, frozen=True):
    """A game that is over, between two people."""

    id: str
    game: str
    at: int
    """Milliseconds since the epoch when it ended."""
    first: str
    second: str
    score: float
    """Of the first one."""


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write what changed; what is written already changes nothing."""
    writing = _Writing(tables)
    for change in changes:
        match change:
            case Noted(person, PasswordSet(), at):
                writing.register(person, round(at * 1000))
            case Noted(person, MadeProgram(owner), at) if owner:
                writing.register(person, round(at * 1000))
            case StreamDropped(stream) if stream.startswith(PERSON):
                writing.forget(stream.removeprefix(PERSON))
            case Damage(stream) | StreamDropped(stream) if stream.startswith(TABLE):
                writing.remove(stream.removeprefix(TABLE))
            case _:
                pass
    ended = [change for change in changes if isinstance(change, TableChanged) and pool_of(change.table) is not None]
    for change in sorted(ended, key=lambda change: (change.table.at, change.id)):
        writing.add(change)
    writing.finish()


RATINGS = Projection("ratings", version=9, readable=1, schema=_SCHEMA + ladder.SCHEMA.lstrip(), write=write)


def score(winners: Sequence[int]) -> float:
    """What the first of two players gets of a game that these seats have won."""
    return 0.5 if len(winners) != 1 else 1.0 if winners[0] == 0 else 0.0


@attrs.define
class _Writing:
    """One batch on its way into the tables."""

    tables: Tables
    _stale: set[str] = attrs.field(factory=set, init=False)
    """Games whose ratings are to be computed again."""

    def register(self, person: str, at: int) -> None:
        known = self.tables.execute("SELECT at FROM {p}person WHERE id=?", person).fetchone()
        if known is None or at < known[0]:
            self.tables.execute("INSERT OR REPLACE INTO {p}person VALUES (?, ?)", person, at)
            self._stale.update(self._games_of(person))

    def forget(self, person: str) -> None:
        self._stale.update(self._games_of(person))
        self.tables.execute("DELETE FROM {p}person WHERE id=?", person)

    def _games_of(self, person: str) -> Iterable[str]:
        """The games in which a person plays for ratings, if both have registered."""
        return {row[1] for row in self.tables.execute(_COUNTED + " AND (g.first=? OR g.second=?)", person, person)}

    def remove(self, id: str) -> None:
        row = self.tables.execute("SELECT game FROM {p}played WHERE id=?", id).fetchone()
        if row is not None:
            self.tables.execute("DELETE FROM {p}played WHERE id=?", id)
            self._stale.add(row[0])

    def add(self, change: TableChanged) -> None:
        table, pool = change.table, pool_of(change.table)
        assert table.ended is not None
        assert pool is not None
        game = table.game.name + pool.value
        values = (
            change.id, game, round(table.opened_at * 1000), round(table.at * 1000),
            table.chairs[0].person, table.chairs[1].person, score(table.ended.winners),
        )  # fmt: skip
        if not self.tables.execute("INSERT OR IGNORE INTO {p}played VALUES (?, ?, ?, ?, ?, ?, ?)", *values).rowcount:
            return
        counted = self.tables.execute(_COUNTED + " AND g.id=?", change.id).fetchone()
        if counted is not None and not self._rate(_Played(*counted)):
            self._stale.add(game)

    def _rate(self, played: _Played) -> bool:
        """Rate the two who have played; False when one of them has a later game already, which must come after."""
        before = [self._rating(person, played.game) for person in (played.first, played.second)]
        if any((round(rating.at * 1000), last) > (played.at, played.id) for rating, last in before):
            return False
        after = play(before[0][0], before[1][0], played.score, played.at / 1000)
        for person, rating in zip((played.first, played.second), after, strict=True):
            values = (rating.value, rating.deviation, rating.volatility, rating.games)
            self.tables.execute(_WRITE, person, played.game, *values, played.at, played.id)
        ladder.count(self.tables, played.game, played.first, played.second, played.score)
        return True

    def _rating(self, person: str, game: str) -> tuple[Rating, str]:
        row = self.tables.execute(_READ, person, game).fetchone()
        return (_read(row[:5]), row[5]) if row else (Rating(), "")

    def finish(self) -> None:
        for game in sorted(self._stale):
            self.tables.execute("DELETE FROM {p}rating WHERE game=?", game)
            ladder.clear(self.tables, game)
            rows = self.tables.execute(_COUNTED + " AND g.game=? ORDER BY g.at, g.id", game).fetchall()
            for row in rows:
                self._rate(_Played(*row))


def ratings_of(tables: Tables, persons: Iterable[str], pool: Pool = Pool.PEOPLE) -> Mapping[str, Mapping[str, Rating]]:
    """The ratings of some persons by the name of the game; who has none is left out."""
    select = "SELECT game, value, deviation, volatility, games, at FROM {p}rating WHERE person=? ORDER BY game"
    found = {
        person: {
            game.removesuffix(pool.value): _read(row)
            for game, *row in tables.execute(select, person)
            if game.endswith(Pool.PROGRAMS.value) == (pool is Pool.PROGRAMS)
        }
        for person in dict.fromkeys(persons)
    }
    return {person: own for person, own in found.items() if own}


def best(tables: Tables, game: str, limit: int, pool: Pool = Pool.PEOPLE) -> tuple[tuple[str, Rating], ...]:
    """The persons with the highest ratings in a game, the best first, of those whose ratings are sure."""
    rows = tables.execute(
        "SELECT person, value, deviation, volatility, games, at FROM {p}rating WHERE game=? AND deviation<=?"
        " ORDER BY value DESC, person LIMIT ?",
        game + pool.value, SURE, limit,
    )  # fmt: skip
    return tuple((person, _read(row)) for person, *row in rows)


def _read(row: Sequence[Any]) -> Rating:
    value, deviation, volatility, games, at = row
    return Rating(value, deviation, volatility, games, at / 1000)
