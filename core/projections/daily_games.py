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
CREATE TABLE {p}daily (day TEXT, kind TEXT, id TEXT, person TEXT, opened REAL, seq INTEGER, over INTEGER, won INTEGER,
    by_computer INTEGER, PRIMARY KEY (day, kind, id)) WITHOUT ROWID;
CREATE INDEX {p}daily_table ON {p}daily (id);
CREATE INDEX {p}daily_person ON {p}daily (person, kind, day)
"""
_WRITE = """
INSERT INTO {p}daily VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq=excluded.seq,
    over=excluded.over, won=excluded.won, by_computer=excluded.by_computer
"""
_FIRSTS = """
SELECT id, person, over FROM {p}daily d WHERE day=? AND kind=? AND NOT EXISTS (SELECT 1 FROM {p}daily e
    WHERE e.day=d.day AND e.kind=d.kind AND e.person=d.person AND (e.opened, e.id)<(d.opened, d.id))
    ORDER BY over DESC, won DESC, by_computer, opened LIMIT ?
"""
_DAYS_WON = """
SELECT day FROM {p}daily d WHERE person=? AND kind=? AND won AND NOT EXISTS (SELECT 1 FROM {p}daily e
    WHERE e.person=d.person AND e.kind=d.kind AND e.day=d.day AND (e.opened, e.id)<(d.opened, d.id)) ORDER BY day
"""
_FIRST_OF = """
SELECT id, person, over FROM {p}daily WHERE day=? AND kind=? AND person=? ORDER BY opened, id LIMIT 1
"""


@attrs.frozen
class Entry:
    """Somebody's first game of a daily deal."""

    table: str
    person: str
    is_over: bool = attrs.field(converter=bool)


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write the games that are of a daily deal, as they stand now."""
    for change in changes:
        match change:
            case TableChanged(table) if table.is_early:  # The deal can still be played.
                tables.execute("DELETE FROM {p}daily WHERE id=?", change.id)
            case TableChanged(table) if (result := _counted(table)) is not None:
                kind = kind_of(table.game.name, table.setup.options)
                tables.execute(
                    _WRITE, result.day.isoformat(), kind, change.id, table.chairs[0].person, table.opened_at,
                    table.seq, table.ended is not None, result.won, result.by_computer,
                )  # fmt: skip
            case Damage(stream) | StreamDropped(stream) if stream.startswith(TABLE):
                tables.execute("DELETE FROM {p}daily WHERE id=?", stream.removeprefix(TABLE))
            case _:
                pass


DAILIES = Projection("dailies", version=3, readable=2, schema=_SCHEMA, write=write)


def _counted(table: Table) -> DailyResult | None:
    """The result of a game whose cards were shown, and that is nobody's copy."""
    if not table.begun or table.setup.is_practice or table.restored:
        return None
    return daily_result(table)


def dailies(tables: Tables, kind: str, day: date, limit: int) -> tuple[Entry, ...]:
    """Everybody's first game of the deal of a day: those that are over first, of them those that were won.

    `kind` is the name of a variant, or of a game without any. A second try does not count: who has seen the deal knows
    what is under the cards.
    """
    return tuple(Entry(*row) for row in tables.execute(_FIRSTS, day.isoformat(), kind, limit))


def daily_of(tables: Tables, kind: str, day: date, person: str) -> Entry | None:
    """A person's first game of the deal of a day; None if there is none."""
    row = tables.execute(_FIRST_OF, day.isoformat(), kind, person).fetchone()
    return None if row is None else Entry(*row)


def days_won(tables: Tables, kind: str, person: str) -> tuple[date, ...]:
    """The days on which a person won the deal of the day, with the first game of it."""
    return tuple(map(date.fromisoformat, tables.column(_DAYS_WON, person, kind)))
