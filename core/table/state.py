"""A table as the fold of its stream, and `evolve`, which folds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import groupby
from typing import Any, get_args

import attrs

from core.game import Game, Options, Outcome, Takeback
from core.table.events import (
    Continued,
    Ended,
    Hinted,
    Marked,
    Opened,
    RanOut,
    Redone,
    Resigned,
    Returned,
    Said,
    Seated,
    TableEvent,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)

LONG_PAUSE = 300.0
"""Seconds between two records that still count as play; the rest of a longer pause is not play."""

_OF_TABLE = frozenset(get_args(TableEvent))


@attrs.frozen
class Chair:
    """Who sits at a seat."""

    name: str = ""
    """Empty while the seat is free."""
    is_bot: bool = False
    code: str = attrs.field(default="", repr=False)
    """SHA-256 of the code of the person who sits here; never part of a sight."""


@attrs.frozen
class Moment:
    """The game as it stood after a decision."""

    seq: int
    """The decision's last record."""
    state: Any = attrs.field(repr=False)
    plays: int = 0
    """Decisions in force, this one included."""
    by: int | None = None
    """The seat whose decision it was."""
    reveals: bool = False
    """Whether something came out that no takeback by consent may cross."""
    before: Moment | None = attrs.field(default=None, repr=False, eq=False)
    """The moment this one followed; None for the opening."""

    @property
    def first(self) -> Moment:
        """The opening this moment goes back to."""
        moment: Moment = self
        while moment.before is not None:
            moment = moment.before
        return moment


@attrs.frozen
class Table:
    """Everything about one table; holds every secret, so only the service and `sight` read it."""

    id: str
    game: Game
    options: Options
    seed: bytes = attrs.field(repr=False)
    deal: int | None
    clock: int
    chairs: tuple[Chair, ...]
    now: Moment
    undone: tuple[Moment, ...] = ()
    """What can be redone, the next one last."""
    marks: tuple[tuple[str, Moment], ...] = ()
    asks: int | None = None
    """The seat whose wish to take back waits for an answer."""
    ended: Ended | None = None
    undos: int = 0
    hints: int = 0
    seq: int = 0
    at: float = 0.0
    """Seconds since the epoch of the last record."""
    elapsed: float = 0.0
    turn_at: float = 0.0
    """When the game last moved on."""

    @property
    def state(self) -> Any:
        """The game's state in force."""
        return self.now.state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return Outcome(self.ended.winners, self.ended.summary) if self.ended else None

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        return () if self.ended else tuple(self.game.view(self.state, None).turn)

    def name_of(self, seat: int) -> str:
        """The player at a seat, or the seat while it is free."""
        return self.chairs[seat].name or f"Seat {seat + 1}"

    def without(self, seat: int, why: str) -> Outcome:
        """The outcome when this seat cannot go on."""
        others = tuple(other for other in range(len(self.chairs)) if other != seat)
        return Outcome(others, f"{self.name_of(seat)} {why}.")

    def seat_of(self, code: str) -> int | None:
        """The seat a person comes back to with this code."""
        digest = hash_code(code)
        return next((seat for seat, chair in enumerate(self.chairs) if chair.code == digest), None)


def hash_code(code: str) -> str:
    """What the journal keeps of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


@attrs.frozen
class Stamp:
    """Where and when an event was recorded, and whether it began a decision about the game."""

    seq: int
    at: float
    """Seconds since the epoch, UTC."""
    seat: int | None = None
    move: str | None = None
    """The move as journaled, on the first record of a game's decision."""


def open_table(game: Game, opened: Opened, stamp: Stamp) -> Table:
    """The fold of the first record."""
    options = dict(opened.options)
    start = Moment(stamp.seq, game.start(options))
    return Table(
        opened.table, game, options, bytes.fromhex(opened.seed), opened.deal, opened.clock,
        (Chair(),) * game.seats, start, seq=stamp.seq, at=stamp.at, turn_at=stamp.at,
    )  # fmt: skip


def evolve(table: Table, event: Any, stamp: Stamp) -> Table:
    """Fold one recorded event; never fails on what was recorded."""
    return evolve_all(table, ((event, stamp),))


def evolve_all(table: Table, recorded: Iterable[tuple[Any, Stamp]]) -> Table:
    """Fold recorded events that follow one another, as one after the other would."""
    for of_table, events in groupby(recorded, _is_of_table):
        evolve_run = _evolve_table if of_table else _evolve_game
        table = evolve_run(table, events)
    return table


def _is_of_table(recorded: tuple[Any, Stamp]) -> bool:
    return type(recorded[0]) in _OF_TABLE


def _evolve_table(table: Table, recorded: Iterable[tuple[Any, Stamp]]) -> Table:
    for event, stamp in recorded:
        elapsed = table.elapsed + _played(table.at, stamp.at)
        changes = _changes(table, event, stamp)
        table = attrs.evolve(table, **changes, seq=stamp.seq, at=stamp.at, elapsed=elapsed)
    return table


def _evolve_game(table: Table, recorded: Iterable[tuple[Any, Stamp]]) -> Table:
    """Fold events of the game. However many they are, the table around it changes once: so long games open quickly."""
    now, at, elapsed = table.now, table.at, table.elapsed
    for event, stamp in recorded:
        now = _moment_after(table.game, now, event, stamp)
        elapsed += _played(at, stamp.at)
        at = stamp.at
    return attrs.evolve(table, now=now, undone=(), asks=None, seq=now.seq, at=at, elapsed=elapsed, turn_at=at)


def _played(since: float, at: float) -> float:
    """How much of the time between two records counts as play."""
    return min(max(0.0, at - since), LONG_PAUSE)


def _moment_after(game: Game, now: Moment, event: Any, stamp: Stamp) -> Moment:
    state = game.evolve(now.state, event)
    reveals = isinstance(event, game.reveals)
    if stamp.move is None:
        return Moment(stamp.seq, state, now.plays, now.by, now.reveals or reveals, now.before)
    # Where nothing is taken back, nothing has to be kept for it.
    before = None if game.takeback is Takeback.NEVER else now
    return Moment(stamp.seq, state, now.plays + 1, stamp.seat, reveals, before)


def _changes(table: Table, event: TableEvent, stamp: Stamp) -> dict[str, Any]:
    """What an event of the table's own changes in it, besides the time."""
    match event:
        case Seated(seat, name, is_bot, code):
            return {"chairs": _placed(table.chairs, seat, Chair(name, is_bot, code))}
        case Continued():
            chairs = tuple(chair if chair.is_bot else Chair() for chair in table.chairs)
            return {"chairs": chairs, "turn_at": stamp.at}
        case Resigned() | RanOut() | Said() | Opened():
            return {}
        case TakebackAsked(seat):
            return {"asks": seat}
        case TakebackRefused():
            return {"asks": None}
        case TakenBack() | Redone() | Returned():
            return {"asks": None, "turn_at": stamp.at, **_changes_of_takeback(table, event)}
        case Marked(_, name):
            marks = tuple(mark for mark in table.marks if mark[0] != name)
            return {"marks": (*marks, (name, table.now))}
        case Hinted():
            return {"hints": table.hints + 1}
        case Ended():
            return {"ended": event}


def _placed(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _changes_of_takeback(table: Table, event: TakenBack | Redone | Returned) -> dict[str, Any]:
    match event:
        case TakenBack(_, to):
            moment, undone = table.now, list(table.undone)
            while moment.seq > to and moment.before is not None:
                undone.append(moment)
                moment = moment.before
            return {"now": moment, "undone": tuple(undone), "undos": table.undos + 1}
        case Redone():
            return {"now": table.undone[-1], "undone": table.undone[:-1]}
        case Returned(_, name):
            return {"now": dict(table.marks)[name], "undone": (), "undos": table.undos + 1}
