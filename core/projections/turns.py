"""What is due at tables that nobody need have open: a computer's move, the end of somebody's time and reminders in
correspondence games; in any game a stand-in for a player who is absent.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from core.correspondence.conditional_moves import PlanMade
from core.correspondence.reminders import MOST_TRIES, PATIENCE, Reminder, ReminderChosen, ReminderSent, ReminderTried
from core.correspondence.sending_limits import CODE
from core.games.features.titles import title_at
from core.projections.engine.projection import Change, Damage, Noted, Projection, StreamDropped, TableChanged, Tables
from core.records.fold import TABLE
from core.table import first_lent, is_slow

_encode = msgspec.json.Encoder().encode
SOON = 60.0
"""Seconds after which a computer that has not moved is taken for one at a table that nobody has open any more."""
_SCHEMA = """
CREATE TABLE {p}slow (id TEXT PRIMARY KEY, due REAL) WITHOUT ROWID;
CREATE INDEX {p}slow_due ON {p}slow (due);
CREATE TABLE {p}seat (person TEXT, id TEXT, seat INTEGER, turned INTEGER, game TEXT, due REAL, is_owner INTEGER,
    PRIMARY KEY (person, id, seat)) WITHOUT ROWID;
CREATE INDEX {p}seat_table ON {p}seat (id);
CREATE TABLE {p}wish (person TEXT PRIMARY KEY, by TEXT, address TEXT) WITHOUT ROWID;
CREATE TABLE {p}told (person TEXT, reminder TEXT, tries INTEGER, tried_at REAL, sent INTEGER, seq INTEGER,
    PRIMARY KEY (person, reminder)) WITHOUT ROWID;
CREATE TABLE {p}planned (id TEXT PRIMARY KEY) WITHOUT ROWID
"""
_TOLD = """
INSERT INTO {p}told VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET tries=tries+excluded.tries,
    tried_at=max(tried_at, excluded.tried_at), sent=max(sent, excluded.sent), seq=excluded.seq WHERE excluded.seq > seq
"""
_PENDING = """
SELECT id, seat, turned, person, game, by, address, due FROM (
    SELECT *, row_number() OVER (PARTITION BY person ORDER BY next_at, due) AS place FROM (
        SELECT s.id, s.seat, s.turned, s.person, s.game, w.by, w.address, s.due,
            coalesce(t.tried_at + ? * (1 << (t.tries - 1)), 0) AS next_at
        FROM {p}wish w JOIN {p}seat s ON s.person=w.person
        LEFT JOIN {p}told t ON t.person=s.person AND t.reminder=s.id||'.'||s.turned||'.'||s.seat
        WHERE w.by IN (SELECT value FROM json_each(?)) AND s.person NOT IN (SELECT value FROM json_each(?))
            AND s.turned>0 AND coalesce(t.sent, 0)=0 AND coalesce(t.tries, 0)<?)
    WHERE next_at<=?)
ORDER BY place, next_at, due LIMIT ?
"""


class CodeMailed(msgspec.Struct, frozen=True):
    """A code that was mailed to confirm an address."""

    id: str
    person: str
    """Who asked for it."""
    at: float
    """When, in seconds since the epoch."""


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write correspondence games as they stand now, and what people want of them."""
    for change in changes:
        match change:
            case TableChanged(table) if is_slow(table.setup.clock) or table.has_agreed:
                _forget(tables, change.id, is_over=change.table.ended is not None)
                _write(tables, change)
            case Noted():
                _note(tables, change)
            case Damage(stream) | StreamDropped(stream) if stream.startswith(TABLE):
                _forget(tables, stream.removeprefix(TABLE), is_over=True)
            case StreamDropped(stream):
                kind, _, owner = stream.partition("/")
                if kind in _OF_PERSONS:
                    tables.execute(f"DELETE FROM {{p}}{_OF_PERSONS[kind]} WHERE person=?", owner)
            case _:
                pass


TURNS = Projection("turns", version=7, readable=2, schema=_SCHEMA, write=write)


_OF_PERSONS = {"slow": "wish", "reminders": "told"}
"""By the kind of a stream that is a person's own, the rows that come of it."""


def _forget(tables: Tables, id: str, *, is_over: bool) -> None:
    tables.execute("DELETE FROM {p}slow WHERE id=?", id)
    tables.execute("DELETE FROM {p}seat WHERE id=?", id)
    if is_over:
        tables.execute("DELETE FROM {p}planned WHERE id=?", id)


def _write(tables: Tables, change: TableChanged) -> None:
    table = change.table
    if table.ended or not table.begun:
        return
    slow, due = is_slow(table.setup.clock), _due(change)
    if slow or due < math.inf:
        tables.execute("INSERT INTO {p}slow VALUES (?, ?)", change.id, due)
    for row in _seat_rows(change) if slow else ():
        tables.execute("INSERT INTO {p}seat VALUES (?, ?, ?, ?, ?, ?, ?)", *row)


def _due(change: TableChanged) -> float:
    """When a house has to look at a table that nobody has open, in seconds since the epoch.

    Where no time runs while nobody is there, it is early enough for a computer to play once somebody comes.
    """
    table = change.table
    lent = first_lent(table)[0]
    if not is_slow(table.setup.clock):
        return lent
    waits_for_computer = any(table.chairs[seat].holder.bot for seat in change.turn)
    return min(lent, table.first_due[0], table.at + SOON if waits_for_computer else math.inf)


def _seat_rows(change: TableChanged) -> Iterator[tuple[object, ...]]:
    """Who plays: whose seat it is, and a person who stands in, who then is the one to be reminded."""
    table, clocks = change.table, change.table.clocks
    assert clocks is not None
    title = title_at(table.setup)
    for seat in table.persons:
        chair, due = table.chairs[seat], min(clocks.due(seat), _NEVER)
        turned = clocks.turned if seat in change.turn else 0
        yield chair.person, change.id, seat, 0 if chair.stand_in else turned, title, due, True
        if chair.stand_in.person:
            yield chair.stand_in.person, change.id, seat, turned, title, due, False


_NEVER = 1e12
"""In the place of a time that does not come: a reminder tells the time as a whole number, and infinity is none."""


def _note(tables: Tables, noted: Noted) -> None:
    match noted.event:
        case ReminderChosen(by, address):
            tables.execute("INSERT OR REPLACE INTO {p}wish VALUES (?, ?, ?)", noted.owner, by, address)
        case ReminderTried(id):
            tables.execute(_TOLD, noted.owner, id, 1, noted.at, 0, noted.seq)
        case ReminderSent(id):
            tables.execute(_TOLD, noted.owner, id, 0, noted.at, 1, noted.seq)
        case PlanMade():
            tables.execute("INSERT OR IGNORE INTO {p}planned VALUES (?)", noted.owner)
        case _:
            pass


def due(tables: Tables, until: float, limit: int) -> tuple[tuple[str, float], ...]:
    """The ids of tables at which something is to be done by then, each with when; in seconds since the epoch."""
    query = "SELECT id, due FROM {p}slow WHERE due<=? ORDER BY due LIMIT ?"
    return tuple(tables.execute(query, until, limit))


def next_due(tables: Tables, after: float) -> float:
    """When something is due next, in seconds since the epoch; infinite where nothing is."""
    (found,) = tables.execute("SELECT min(due) FROM {p}slow WHERE due>?", after).fetchone()
    return math.inf if found is None else float(found)


def pending_reminders(
    tables: Tables, ways: Iterable[str], but: Iterable[str] = (), limit: int = 100, until: float = math.inf
) -> tuple[Reminder, ...]:
    """Reminders that go one of these ways, have not arrived yet and are not given up, but for those of some people.

    Only those that may be tried until then (see `reminders.may_try`). Everybody's first one comes before anybody's
    second, so that nobody keeps others out by having many. Of those the one that may be tried first comes first, and of
    those that were never tried the most urgent.
    """
    latest = min(until, _NEVER)
    values = (PATIENCE, _encode(list(ways)).decode(), _encode(list(but)).decode(), MOST_TRIES, latest, limit)
    return tuple(Reminder(*row) for row in tables.execute(_PENDING, *values))


def codes_since(tables: Tables, since: float) -> tuple[CodeMailed, ...]:
    """The codes that were mailed after a time to confirm addresses, in seconds since the epoch."""
    query = "SELECT reminder, person, tried_at FROM {p}told WHERE tried_at>? AND reminder LIKE ?"
    return tuple(CodeMailed(*row) for row in tables.execute(query, since, f"{CODE}%"))


def slow_tables_of(tables: Tables, person: str) -> tuple[tuple[str, int], ...]:
    """The correspondence games that a person plays for themselves, each with their seat."""
    return tuple(tables.execute("SELECT id, seat FROM {p}seat WHERE person=? AND is_owner", person))


def planned(tables: Tables) -> tuple[str, ...]:
    """The ids of correspondence games that go on and for which somebody has planned a reply."""
    return tables.column("SELECT p.id FROM {p}planned p JOIN {p}slow s ON s.id=p.id ORDER BY p.id")
