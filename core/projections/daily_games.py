"""The games of daily deals: one row for each that was opened on its deal's own day, and questions to these rows."""

from collections.abc import Sequence
from datetime import date

import attrs

from core.base.game import kind_of
from core.games.deals.daily import DailyResult
from core.projections.engine.projection import Change, Damage, Projection, StreamDropped, TableChanged, Tables
from core.records.fold import TABLE
from core.replay.game_summary import daily_result
from core.table import Table

_SCHEMA = """
CREATE TABLE {p}daily (day TEXT, kind TEXT, deal INTEGER, id TEXT, person TEXT, opened REAL, seq INTEGER, over INTEGER,
    won INTEGER, by_computer INTEGER, PRIMARY KEY (day, kind, deal, id)) WITHOUT ROWID;
CREATE INDEX {p}daily_table ON {p}daily (id);
CREATE INDEX {p}daily_person ON {p}daily (person, kind, day, deal);
CREATE TABLE {p}numbered (kind TEXT, deal INTEGER, person TEXT, id TEXT, opened REAL,
    PRIMARY KEY (kind, deal, person, id)) WITHOUT ROWID;
CREATE INDEX {p}numbered_table ON {p}numbered (id)
"""
_WRITE = """
INSERT INTO {p}daily VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq=excluded.seq,
    over=excluded.over, won=excluded.won, by_computer=excluded.by_computer
"""
_WRITE_NUMBERED = "INSERT INTO {p}numbered VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_DELETE = ("DELETE FROM {p}daily WHERE id=?", "DELETE FROM {p}numbered WHERE id=?")
_FIRSTS = """
SELECT id, person, over FROM {p}daily d WHERE day=? AND kind=? AND deal=? AND NOT EXISTS (SELECT 1 FROM {p}daily e
    WHERE e.day=d.day AND e.kind=d.kind AND e.deal=d.deal AND e.person=d.person AND (e.opened, e.id)<(d.opened, d.id))
    ORDER BY over DESC, won DESC, by_computer, opened LIMIT ?
"""
_WON = """
SELECT day, deal FROM {p}daily d WHERE person=? AND kind=? AND won AND NOT EXISTS (SELECT 1 FROM {p}daily e
    WHERE e.person=d.person AND e.kind=d.kind AND e.day=d.day AND e.deal=d.deal AND (e.opened, e.id)<(d.opened, d.id))
    ORDER BY day
"""
_FIRST_OF = """
SELECT id, person, over FROM {p}daily WHERE day=? AND kind=? AND deal=? AND person=? ORDER BY opened, id LIMIT 1
"""
_KNEW = "SELECT DISTINCT person FROM {p}numbered WHERE kind=? AND deal=? AND opened<?"


@attrs.frozen
class Entry:
    """Somebody's first game of a daily deal."""

    table: str
    person: str
    is_over: bool = attrs.field(converter=bool)


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write the games that are of a daily deal, as they stand now, and who has played which number when."""
    for change in changes:
        match change:
            case TableChanged(table) if table.is_early:  # The deal can still be played.
                _forget(tables, change.id)
            case TableChanged(table) if table.setup.deal is not None and table.begun:
                _write_game(tables, change.id, table, table.setup.deal)
            case Damage(stream) | StreamDropped(stream) if stream.startswith(TABLE):
                _forget(tables, stream.removeprefix(TABLE))
            case _:
                pass


DAILIES = Projection("dailies", version=6, readable=4, schema=_SCHEMA, write=write)


def _forget(tables: Tables, id: str) -> None:
    for statement in _DELETE:
        tables.execute(statement, id)


def _write_game(tables: Tables, id: str, table: Table, deal: int) -> None:
    kind, person = kind_of(table.game.name, table.setup.options), table.chairs[0].person
    tables.execute(_WRITE_NUMBERED, kind, deal, person, id, table.opened_at)
    if (result := _counted(table)) is not None:
        tables.execute(
            _WRITE, result.day.isoformat(), kind, deal, id, person, table.opened_at, table.seq,
            table.ended is not None, result.won, result.by_computer,
        )  # fmt: skip


def _counted(table: Table) -> DailyResult | None:
    """The result of a game whose cards were shown, and that is nobody's copy."""
    if table.setup.is_practice or table.restored:
        return None
    return daily_result(table)


def dailies(tables: Tables, kind: str, day: date, deal: int, limit: int) -> tuple[Entry, ...]:
    """Everybody's first game of the deal of a day: those that are over first, of them those that were won.

    `kind` is the name of a variant, or of a game without any. A second try does not count: who has seen the deal knows
    what is under the cards.
    """
    return tuple(Entry(*row) for row in tables.execute(_FIRSTS, day.isoformat(), kind, deal, limit))


def daily_of(tables: Tables, kind: str, day: date, deal: int, person: str) -> Entry | None:
    """A person's first game of the deal of a day; None if there is none."""
    row = tables.execute(_FIRST_OF, day.isoformat(), kind, deal, person).fetchone()
    return None if row is None else Entry(*row)


def days_won(tables: Tables, kind: str, person: str) -> tuple[tuple[date, int], ...]:
    """The days on which a person won a deal of the day, with the first game of it, and the deal's number."""
    return tuple((date.fromisoformat(day), deal) for day, deal in tables.execute(_WON, person, kind))


def knew(tables: Tables, kind: str, deal: int, before: float) -> frozenset[str]:
    """The ids of those who had begun a deal before a time, in seconds since the epoch, and not given it up at once."""
    return frozenset(tables.column(_KNEW, kind, deal, before))
