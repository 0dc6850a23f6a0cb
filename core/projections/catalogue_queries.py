"""Questions to the catalogue. Each costs what it answers, however many tables there are.

A list of tables is merged from one short list for each game and state, which an index gives in order: so every filter
is served by two indexes. What is shown first, such as one's own games, is a section of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs

from core.base.game import Outcome
from core.people.look_alike_names import skeleton
from core.people.persons import shown_as
from core.projections.catalogue import INVITED, OVER, RANKS, STATES, UNFINISHED, Rest, read_rest
from core.projections.engine.projection import Tables
from core.projections.table_summaries import DamagedStream, GameSummary, Page, TableState, UnknownCursor
from core.table import Chair, Holder

PAGE = 20
"""Tables in a page."""
MOST = 1000
"""Items in a page at the most."""
_END = 1 << 62
_CURSOR = re.compile(r"([0-9]{1,2})\.([0-9]{1,18})", re.ASCII)
_OF_PERSON = """
SELECT place, id FROM {p}seat WHERE person=? AND game=? AND rank=? AND place<? ORDER BY place DESC LIMIT ?
"""
_OF_EVERYBODY = "SELECT place, id FROM {p}game WHERE game=? AND state=? AND place<? ORDER BY place DESC LIMIT ?"
_OF_OTHERS = f"""
SELECT place, id FROM {{p}}game g WHERE game=? AND state=? AND place<? AND NOT EXISTS (
    SELECT 1 FROM {{p}}seat s WHERE s.person=? AND s.id=g.id AND s.rank IN {UNFINISHED})
ORDER BY place DESC LIMIT ?
"""
_TABLE = """
SELECT g.id, g.game, g.state, g.at, g.seq, g.plays, g.turn, g.rest, d.why
FROM {p}game g LEFT JOIN {p}damaged d ON d.stream='table/'||g.id WHERE g.id=?
"""
_NAME = "SELECT name, is_coded AND NOT is_registered FROM {p}person WHERE id=?"


@attrs.frozen
class Section:
    """Tables of one kind in a list, those with the newest activity first."""

    of: str = ""
    """The person whose tables they are; empty for everybody's."""
    ranks: tuple[int, ...] = ()
    """Of that person's tables, else the states."""
    without: str = ""
    """The person whose unfinished tables are left out."""


def tables(
    tables: Tables,
    state: TableState | None = None,
    game: str | None = None,
    person: str | None = None,
    mine_first: str | None = None,
    after: str | None = None,
    limit: int = PAGE,
) -> Page:
    """A page of the tables, those with the newest activity first; None is any.

    `person` leaves only the tables at which that person sits. `mine_first` is a person whose unfinished tables come
    before all others, in the order of `games_of`; it is not used together with `person`. `after` is the `next` of
    the page before. Walking through the pages meets each table once, but one that goes on meanwhile moves to the top.

    Raises: UnknownCursor.
    """
    states = tuple(number for number, known in enumerate(STATES) if state in (None, known))
    ranks = tuple(rank for number in states for rank in RANKS[number])
    if person is not None:
        return _page(tables, [Section(person, ranks)], game, after, limit)
    mine = [Section(mine_first, (rank,)) for rank in UNFINISHED if rank in ranks] if mine_first is not None else []
    return _page(tables, [*mine, Section(ranks=states, without=mine_first or "")], game, after, limit)


def games_of(tables: Tables, person: str, after: str | None = None, limit: int = PAGE) -> Page:
    """A page of a person's unfinished tables: those where it is their turn, then the others, then those that wait.

    Raises: UnknownCursor.
    """
    return _page(tables, [Section(person, (rank,)) for rank in UNFINISHED], None, after, limit)


def ended_last(tables: Tables, person: str, limit: int = PAGE) -> tuple[GameSummary, ...]:
    """A person's games that are over, the one that ended last first."""
    return _page(tables, [Section(person, (OVER,))], None, None, limit).items


def invited_to(tables: Tables, person: str, limit: int = PAGE) -> tuple[GameSummary, ...]:
    """Tables at which a seat is kept for a person, or at which somebody asks them to play for them."""
    return _page(tables, [Section(person, (INVITED,))], None, None, limit).items


def _page(tables: Tables, wanted: Sequence[Section], game: str | None, after: str | None, limit: int) -> Page:
    limit = max(1, min(limit, MOST))
    number, place = _parsed(after, len(wanted))
    games = [game] if game else tables.column("SELECT DISTINCT game FROM {p}count")
    found: list[tuple[int, int, str]] = []
    while number < len(wanted) and len(found) <= limit:
        rows = _section(tables, wanted[number], games, place, limit + 1 - len(found))
        found += [(number, *row) for row in rows]
        number, place = number + 1, _END
    last = found[limit - 1] if len(found) > limit else None
    items = tuple(one for _, _, id in found[:limit] if (one := table(tables, id)))
    return Page(items, f"{last[0]}.{last[1]}" if last else None)


def _parsed(after: str | None, count: int) -> tuple[int, int]:
    if after is None:
        return 0, _END
    cursor = _CURSOR.fullmatch(after)
    if cursor is None or int(cursor[1]) >= count:
        raise UnknownCursor(f"There is no such page: {after[:40]!r}.")
    return int(cursor[1]), int(cursor[2])


def _section(tables: Tables, section: Section, games: Iterable[str], before: int, limit: int) -> list[tuple[int, str]]:
    """Place and id of a section's tables, by their places from the highest down."""
    rows: list[tuple[int, str]] = []
    for where in ((game, rank, before) for game in games for rank in section.ranks):
        if section.of:
            rows += tables.execute(_OF_PERSON, section.of, *where, limit)
        elif section.without:
            rows += tables.execute(_OF_OTHERS, *where, section.without, limit)
        else:
            rows += tables.execute(_OF_EVERYBODY, *where, limit)
    return sorted(rows, reverse=True)[:limit]


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


def find(tables: Tables, prefix: str, limit: int = PAGE) -> tuple[str, ...]:
    """The ids of tables that begin so, in their order."""
    query = "SELECT id FROM {p}game WHERE id>=? AND id<? ORDER BY id LIMIT ?"
    return tables.column(query, prefix, prefix + "\U0010ffff", min(limit, MOST))


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


def counts(tables: Tables) -> Mapping[tuple[str, TableState], int]:
    """How many tables there are, by game and state."""
    rows = tables.execute("SELECT game, state, tables FROM {p}count WHERE tables>0")
    return {(game, STATES[state]): tables for game, state, tables in rows}


def damaged(tables: Tables, limit: int = 100) -> tuple[DamagedStream, ...]:
    """Streams that cannot be read, by their names; they are left out of statistics."""
    rows = tables.execute("SELECT stream, seq, why FROM {p}damaged ORDER BY stream LIMIT ?", limit)
    return tuple(DamagedStream(*row) for row in rows)
