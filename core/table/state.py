"""A table as the fold of its stream, and `evolve`, which folds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any, get_args

import attrs
import msgspec
from msgspec.structs import replace

from core.chance import Dice, deal_seed, table_seed
from core.game import SPECTATOR, Game, Options, Outcome, Seat, Takeback, Viewer
from core.table.chairs import Chair, Holder, lent
from core.table.clock import Clock, Clocks, beginning, contradicted, left_for_vacation, moved_on, resumed
from core.table.commands import (
    MOVES,
    AcceptStandIn,
    Admit,
    Answer,
    AnswerStandIn,
    Begin,
    Cause,
    Close,
    Command,
    DeclineStandIn,
    Move,
    SetWatching,
    Sit,
    TakeSeatBack,
)
from core.table.events import (
    WATCHING,
    Admitted,
    Begun,
    CameBack,
    ClockCorrected,
    ClockResumed,
    Ended,
    Hinted,
    Marked,
    Opened,
    Origin,
    RanOut,
    Redone,
    Resigned,
    Restored,
    Returned,
    Seated,
    SeatLent,
    SeatReturned,
    StandInAccepted,
    StandInAgreed,
    StandInAsked,
    StandInDeclined,
    StandInEvent,
    StandInRefused,
    TableEvent,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
    WatchingSet,
    WentAway,
)
from core.table.snapshot import Snapshot

LONG_PAUSE = 300.0
"""Seconds between two records that still count as play; the rest of a longer pause is not play."""

_OF_TABLE = frozenset(get_args(TableEvent))


@attrs.frozen
class Setup:
    """What a table was opened with. Holds the house's secret seed."""

    id: str
    game: Game
    options: Options
    house_seed: bytes = attrs.field(repr=False)
    deal: int | None = None
    clock: Clock = 0
    """0 is no clock."""
    reserved: tuple[str, ...] = ()
    """By seat the person for whom it is kept; empty for a seat that anybody may take."""
    origin: Origin | None = None
    """The game of which this one is a practice copy."""
    kept: int | None = None
    position: Any = attrs.field(default=None, repr=False)
    """The state from which a copy begins."""
    opened_as: str = ""
    """The id it was opened with: its own, except in an exact copy."""

    @property
    def is_practice(self) -> bool:
        """Whether this is a copy in which hidden cards were dealt anew: it counts for nobody."""
        return self.origin is not None

    @property
    def knower(self) -> Viewer:
        """The viewer whose knowledge a copy keeps."""
        return SPECTATOR if self.kept is None else Seat(self.kept)


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything about one table; holds every secret, so only the service and `view_table` read it.

    A msgspec structure, because making one costs a tenth of what an attrs class does, and every record makes one.
    """

    setup: Setup
    chairs: tuple[Chair, ...]
    now: Snapshot
    seq: int
    """The last record."""
    at: float
    """Seconds since the epoch of the last record."""
    turn_at: float
    """When the game last moved on."""
    changed: int
    """The last record that changed the position, and with it what a command means."""
    elapsed: float = 0.0
    """Seconds of play up to the last record."""
    begun: bool = False
    undone: tuple[Snapshot, ...] = ()
    """What can be redone, the next one last."""
    marks: tuple[tuple[str, Snapshot], ...] = ()
    asks: int | None = None
    """The seat whose wish to take back waits for an answer."""
    asked: int = 0
    """The record of the last such wish, or of the last one for a stand-in."""
    ended: Ended | None = None
    undos: int = 0
    hints: int = 0
    restored: bool = False
    """Whether it is an exact copy, which counts as played with help."""
    opened_at: float = 0.0
    """Seconds since the epoch of the first record."""
    moved: bool = False
    """Whether a move was made here, and not only in the game that this one is an exact copy of."""
    demonstrated: frozenset[int] = frozenset()
    """The seats for whose person the computer player made a move."""
    kept_from: int = 0
    """The moves in force at the oldest snapshot that is kept; see `shortened`."""
    clocks: Clocks | None = None
    """None without a clock."""
    stand_in_asked: StandInAsked | None = None
    """The wish of a player to have somebody play for them that waits for an answer."""
    stood_in: frozenset[tuple[int, Holder]] = frozenset()
    """Who has played for a person, each with the seat: such a game counts for nobody's rating."""
    has_agreed: bool = False
    """Whether a stand-in was ever agreed on."""
    guests: frozenset[str] = frozenset()
    """The ids of persons who sit nowhere and were asked to stand in."""
    hinted: frozenset[int] = frozenset()
    """The seats that have had a hint in this position, where another one does not count."""
    watching: str = WATCHING[0]
    """Who may look on; see `WATCHING`."""
    delay: int = 0
    """Moves that those who look on are behind."""
    admitted: frozenset[str] = frozenset()
    """The ids of persons who may look on where not everybody may."""

    @property
    def is_of_another(self) -> bool:
        """Whether these are the records of another table, though they do not say that they were copied."""
        return self.setup.opened_as != self.setup.id and not self.restored

    @property
    def is_shortened(self) -> bool:
        """Whether older snapshots were let go of: to go back, the stream has to be folded again."""
        return self.kept_from > 0

    def has_decision_of(self, seat: int | None) -> bool:
        """Whether the last decision of a seat is in the past that is at hand, so that it can be taken back."""
        snapshot = self.now
        while snapshot.previous is not None:
            if snapshot.by == seat:
                return True
            snapshot = snapshot.previous
        return False

    def has_position(self, seq: int) -> bool:
        """Whether the position after record `seq` is in the past that is at hand, or among what was taken back."""
        snapshot: Snapshot | None = self.now
        while snapshot is not None and snapshot.seq > seq:
            snapshot = snapshot.previous
        return (snapshot is not None and snapshot.seq == seq) or any(left.seq == seq for left in self.undone)

    @property
    def id(self) -> str:
        """The table's name in commands and lists."""
        return self.setup.id

    @property
    def game(self) -> Game:
        """What is played."""
        return self.setup.game

    @property
    def state(self) -> Any:
        """The game's state in force."""
        return self.now.state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        ended = self.ended
        return Outcome(ended.reason, ended.winners, ended.figures) if ended else None

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty before the game has begun and when it is over."""
        return self.setup.game.turn(self.now.state) if self.begun and not self.ended else ()

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all persons of whom something is told here: players by seat, then who was asked to stand in."""
        return (*(chair.person for chair in self.chairs if chair.person), *sorted(self.guests))

    @property
    def first_due(self) -> tuple[float, int]:
        """When time runs out first, in seconds since the epoch, and for which seat; infinite while none runs."""
        return self.clocks.first_due() if self.clocks else (float("inf"), 0)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.is_taken for chair in self.chairs)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that persons have taken."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.person)

    @property
    def takes_back_freely(self) -> bool:
        """Whether moves are taken back without asking: alone, and against computer players."""
        return sum(not chair.bot for chair in self.chairs) <= 1

    @property
    def seed(self) -> bytes:
        """The seed of all chance at this table, once every seat has added its luck."""
        if self.setup.deal is not None:
            return deal_seed(self.setup.deal)
        return _table_seed(self.setup.house_seed, tuple(chair.luck for chair in self.chairs))

    def dice(self) -> Dice:
        """The chance that goes with the next decision, whatever was said or asked before it."""
        return Dice(self.seed, self.setup.game.name, self.now.draws + 1)

    def has_moved_on(self, command: Command, seen: int) -> bool:
        """Whether a command was meant for a position, or for a question, that is not there any more."""
        match command:
            case Sit() | Begin() | Close() | SetWatching() | Admit():  # The same whatever the position.
                return False
            case TakeSeatBack() | AcceptStandIn() | DeclineStandIn():
                return False
            case Answer() | AnswerStandIn():
                return seen < max(self.changed, self.asked)
            case _:
                return seen < self.changed


@lru_cache(maxsize=1024)
def _table_seed(house_seed: bytes, luck: tuple[str, ...]) -> bytes:
    """The same for every decision of a table, so it is not computed for each."""
    return table_seed(house_seed, luck)


def shortened(table: Table, kept: int) -> Table:
    """The table with so many snapshots of the past only; the others are in the journal if they are wanted again.

    A house full of people would otherwise hold in memory all that they have ever played at their tables.
    """
    past = [table.now]
    while len(past) < kept and past[-1].previous is not None:
        past.append(past[-1].previous)
    now = replace(past[-1], previous=None)
    for snapshot in reversed(past[:-1]):
        now = replace(snapshot, previous=now)
    marks = tuple((name, replace(snapshot, previous=None)) for name, snapshot in table.marks)
    return replace(table, now=now, undone=(), marks=marks, kept_from=past[-1].plays)


class RecordInfo(msgspec.Struct, frozen=True, gc=False):
    """Where, when and why an event was recorded."""

    seq: int
    at: float
    """Seconds since the epoch, UTC."""
    cause: Cause | None = None
    """On the first record of a decision."""


def open_table(setup: Setup, info: RecordInfo) -> Table:
    """The fold of the first record."""
    game = setup.game
    start = Snapshot(info.seq, game.start(setup.options))
    chairs = (Chair(),) * game.seats
    clocks = beginning(setup.clock, game.seats, info.at) if setup.clock else None
    return Table(setup, chairs, start, info.seq, info.at, info.at, info.seq, opened_at=info.at, clocks=clocks)


def evolve(table: Table, event: Any, info: RecordInfo) -> Table:
    """Fold one recorded event; never fails on what was recorded."""
    return evolve_all(table, ((event, info),))


def evolve_all(table: Table, recorded: Iterable[tuple[Any, RecordInfo]]) -> Table:
    """Fold recorded events that follow one another, as one after the other would."""
    for of_table, events in groupby(recorded, _is_of_table):
        evolve_run = _evolve_table if of_table else _evolve_game
        table = evolve_run(table, events)
    return table


def _is_of_table(recorded: tuple[Any, RecordInfo]) -> bool:
    return type(recorded[0]) in _OF_TABLE


def _evolve_table(table: Table, recorded: Iterable[tuple[Any, RecordInfo]]) -> Table:
    for event, info in recorded:
        elapsed = table.elapsed + _played(table.at, info.at)
        last = table.at
        table = replace(table, **_changes(table, event, info), seq=info.seq, at=info.at, elapsed=elapsed)
        if table.clocks is not None:
            table = replace(table, clocks=_clocks_after(table, table.clocks, event, last))
    return table


def _evolve_game(table: Table, recorded: Iterable[tuple[Any, RecordInfo]]) -> Table:
    """Fold events of the game. However many they are, the table around it changes once: so long games open quickly."""
    now, at, elapsed, game = table.now, table.at, table.elapsed, table.setup.game
    moved, demonstrated, clocks = table.moved, table.demonstrated, table.clocks
    # Where nothing is ever taken back, nothing has to be kept for it.
    keeps = game.takeback is not Takeback.NEVER or table.takes_back_freely
    for event, info in recorded:
        now = _snapshot_after(game, now, event, info, keeps)
        if info.cause is not None and isinstance(move := info.cause.command, MOVES):
            moved = True
            if isinstance(move, Move) and move.demo and info.cause.by is not None:
                demonstrated |= {info.cause.by}
        elapsed += _played(at, info.at)
        at = info.at
        if clocks is not None:
            clocks = moved_on(clocks, table.setup.clock, at, game.turn(now.state), info.seq, by_move=now.by is not None)
    return replace(
        table, now=now, seq=now.seq, at=at, turn_at=at, changed=now.seq, elapsed=elapsed, undone=(), asks=None,
        moved=moved, demonstrated=demonstrated, clocks=clocks, hinted=frozenset(),
    )  # fmt: skip


def _played(since: float, at: float) -> float:
    """How much of the time between two records counts as play."""
    return min(max(0.0, at - since), LONG_PAUSE)


def _snapshot_after(game: Game, now: Snapshot, event: Any, info: RecordInfo, keeps: bool) -> Snapshot:
    state = game.evolve(now.state, event)
    reveals = isinstance(event, game.reveals)
    draws = now.draws + isinstance(event, game.draws)
    cause = info.cause
    if cause is None or not isinstance(cause.command, MOVES):
        return Snapshot(info.seq, state, now.plays, now.by, now.reveals or reveals, draws, now.previous)
    return Snapshot(info.seq, state, now.plays + 1, cause.by, reveals, draws, now if keeps else None)


def _clocks_after(table: Table, clocks: Clocks, event: TableEvent, last: float) -> Clocks:
    """The clocks after an event of the table's own; `last` is the time of the record before it."""
    match event:
        case Begun() | Restored() | TakenBack() | Redone() | Returned() | Ended():
            return moved_on(clocks, table.setup.clock, table.at, table.turn, table.seq, by_move=False)
        case ClockResumed():
            return resumed(clocks, last, table.at)
        case ClockCorrected():
            return contradicted(clocks)
        case WentAway(seat, until):
            return left_for_vacation(clocks, seat, table.at, until)
        case CameBack(seat):
            return left_for_vacation(clocks, seat, table.at, table.at)
        case _:
            return clocks


def _changes(table: Table, event: TableEvent, info: RecordInfo) -> dict[str, Any]:
    """What an event of the table's own changes in it, besides the time."""
    match event:
        case Seated(seat, person, bot, luck):
            return {"chairs": _placed(table.chairs, seat, Chair(person, bot, luck))}
        case TakebackAsked(seat):
            return {"asks": seat, "asked": info.seq}
        case TakebackRefused():
            return {"asks": None}
        case (
            StandInAsked() | StandInRefused() | StandInAgreed() | StandInAccepted() | StandInDeclined() | SeatLent()
            | SeatReturned()
        ):  # fmt: skip
            return _changes_of_stand_in(table, event, info.seq)
        case Marked(_, name):
            marks = tuple(mark for mark in table.marks if mark[0] != name)
            return {"marks": (*marks, (name, table.now))}
        case Hinted(seat):
            return {"hints": table.hints + (seat not in table.hinted), "hinted": table.hinted | {seat}}
        case WatchingSet(_, policy, delay):
            return {"watching": policy, "delay": delay}
        case Admitted(_, person):
            return {"admitted": table.admitted | {person}}
        case ClockResumed() | ClockCorrected() | WentAway() | CameBack():
            return {}
        case _:
            return {"changed": info.seq, "hinted": frozenset(), **_changes_of_position(table, event, info)}


def _changes_of_position(
    table: Table,
    event: Opened | Begun | Restored | Resigned | RanOut | TakenBack | Redone | Returned | Ended,
    info: RecordInfo,
) -> dict[str, Any]:
    match event:
        case Begun():
            return {"begun": True, "turn_at": info.at, "now": _beginning(table, info.seq)}
        case Restored():
            return {"restored": True, "moved": False, "turn_at": info.at}
        case TakenBack() | Redone() | Returned():
            return {"asks": None, "turn_at": info.at, **_changes_of_takeback(table, event)}
        case Ended():
            return {"ended": event}
        case Opened() | Resigned() | RanOut():
            return {}


def _changes_of_stand_in(table: Table, event: StandInEvent, seq: int) -> dict[str, Any]:
    match event:
        case StandInAsked(person=person):
            return {"stand_in_asked": event, "asked": seq, "guests": table.guests | ({person} - {""})}
        case StandInRefused():
            return {"stand_in_asked": None}
        case _:
            chairs = _placed(table.chairs, event.seat, lent(table.chairs[event.seat], event))
            changes: dict[str, Any] = {"chairs": chairs, "stand_in_asked": None}
            if isinstance(event, StandInAgreed):
                changes["has_agreed"] = True
            if isinstance(event, StandInAgreed | SeatLent):
                changes["guests"] = table.guests | ({event.person} - {""})
            if isinstance(event, SeatLent):
                changes["stood_in"] = table.stood_in | {(event.seat, Holder(event.person, event.bot))}
            return changes


def _placed(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _beginning(table: Table, seq: int) -> Snapshot:
    """The first snapshot: a copy begins with its position, in which the first draw deals anew what is hidden."""
    setup = table.setup
    if setup.position is None:
        return Snapshot(seq, table.now.state)
    state = setup.game.redeal(setup.position, setup.knower, Dice(table.seed, setup.game.name, 1))
    return Snapshot(seq, state, draws=1)


def _changes_of_takeback(table: Table, event: TakenBack | Redone | Returned) -> dict[str, Any]:
    match event:
        case TakenBack(_, to):
            snapshot, undone = table.now, list(table.undone)
            while snapshot.seq > to and snapshot.previous is not None:
                undone.append(snapshot)
                snapshot = snapshot.previous
            if snapshot.seq != to:
                raise ValueError("there is no such position to go back to")
            return {"now": snapshot, "undone": tuple(undone), "undos": table.undos + 1}
        case Redone(_, to):
            left = next(left for left in range(len(table.undone) - 1, -1, -1) if table.undone[left].seq == to)
            return {"now": table.undone[left], "undone": table.undone[:left]}
        case Returned(_, name):
            return {"now": dict(table.marks)[name], "undone": (), "undos": table.undos + 1}
