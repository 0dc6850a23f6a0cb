"""Events ↔ records' (kind, JSON): names and shapes that stay for ever, and how older ones are brought up to date.

Inside, events go through cattrs. What comes from outside (an import, another server) is checked strictly first,
because cattrs turns a wrong type into a right one without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from cattrs.preconf.msgspec import make_converter

from core import table as tables
from core.game import Game
from core.games import GAMES
from journal import Damaged, Draft, Record

_TABLE_EVENTS: dict[str, type] = {
    "table.opened": tables.Opened,
    "table.seated": tables.Seated,
    "table.continued": tables.Continued,
    "table.said": tables.Said,
    "table.resigned": tables.Resigned,
    "table.ran_out": tables.RanOut,
    "table.takeback_asked": tables.TakebackAsked,
    "table.takeback_refused": tables.TakebackRefused,
    "table.taken_back": tables.TakenBack,
    "table.redone": tables.Redone,
    "table.marked": tables.Marked,
    "table.returned": tables.Returned,
    "table.hinted": tables.Hinted,
    "table.ended": tables.Ended,
}

UPCASTS: dict[str, Callable[[Any], tuple[str, Any]]] = {}
"""By a kind that is no longer written: its data → the kind and data in its place. Applied until none fits."""

_converter = make_converter(forbid_extra_keys=True, detailed_validation=False)


def _is_series(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1:] == (...,)


@_converter.register_structure_hook_factory(_is_series)
def _structure_series(kind: Any) -> Callable[[Any, Any], Any]:
    """Tuples of any length, whose items cattrs would otherwise look up how to read each time."""
    item = get_args(kind)[0]
    structure = _converter.get_structure_hook(item)
    return lambda items, _: tuple([structure(one, item) for one in items])


def _kinds(games: dict[str, Game]) -> dict[str, type]:
    of_games = {f"{game.name}.{word}": event for game in games.values() for word, event in game.events.items()}
    return _TABLE_EVENTS | of_games


KINDS = _kinds(GAMES)
"""Every kind that is written, and its class."""
_NAMES = {event: kind for kind, event in KINDS.items()}


@cache
def _structure_of(kind: str) -> Callable[[Any, Any], Any]:
    """What makes an event of the data of a kind: made when it is needed, because each takes a while."""
    return _converter.get_structure_hook(KINDS[kind])


def encode(event: Any, play: Any = None) -> Draft:
    """An event as it is journaled; `play` is what caused the decision, on its first record."""
    return Draft(_NAMES[type(event)], _converter.unstructure(event), play)


def decode(record: Record) -> Any:
    """The event of a record of our own journal.

    Raises:
        ValueError: the kind is unknown or the data does not fit it.
    """
    kind, data = upcast(record.kind, record.data)
    if kind not in KINDS:
        raise ValueError(f'its kind "{kind}" is unknown here; a newer Parlour may know it')
    try:
        return _structure_of(kind)(data, KINDS[kind])
    except Exception as error:  # cattrs raises many kinds, all meaning the same
        raise ValueError(f"its data is not that of a {kind}") from error


def upcast(kind: str, data: Any) -> tuple[str, Any]:
    """A kind and its data as this version writes them."""
    while kind in UPCASTS:
        kind, data = UPCASTS[kind](data)
    return kind, data


def check(stream: str, record: Record) -> None:
    """Refuse a record from outside whose data is not exactly what its kind asks for.

    Raises:
        Damaged: with the record's number.
    """
    kind, data = upcast(record.kind, record.data)
    if kind not in KINDS:
        raise Damaged(stream, record.seq, f'its kind "{kind}" is unknown here; a newer Parlour may know it')
    try:
        msgspec.convert(data, KINDS[kind], strict=True)
        _converter.structure(data, KINDS[kind])
    except Exception as error:  # both libraries raise many kinds, all meaning the same
        raise Damaged(stream, record.seq, f"its data is not that of a {kind}") from error


def stamp(record: Record) -> tables.Stamp:
    """Where, when and by whom a record came about."""
    play = record.play or {}
    return tables.Stamp(record.seq, seconds(record.at), play.get("seat"), play.get("move"))


def seconds(at: str) -> float:
    """A record's time in seconds since the epoch, UTC."""
    return datetime.fromisoformat(at).timestamp()


def time_text(at: float) -> str:
    """Seconds since the epoch as a record's time."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
