"""Which duels there are, how far they are, and who plays them: what lists show, and what the house minds."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from core.duels.duel import Stage
from core.duels.events import STREAM, Agreed, Contender, Ended, GameEnded, Ordered, Stopped
from core.games import GAMES
from core.projections.engine.projection import Change, Noted, Projection, StreamDropped, Tables

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
_STAGES = tuple(Stage)
_OPEN = f"stage<{_STAGES.index(Stage.OVER)}"
MOST_OPEN = 200
"""Duels that are minded at once."""
_SCHEMA = """
CREATE TABLE {p}duel (id TEXT PRIMARY KEY, stage INTEGER, at INTEGER, by TEXT, game TEXT, options TEXT, pairs INTEGER,
    sides TEXT, asks INTEGER, reason TEXT) WITHOUT ROWID;
CREATE INDEX {p}duel_order ON {p}duel (stage, at);
CREATE TABLE {p}ended (id TEXT, game TEXT, PRIMARY KEY (id, game)) WITHOUT ROWID
"""
_WRITE = "INSERT OR IGNORE INTO {p}duel VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')"
_AGREE = "UPDATE {p}duel SET asks=asks & ~?, stage=max(stage, asks & ~?=0) WHERE id=?"
_SELECT = """
SELECT id, stage, at, by, game, options, pairs, sides, reason, (SELECT count(*) FROM {p}ended e WHERE e.id=t.id)
    FROM {p}duel t
"""


class DuelSummary(msgspec.Struct, frozen=True):
    """A duel as lists have it."""

    id: str
    stage: Stage
    ordered_at: float
    """Seconds since the epoch."""
    by: str
    """The id of who ordered it."""
    game: str
    options: Mapping[str, str]
    pairs: int
    sides: tuple[Contender, Contender]
    reason: str
    """Why it was stopped; empty where it was not."""
    played: int
    """Games that are over."""


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write what changed; what is written already changes nothing."""
    for change in changes:
        match change:
            case Noted(id, event, at):
                _note(tables, id, event, at)
            case StreamDropped(stream) if stream.startswith(STREAM):
                for table in ("duel", "ended"):
                    tables.execute(f"DELETE FROM {{p}}{table} WHERE id=?", stream.removeprefix(STREAM))
            case _:
                pass


DUELS = Projection("duels", version=1, readable=1, schema=_SCHEMA, write=write)


def _note(tables: Tables, id: str, event: object, at: float) -> None:
    match event:
        case Ordered() if event.id == id and event.game in GAMES:
            asks = sum(1 << side for side in set(event.asks))
            sides = _encode([[side.person, side.level] for side in event.sides]).decode()
            tables.execute(
                _WRITE, id, int(not asks), round(at * 1000), event.by, event.game, _encode(event.options).decode(),
                event.pairs, sides, asks,
            )  # fmt: skip
        case Agreed(side):
            tables.execute(_AGREE, 1 << side, 1 << side, id)
        case GameEnded(table):
            tables.execute("INSERT OR IGNORE INTO {p}ended VALUES (?, ?)", id, table)
        case Stopped(reason):
            query = "UPDATE {p}duel SET stage=max(stage, ?), reason=? WHERE id=?"
            tables.execute(query, _STAGES.index(Stage.STOPPING), reason, id)
        case Ended():
            tables.execute("UPDATE {p}duel SET stage=? WHERE id=?", _STAGES.index(Stage.OVER), id)
        case _:
            pass


def open_duels(tables: Tables) -> tuple[DuelSummary, ...]:
    """Those that are not over, the one that was ordered first at the front."""
    return tuple(map(_read, tables.execute(f"{_SELECT} WHERE {_OPEN} ORDER BY at, id LIMIT ?", MOST_OPEN)))


def past_duels(tables: Tables, limit: int) -> tuple[DuelSummary, ...]:
    """Those that are over, the last one first."""
    query = f"{_SELECT} WHERE stage=? ORDER BY at DESC, id LIMIT ?"
    return tuple(map(_read, tables.execute(query, _STAGES.index(Stage.OVER), limit)))


def _read(row: Sequence[Any]) -> DuelSummary:
    id, stage, at, by, game, options, pairs, sides, reason, played = row
    first, second = (Contender(*side) for side in _decode(sides))
    return DuelSummary(
        id, _STAGES[stage], at / 1000, by, game, dict(_decode(options)), pairs, (first, second), reason, played
    )
