"""Questions to the catalogue. Each costs what it answers, however many tables there are.

A list of tables is merged from one short list for each game and state, which an index gives in order: so every filter
is served by two indexes.
"""

from collections.abc import Iterable, Mapping, Sequence

from core.base.game import Outcome
from core.people.look_alike_names import skeleton
from core.people.persons import shown_as
from core.projections.catalogue import INVITED, OVER, RANKS, STATES, UNFINISHED, Rest, read_rest
from core.projections.engine.projection import Tables
from core.projections.table_summaries import DamagedStream, GameSummary, Page, TableState
from core.table import Chair, Holder

PAGE = 20
"""Tables in a page."""
MOST = 1000
"""Items in a page at the most."""
MOST_DAMAGED = 100
"""Streams that cannot be read, which are named."""
_END = 1 << 62
_GAMES = """
WITH RECURSIVE known (game) AS (
    SELECT min(game) FROM {p}game
    UNION ALL SELECT (SELECT min(game) FROM {p}game WHERE game>known.game) FROM known WHERE known.game IS NOT NULL)
SELECT game FROM known WHERE game IS NOT NULL
"""
"""Each game once: as many steps in an index as there are games, not tables."""
_OF_PERSON = """
SELECT place, id FROM {p}seat WHERE person=? AND game=? AND rank=? AND place<? ORDER BY place DESC LIMIT ?
"""
_OF_EVERYBODY = "SELECT place, id FROM {p}game WHERE game=? AND state=? AND place<? ORDER BY place DESC LIMIT ?"
_TABLE = """
SELECT g.id, g.game, g.state, g.at, g.seq, g.plays, g.turn, g.rest, d.why
FROM {p}game g LEFT JOIN {p}damaged d ON d.stream='table/'||g.id WHERE g.id=?
"""
_NAME = "SELECT name, is_coded AND NOT is_registered FROM {p}person WHERE id=?"


def tables(
    tables: Tables,
    state: TableState | None = None,
    game: str | None = None,
    person: str | None = None,
    after: int | None = None,
    limit: int = PAGE,
) -> Page:
    """A page of the tables, those with the newest activity first; None is any.

    `person` leaves only the tables at which that person sits. `after` is the `next` of the page before. Walking through
    the pages meets each table once, but one that goes on meanwhile moves to the top.
    """
    limit = max(1, min(limit, MOST))
    states = tuple(number for number, known in enumerate(STATES) if state in (None, known))
    kinds = states if person is None else tuple(rank for number in states for rank in RANKS[number])
    games = (game,) if game else tables.column(_GAMES)
    rows = _rows(tables, person, kinds, games, limit + 1, _END if after is None else after)
    return Page(_shown(tables, rows[:limit]), rows[limit - 1][0] if len(rows) > limit else None)


def games_of(tables: Tables, person: str, limit: int = PAGE) -> tuple[GameSummary, ...]:
    """A person's unfinished tables: those where it is their turn, then the others, then those that wait."""
    games = tables.column(_GAMES)
    rows = [row for rank in UNFINISHED for row in _rows(tables, person, (rank,), games, limit)]
    return _shown(tables, rows[:limit])


def ended_last(tables: Tables, person: str, limit: int) -> tuple[GameSummary, ...]:
    """A person's games that are over, the one that ended last first."""
    return _shown(tables, _rows(tables, person, (OVER,), tables.column(_GAMES), limit))


def invited_to(tables: Tables, person: str) -> tuple[GameSummary, ...]:
    """Tables at which a seat is kept for a person, or at which somebody asks them to play for them."""
    return _shown(tables, _rows(tables, person, (INVITED,), tables.column(_GAMES), PAGE))


def _rows(
    tables: Tables, person: str | None, kinds: Sequence[int], games: Sequence[str], limit: int, before: int = _END
) -> list[tuple[int, str]]:
    """Place and id of tables, by their places from the highest down: of a person's those of some ranks, of everybody's
    those in some states."""
    rows: list[tuple[int, str]] = []
    for where in ((game, kind, before, limit) for game in games for kind in kinds):
        if person is None:
            rows += tables.execute(_OF_EVERYBODY, *where)
        else:
            rows += tables.execute(_OF_PERSON, person, *where)
    return sorted(rows, reverse=True)[:limit]


def _shown(tables: Tables, rows: Iterable[tuple[int, str]]) -> tuple[GameSummary, ...]:
    return tuple(one for _, id in rows if (one := table(tables, id)))


def table(tables: Tables, id: str) -> GameSummary | None:
    """One table; None when there is no such table."""
    row = tables.execute(_TABLE, id).fetchone()
    if row is None:
        return None
    id, game, state, at, seq, plays, turn, stored, damage = row
    rest = read_rest(stored)
    return GameSummary(
        id, game, rest.options, rest.deal, rest.clock, _seats(rest), STATES[state],
        plays, tuple(int(seat) for seat in turn.split(",") if seat), rest.opened_at, at, rest.is_practice,
        rest.is_restored, Outcome(*rest.outcome) if rest.outcome else None, seq, rest.is_private, rest.delay,
        rest.standing,
        damage or "", rest.programs,
    )  # fmt: skip


def _seats(rest: Rest) -> tuple[Chair, ...]:
    around = rest.around or (("", "", ""),) * len(rest.seats)
    return tuple(
        Chair(person, bot, stand_in=Holder(stand_in, stand_in_bot), agreed=Holder(wanted))
        for (person, bot), (stand_in, stand_in_bot, wanted) in zip(rest.seats, around, strict=True)
    )


def persons_called(tables: Tables, name: str) -> tuple[str, ...]:
    """The ids of persons whose names read like this one, by `look_alike_names.skeleton`."""
    return tables.column("SELECT id FROM {p}person WHERE skeleton=? ORDER BY id LIMIT ?", skeleton(name), MOST)


def names_of(tables: Tables, ids: Iterable[str]) -> Mapping[str, str]:
    """What persons are called, by id, guests and programs marked; who is not known, or forgotten, is left out."""
    ids = tuple(dict.fromkeys(ids))
    found, programs = ((id, tables.execute(_NAME, id).fetchone()) for id in ids), owners_of(tables, ids)
    return {id: shown_as(row[0], is_guest=row[1], is_program=id in programs) for id, row in found if row}


def owners_of(tables: Tables, ids: Iterable[str]) -> Mapping[str, str]:
    """Which of some persons are programs, by id, with the ids of those who answer for them; empty for a guest's.

    None are known while the lists of before still answer.
    """
    known = tables.connection.execute("SELECT 1 FROM sqlite_master WHERE name=?", (f"{tables.prefix}program",))
    if known.fetchone() is None:
        return {}
    select = "SELECT owner FROM {p}program WHERE id=?"
    found = ((id, tables.execute(select, id).fetchone()) for id in dict.fromkeys(ids))
    return {id: row[0] for id, row in found if row}


def talked_at(tables: Tables, person: str) -> tuple[str, ...]:
    """The ids of all tables at which a person said something, the last one first."""
    return tables.column("SELECT id FROM {p}talk WHERE person=? ORDER BY place DESC", person)


def damaged(tables: Tables) -> tuple[DamagedStream, ...]:
    """Streams that cannot be read, by their names; they are left out of statistics."""
    rows = tables.execute("SELECT stream, seq, why FROM {p}damaged ORDER BY stream LIMIT ?", MOST_DAMAGED)
    return tuple(DamagedStream(*row) for row in rows)
