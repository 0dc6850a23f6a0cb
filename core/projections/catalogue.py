"""The catalogue: which tables there are, in what state, whose turn it is; persons by name, and where they talked."""

from collections.abc import Sequence

import msgspec

from core.people.look_alike_names import skeleton
from core.people.persons import CodeGiven, MadeProgram, Named, PasswordSet
from core.people.talk import Said
from core.projections.engine.fold import PERSON, TALK
from core.projections.engine.projection import Change, Damage, Noted, Projection, StreamDropped, TableChanged, Tables
from core.projections.table_summaries import UNKNOWN, TableState
from core.records.fold import TABLE
from core.table import Clock, Table

STATES = (TableState.WAITING, TableState.RUNNING, TableState.ENDED, TableState.DAMAGED)
"""By the number that is stored."""
WAITING, RUNNING, ENDED, DAMAGED = range(4)
MY_TURN, THEIR_TURN, NOT_BEGUN, OVER, LOST, INVITED = range(6)
"""Ranks of a person's tables, in the order in which they are shown to that person."""
UNFINISHED = (MY_TURN, THEIR_TURN, NOT_BEGUN)
RANKS = {WAITING: (NOT_BEGUN,), RUNNING: (MY_TURN, THEIR_TURN), ENDED: (OVER,), DAMAGED: (LOST,)}
"""By state."""

_SCHEMA = """
CREATE TABLE {p}game (id TEXT PRIMARY KEY, game TEXT, state INTEGER, place INTEGER, at REAL, seq INTEGER,
    plays INTEGER, turn TEXT, rest BLOB) WITHOUT ROWID;
CREATE INDEX {p}game_order ON {p}game (game, state, place);
CREATE TABLE {p}seat (person TEXT, id TEXT, game TEXT, rank INTEGER, place INTEGER, PRIMARY KEY (person, id))
    WITHOUT ROWID;
CREATE INDEX {p}seat_order ON {p}seat (person, game, rank, place);
CREATE INDEX {p}seat_table ON {p}seat (id);
CREATE TABLE {p}person (id TEXT PRIMARY KEY, name TEXT, skeleton TEXT, seq INTEGER,
    is_coded INTEGER DEFAULT 0, is_registered INTEGER DEFAULT 0) WITHOUT ROWID;
CREATE INDEX {p}person_name ON {p}person (skeleton);
CREATE TABLE {p}program (id TEXT PRIMARY KEY, owner TEXT) WITHOUT ROWID;
CREATE TABLE {p}talk (person TEXT, id TEXT, place INTEGER, PRIMARY KEY (person, id)) WITHOUT ROWID;
CREATE INDEX {p}talk_table ON {p}talk (id);
CREATE TABLE {p}damaged (stream TEXT PRIMARY KEY, seq INTEGER, why TEXT) WITHOUT ROWID
"""
_WRITE_GAME = """
INSERT INTO {p}game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET game=excluded.game,
    state=excluded.state, place=excluded.place, at=excluded.at, seq=excluded.seq, plays=excluded.plays,
    turn=excluded.turn, rest=excluded.rest
"""
_WRITE_DAMAGED_GAME = """
INSERT INTO {p}game VALUES (?, ?, ?, ?, ?, ?, 0, '', ?) ON CONFLICT DO UPDATE SET state=excluded.state,
    place=excluded.place, at=excluded.at, seq=excluded.seq, plays=0, turn=''
"""
"""What else was known of it stays."""
_WRITE_SEAT = """
INSERT INTO {p}seat VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET rank=excluded.rank, place=excluded.place
"""
_WRITE_PERSON = """
INSERT INTO {p}person (id, name, skeleton, seq) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name=excluded.name,
    skeleton=excluded.skeleton,
    seq=excluded.seq WHERE excluded.seq > seq
"""
_WRITE_TALK = "INSERT INTO {p}talk VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET place=max(place, excluded.place)"
_WRITE_DAMAGED = """
INSERT INTO {p}damaged VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq=excluded.seq, why=excluded.why
"""


class Rest(msgspec.Struct, array_like=True, frozen=True):
    """What is stored of a table and never searched for."""

    options: tuple[tuple[str, str], ...] = ()
    deal: int | None = None
    clock: Clock = 0
    seats: tuple[tuple[str, str], ...] = ()
    """By seat the person's id and the computer player's name; at most one of them is not empty."""
    opened_at: float = 0.0
    is_practice: bool = False
    is_restored: bool = False
    outcome: tuple[str, tuple[int, ...], tuple[int, ...]] | None = None
    standing: tuple[int, ...] = ()
    is_private: bool = False
    delay: int = 0
    around: tuple[tuple[str, str, str], ...] = ()
    """By seat the id or the name of who stands in there, and the id of who is wanted; empty where there is nothing."""
    programs: str = ""


_encode = msgspec.json.Encoder().encode
read_rest = msgspec.json.Decoder(Rest).decode


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write what changed: rows as they stand now, so that writing them again changes nothing."""
    _write_tables(tables, [change for change in changes if isinstance(change, TableChanged)])
    for change in changes:
        _write_other(tables, change)


CATALOGUE = Projection("catalogue", version=13, readable=4, schema=_SCHEMA, write=write)
"""Its queries are in `catalogue_queries`."""


def _write_tables(tables: Tables, changed: Sequence[TableChanged]) -> None:
    tables.execute_many(_WRITE_GAME, map(_game_row, changed))
    tables.execute_many("DELETE FROM {p}damaged WHERE stream=?", ((TABLE + change.id,) for change in changed))
    ranks = [(change, _ranks(change)) for change in changed]
    tables.execute_many(
        _WRITE_SEAT,
        (
            (person, change.id, change.table.game.name, rank, change.position)
            for change, found in ranks
            for person, rank in found.items()
            if rank is not None
        ),
    )
    gone = [(person, change.id) for change, found in ranks for person, rank in found.items() if rank is None]
    if gone:
        tables.execute_many("DELETE FROM {p}seat WHERE person=? AND id=?", gone)


def _write_other(tables: Tables, change: Change) -> None:
    match change:
        case Noted(person, Named(name), seq=seq):
            tables.execute(_WRITE_PERSON, person, name, skeleton(name), seq)
        case Noted(person, CodeGiven()):
            tables.execute("UPDATE {p}person SET is_coded=1 WHERE id=?", person)
        case Noted(person, PasswordSet()):
            tables.execute("UPDATE {p}person SET is_registered=1 WHERE id=?", person)
        case Noted(person, MadeProgram(owner)):
            tables.execute("INSERT OR REPLACE INTO {p}program VALUES (?, ?)", person, owner)
        case Noted(table, Said(person), position=position):
            tables.execute(_WRITE_TALK, person, table, position)
        case TableChanged() | Noted():
            pass
        case Damage():
            _write_damage(tables, change)
        case StreamDropped(stream):
            _drop(tables, stream)


def _write_damage(tables: Tables, damage: Damage) -> None:
    tables.execute(_WRITE_DAMAGED, damage.stream, damage.seq, damage.why)
    if damage.stream.startswith(TABLE):
        id, rest = damage.stream.removeprefix(TABLE), _encode(Rest(opened_at=damage.at))
        row = (id, UNKNOWN, DAMAGED, damage.position, damage.at, damage.seq, rest)
        tables.execute(_WRITE_DAMAGED_GAME, *row)
        tables.execute("UPDATE {p}seat SET rank=?, place=? WHERE id=?", LOST, damage.position, id)


def _drop(tables: Tables, stream: str) -> None:
    tables.execute("DELETE FROM {p}damaged WHERE stream=?", stream)
    if stream.startswith(PERSON):
        tables.execute("DELETE FROM {p}person WHERE id=?", stream.removeprefix(PERSON))
        tables.execute("DELETE FROM {p}program WHERE id=?", stream.removeprefix(PERSON))
    elif stream.startswith(TALK):
        tables.execute("DELETE FROM {p}talk WHERE id=?", stream.removeprefix(TALK))
    elif stream.startswith(TABLE):
        tables.execute("DELETE FROM {p}game WHERE id=?", stream.removeprefix(TABLE))
        tables.execute("DELETE FROM {p}seat WHERE id=?", stream.removeprefix(TABLE))


def _state(table: Table) -> int:
    return ENDED if table.ended else RUNNING if table.begun else WAITING


def _game_row(change: TableChanged) -> tuple[object, ...]:
    table, setup, outcome = change.table, change.table.setup, change.outcome
    rest = Rest(
        tuple(setup.options.items()), setup.deal, setup.clock,
        tuple((chair.person, chair.bot) for chair in table.chairs), table.opened_at, setup.is_practice,
        table.restored, (outcome.reason, outcome.winners, outcome.figures) if outcome else None,
        change.standing, table.keeps_seat, table.delay, _around(table),
        setup.programs,
    )  # fmt: skip
    turn = ",".join(map(str, change.turn))
    return (
        setup.id, setup.game.name, _state(table), change.position, table.at, table.seq, table.now.plays, turn,
        _encode(rest),
    )  # fmt: skip


def _around(table: Table) -> tuple[tuple[str, str, str], ...]:
    found = tuple(
        (chair.stand_in.person, chair.stand_in.bot, _wanted(table, seat)) for seat, chair in enumerate(table.chairs)
    )
    return found if any(map(any, found)) else ()


def _wanted(table: Table, seat: int) -> str:
    """The id of who may take a seat: one that is free and kept for them, or one at which they are to stand in."""
    chair, reserved = table.chairs[seat], table.setup.reserved
    return chair.wanted if chair.is_taken else reserved[seat] if reserved else ""


def _ranks(change: TableChanged) -> dict[str, int | None]:
    """By person what a table is among theirs; None where it is not, or not any more."""
    table, usual = change.table, RANKS[_state(change.table)][-1]
    ranks: dict[str, int | None] = dict.fromkeys((*table.guests, *table.setup.reserved))
    for seat, chair in enumerate(table.chairs):
        plays = MY_TURN if seat in change.turn else usual
        if not table.ended:
            ranks |= {_wanted(table, seat): INVITED, chair.stand_in.person: plays}
        if chair.person:
            ranks[chair.person] = usual if chair.stand_in else plays
    ranks.pop("", None)
    return ranks
