"""The fold of what was recorded into a table: `open_table` for the first record, `evolve` for each after it."""

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import Any

import attrs
from msgspec.structs import replace

from core.base.chance import Dice, deal_seed, table_seed
from core.base.game import Game, Takeback
from core.table import events
from core.table.clock import Clocks, beginning, contradicted, left_for_vacation, moved_on, paused, resumed
from core.table.commands import MOVES, Cause, Move
from core.table.snapshot import Snapshot
from core.table.stand_in import lent
from core.table.state import Chair, Holder, RecordInfo, Setup, Table

LONG_PAUSE = 300.0
"""Seconds between two records that still count as play; the rest of a longer pause is not play."""


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
    for of_table, run in groupby(recorded, lambda one: type(one[0]) in events.OF_TABLE):
        evolve_run = _evolve_table if of_table else _evolve_game
        table = evolve_run(table, run)
    return table


def causes(recorded: Iterable[tuple[Any, RecordInfo]]) -> Iterator[Cause | None]:
    """What led to each of some events that follow one another; None for those whose decision began before them."""
    cause = None
    for _, info in recorded:
        cause = info.cause or cause
        yield cause


def _evolve_table(table: Table, recorded: Iterable[tuple[Any, RecordInfo]]) -> Table:
    for event, info in recorded:
        last, elapsed = table.at, table.elapsed + _played(table.at, info.at)
        table = replace(table, **_changes(table, event, info), seq=info.seq, at=info.at, elapsed=elapsed)
        if table.clocks is not None:
            table = replace(table, clocks=_clocks_after(table, table.clocks, event, last))
    return table


def _evolve_game(table: Table, recorded: Iterable[tuple[Any, RecordInfo]]) -> Table:
    """Fold events of the game. However many they are, the table around it changes once: so long games open quickly."""
    now, at, elapsed, game = table.now, table.at, table.elapsed, table.setup.game
    movers, demonstrated, clocks = table.movers, table.demonstrated, table.clocks
    # Where nothing is ever taken back, nothing has to be kept for it.
    keeps = game.takeback is not Takeback.NEVER or game.seats == 1 or table.takes_back_freely
    for event, info in recorded:
        move = info.cause if info.cause is not None and isinstance(info.cause.command, MOVES) else None
        now = _snapshot_after(game, now, event, info.seq, move, keeps)
        if move is not None and move.by is not None:
            if move.by not in movers:
                movers |= {move.by}
            if isinstance(move.command, Move) and move.command.demo:
                demonstrated |= {move.by}
        elapsed += _played(at, info.at)
        at = info.at
        if clocks is not None:
            clocks = moved_on(clocks, table.setup.clock, at, game.turn(now.state), info.seq, by_move=now.by is not None)
    return replace(
        table, now=now, seq=now.seq, at=at, turn_at=at, changed=now.seq, elapsed=elapsed, undone=(),
        reset_from=0, asks=None, movers=movers, demonstrated=demonstrated, clocks=clocks, hinted=frozenset(),
    )  # fmt: skip


def _played(since: float, at: float) -> float:
    """How much of the time between two records counts as play."""
    passed = at - since
    # Nearly always all of it; min and max would take a third of the time for a record.
    return passed if 0.0 <= passed <= LONG_PAUSE else min(max(0.0, passed), LONG_PAUSE)


def _snapshot_after(game: Game, now: Snapshot, event: Any, seq: int, move: Cause | None, keeps: bool) -> Snapshot:
    """The game after an event; `move` is what led to it, where that is a move."""
    state = game.evolve(now.state, event)
    reveals = isinstance(event, game.reveals)
    draws = now.draws + isinstance(event, game.draws)
    if move is None:
        return Snapshot(seq, state, now.plays, now.by, now.reveals or reveals, draws, now.previous)
    return Snapshot(seq, state, now.plays + 1, move.by, reveals, draws, now if keeps else None)


def _clocks_after(table: Table, clocks: Clocks, event: events.TableEvent, last: float) -> Clocks:
    """The clocks after an event of the table's own; `last` is the time of the record before it."""
    match event:
        case (
            events.Begun()
            | events.Restored()
            | events.TakenBack()
            | events.Redone()
            | events.Returned()
            | events.Ended()
        ):
            return moved_on(clocks, table.setup.clock, table.at, table.turn, table.seq, by_move=False)
        case events.ClockPaused():
            return paused(clocks, table.at)
        case events.ClockResumed():
            return resumed(clocks, last, table.at)
        case events.ClockCorrected():
            return contradicted(clocks)
        case events.WentAway(seat, until):
            return left_for_vacation(clocks, seat, table.at, until)
        case events.CameBack(seat):
            return left_for_vacation(clocks, seat, table.at, table.at)
        case _:
            return clocks


def _changes(table: Table, event: events.TableEvent, info: RecordInfo) -> dict[str, Any]:
    """What an event of the table's own changes in it, besides the time."""
    if isinstance(event, events.StandInEvent):
        return _changes_of_stand_in(table, event, info.seq)
    match event:
        case events.Seated(seat, person, bot, luck, muted, early, sealed, program, owner):
            chair = Chair(person, bot, luck, muted, early, sealed, is_program=program, owner=owner)
            chairs = _placed(table.chairs, seat, chair)
            full_at = info.at if all(chair.is_taken for chair in chairs) else 0.0
            return {"chairs": chairs, "seed": _seed(table.setup, chairs), "full_at": full_at}
        case events.LuckRevealed(seat, _, luck, muted):
            chair = attrs.evolve(table.chairs[seat], luck=luck, muted=muted, revealed=True)
            chairs = _placed(table.chairs, seat, chair)
            return {"chairs": chairs, "seed": _seed(table.setup, chairs)}
        case events.TakebackAsked(seat):
            return {"asks": seat, "asked": info.seq}
        case events.TakebackRefused():
            return {"asks": None}
        case events.Marked(seat, name, muted):
            marks = tuple(mark for mark in table.marks if mark[0] != name)
            hidden = frozenset(mark for mark in table.hidden_marks if mark[0] != name)
            return {"marks": (*marks, (name, table.now)), "hidden_marks": hidden | ({(name, seat)} if muted else set())}
        case events.Hinted(seat):
            return {"hints": table.hints + (seat not in table.hinted), "hinted": table.hinted | {seat}}
        case events.WatchingSet(_, policy, delay):
            return {"watching": policy, "delay": delay}
        case events.Admitted(_, person):
            return {"admitted": table.admitted | {person}}
        case (
            events.ClockPaused() | events.ClockResumed() | events.ClockCorrected()
            | events.WentAway() | events.CameBack()
        ):  # fmt: skip
            return {}
        case _:
            return {"changed": info.seq, "hinted": frozenset(), **_changes_of_position(table, event, info)}


def _changes_of_position(table: Table, event: events.PositionEvent, info: RecordInfo) -> dict[str, Any]:
    match event:
        case events.Begun():
            return {"begun": True, "turn_at": info.at, "now": _beginning(table, info.seq)}
        case events.Restored():
            return {"restored": True, "movers": frozenset(), "turn_at": info.at}
        case events.TakenBack() | events.Redone() | events.Returned():
            return {"asks": None, "turn_at": info.at, **_changes_of_takeback(table, event)}
        case events.Ended():
            return {"ended": event}
        case events.Opened() | events.Resigned() | events.RanOut():
            return {}


def _changes_of_stand_in(table: Table, event: events.StandInEvent, seq: int) -> dict[str, Any]:
    match event:
        case events.StandInAsked(person=person):
            return {"stand_in_asked": event, "asked": seq, "guests": table.guests | ({person} - {""})}
        case events.StandInRefused():
            return {"stand_in_asked": None}
        case _:
            chairs = _placed(table.chairs, event.seat, lent(table.chairs[event.seat], event))
            changes: dict[str, Any] = {"chairs": chairs, "stand_in_asked": None}
            if isinstance(event, events.StandInAgreed):
                changes["has_agreed"] = True
            if isinstance(event, events.StandInAgreed | events.SeatLent):
                changes["guests"] = table.guests | ({event.person} - {""})
            if isinstance(event, events.SeatLent):
                changes["stood_in"] = table.stood_in | {(event.seat, Holder(event.person, event.bot))}
            return changes


def _seed(setup: Setup, chairs: tuple[Chair, ...]) -> bytes:
    if setup.deal is not None:
        return deal_seed(setup.deal)
    is_known = all(chair.is_taken and not chair.is_unrevealed for chair in chairs)
    return table_seed(setup.house_seed, (chair.luck for chair in chairs)) if is_known else b""


def _placed(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _beginning(table: Table, seq: int) -> Snapshot:
    """The first snapshot: a copy begins with its position, in which the first draw deals anew what is hidden."""
    setup = table.setup
    if setup.position is None:
        return Snapshot(seq, table.now.state)
    state = setup.game.redeal(setup.position, setup.knower, Dice(table.seed, setup.game.name, 1))
    return Snapshot(seq, state, draws=1)


def _changes_of_takeback(table: Table, event: events.WentBack) -> dict[str, Any]:
    match event:
        case events.TakenBack(_, to):
            later = tuple(takewhile(lambda snapshot: snapshot.seq > to, table.now.chain()))
            now = later[-1].previous if later else table.now
            if now is None or now.seq != to:
                raise ValueError("that position to go back to does not exist")
            reset_from = table.now.seq if now.previous is None else 0
            undone = (*table.undone, *later)
            return {"now": now, "undone": undone, "reset_from": reset_from, "undos": table.undos + 1}
        case events.Redone(_, to):
            left = next(left for left in range(len(table.undone) - 1, -1, -1) if table.undone[left].seq == to)
            return {"now": table.undone[left], "undone": table.undone[:left], "reset_from": 0}
        case events.Returned(_, name):
            return {"now": dict(table.marks)[name], "undone": (), "reset_from": 0, "undos": table.undos + 1}
