"""Which tournaments there are, how far they are, and who has entered: what lists show, and what the house minds."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from core.games import GAMES
from core.projections.engine.projection import Change, Noted, Projection, StreamDropped, Tables
from core.table import Clock
from core.table.clock import read_clock, written_clock
from core.tournaments.events import STREAM, Announced, Cancelled, Ended, Entered, Started, Withdrew
from core.tournaments.tournament import Stage

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
_STAGES = tuple(Stage)
_OPEN = f"stage<{_STAGES.index(Stage.OVER)}"
MOST_OPEN = 200
"""Tournaments that are minded at once."""
_SCHEMA = """
CREATE TABLE {p}event (id TEXT PRIMARY KEY, stage INTEGER, starts INTEGER, by TEXT, game TEXT, options TEXT, clock TEXT,
    rounds INTEGER, length INTEGER) WITHOUT ROWID;
CREATE INDEX {p}event_order ON {p}event (stage, starts);
CREATE TABLE {p}entry (id TEXT, person TEXT, is_in INTEGER, seq INTEGER, PRIMARY KEY (id, person)) WITHOUT ROWID
"""
_WRITE = "INSERT OR IGNORE INTO {p}event VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?)"
_ENTER = """
INSERT INTO {p}entry VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET is_in=excluded.is_in, seq=excluded.seq
    WHERE excluded.seq > seq
"""
_SELECT = """
SELECT id, stage, starts, by, game, options, clock, rounds, length,
    (SELECT count(*) FROM {p}entry e WHERE e.id=t.id AND (e.is_in OR t.stage>0)) FROM {p}event t
"""


class TournamentSummary(msgspec.Struct, frozen=True):
    """A tournament as lists have it."""

    id: str
    stage: Stage
    starts_at: int
    """Seconds since the epoch."""
    by: str
    """The id of who announced it."""
    game: str
    options: Mapping[str, str]
    clock: Clock
    rounds: int
    """The most of a round robin; 0 is as many as it takes."""
    length: int
    """Seconds of an arena; 0 is a round robin."""
    players: int


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write what changed; what is written already changes nothing."""
    for change in changes:
        match change:
            case Noted(id, event, _, seq):
                _note(tables, id, event, seq)
            case StreamDropped(stream) if stream.startswith(STREAM):
                for table in ("event", "entry"):
                    tables.execute(f"DELETE FROM {{p}}{table} WHERE id=?", stream.removeprefix(STREAM))
            case _:
                pass


TOURNAMENTS = Projection("tournaments", version=2, readable=1, schema=_SCHEMA, write=write)


def _note(tables: Tables, id: str, event: object, seq: int) -> None:
    match event:
        case Announced() if event.id == id and event.game in GAMES:
            clock = written_clock(event.clock) if event.clock else ""
            tables.execute(
                _WRITE, id, event.starts_at, event.by, event.game, _encode(event.options).decode(), clock,
                event.rounds, event.length,
            )  # fmt: skip
        case Entered(person) | Withdrew(person):
            tables.execute(_ENTER, id, person, isinstance(event, Entered), seq)
        case Started() | Ended() | Cancelled():
            stage = {Started: Stage.RUNNING, Ended: Stage.OVER, Cancelled: Stage.CANCELLED}[type(event)]
            tables.execute("UPDATE {p}event SET stage=max(stage, ?) WHERE id=?", _STAGES.index(stage), id)
        case _:
            pass


def open_tournaments(tables: Tables) -> tuple[TournamentSummary, ...]:
    """Those that are announced or under way, the one that begins first at the front."""
    return tuple(map(_read, tables.execute(f"{_SELECT} WHERE {_OPEN} ORDER BY starts, id LIMIT ?", MOST_OPEN)))


def past_tournaments(tables: Tables, limit: int) -> tuple[TournamentSummary, ...]:
    """Those that are over and were held, the last one first."""
    query = f"{_SELECT} WHERE stage=? ORDER BY starts DESC, id LIMIT ?"
    return tuple(map(_read, tables.execute(query, _STAGES.index(Stage.OVER), limit)))


def _read(row: Sequence[Any]) -> TournamentSummary:
    id, stage, starts, by, game, options, clock, *rest = row
    played_by = read_clock(clock) if clock else 0
    return TournamentSummary(id, _STAGES[stage], starts, by, game, dict(_decode(options)), played_by, *rest)
