"""A table as the fold of its stream, and `evolve`, which folds."""

from __future__ import annotations

import hashlib
from typing import Any

import attrs

from core.game import Game, Options, Outcome
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
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)

LONG_PAUSE = 300.0
"""Seconds between two records that still count as play; the rest of a longer pause is not play."""


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
    played = min(max(0.0, stamp.at - table.at), LONG_PAUSE)
    table = attrs.evolve(table, seq=stamp.seq, at=stamp.at, elapsed=table.elapsed + played)
    match event:
        case Seated(seat, name, is_bot, code):
            return attrs.evolve(table, chairs=_placed(table.chairs, seat, Chair(name, is_bot, code)))
        case Continued():
            chairs = tuple(chair if chair.is_bot else Chair() for chair in table.chairs)
            return attrs.evolve(table, chairs=chairs, turn_at=stamp.at)
        case Resigned() | RanOut() | Said() | Opened():
            return table
        case TakebackAsked(seat):
            return attrs.evolve(table, asks=seat)
        case TakebackRefused():
            return attrs.evolve(table, asks=None)
        case TakenBack() | Redone() | Returned():
            return _evolve_takeback(attrs.evolve(table, asks=None, turn_at=stamp.at), event)
        case Marked(_, name):
            marks = tuple(mark for mark in table.marks if mark[0] != name)
            return attrs.evolve(table, marks=(*marks, (name, table.now)))
        case Hinted():
            return attrs.evolve(table, hints=table.hints + 1)
        case Ended():
            return attrs.evolve(table, ended=event)
        case _:
            return _evolve_game(table, event, stamp)


def _placed(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _evolve_game(table: Table, event: Any, stamp: Stamp) -> Table:
    now = table.now
    state = table.game.evolve(now.state, event)
    reveals = isinstance(event, table.game.reveals)
    if stamp.move is None:
        moment = attrs.evolve(now, seq=stamp.seq, state=state, reveals=now.reveals or reveals)
    else:
        moment = Moment(stamp.seq, state, now.plays + 1, stamp.seat, reveals, now)
    return attrs.evolve(table, now=moment, undone=(), asks=None, turn_at=stamp.at)


def _evolve_takeback(table: Table, event: TakenBack | Redone | Returned) -> Table:
    match event:
        case TakenBack(_, to):
            moment, undone = table.now, list(table.undone)
            while moment.seq > to and moment.before is not None:
                undone.append(moment)
                moment = moment.before
            return attrs.evolve(table, now=moment, undone=tuple(undone), undos=table.undos + 1)
        case Redone():
            return attrs.evolve(table, now=table.undone[-1], undone=table.undone[:-1])
        case Returned(_, name):
            return attrs.evolve(table, now=dict(table.marks)[name], undone=(), undos=table.undos + 1)
