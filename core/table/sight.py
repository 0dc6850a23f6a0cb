"""A table as one viewer may see it, and what happened there in words: the gate to every screen."""

from __future__ import annotations

from typing import Any

import attrs

from core.chance import commitment
from core.game import Options, Outcome, Takeback
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
from core.table.state import Chair, Table


@attrs.frozen(eq=False)
class Sight:
    """A table as one viewer sees it: the game's view, and what stands around it.

    Compared by identity, so that what was drawn of a sight can be looked up by it and shared.
    """

    id: str
    game: str
    options: Options
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    chairs: tuple[Chair, ...]
    seat: int | None
    """The viewer, counted from 0; None is a spectator."""
    view: Any
    outcome: Outcome | None
    seq: int
    """The last record that is in this sight."""
    commitment: str
    seed: str
    """In hexadecimal once the game is over; empty before."""
    can_undo: bool = False
    can_redo: bool = False
    plays: int = 0
    """Moves in force: made and not taken back."""
    undos: int = 0
    hints: int = 0
    marks: tuple[str, ...] = ()
    """Names of the bookmarks that can be returned to."""
    asks: int | None = None
    """The seat that asks to take back a move and waits for an answer."""
    elapsed: float = 0.0
    """Seconds of play up to the last record; long pauses are not counted."""
    clock: int = 0
    """Seconds for a move; 0 is no clock."""
    turn_at: float = 0.0
    """Seconds since the epoch when the game last moved on."""


def sight(table: Table, seat: int | None) -> Sight:
    """What one viewer may know of a table."""
    free = table.game.takeback is Takeback.FREE
    return Sight(
        table.id, table.game.name, table.options, table.deal,
        tuple(Chair(chair.name, chair.is_bot) for chair in table.chairs),
        seat, table.game.view(table.state, seat), table.outcome, table.seq, commitment(table.seed),
        table.seed.hex() if table.ended else "",
        can_undo=free and table.now.before is not None and not table.ended,
        can_redo=bool(table.undone) and not table.ended,
        plays=table.now.plays, undos=table.undos, hints=table.hints,
        marks=tuple(name for name, _ in table.marks) if seat is not None else (),
        asks=table.asks, elapsed=table.elapsed, clock=table.clock, turn_at=table.turn_at,
    )  # fmt: skip


def tell(table: Table, event: Any, seat: int | None) -> str:
    """One sentence on an event as a viewer may know it; empty when there is nothing to say."""
    match event:
        case Said(name, speaker, text):
            return f"{name}: {text}" if speaker is not None or seat is None else ""
        case Seated(_, name):
            return f"{name} sits down."
        case Resigned(who):
            return f"{table.name_of(who)} {'resigns' if len(table.chairs) > 1 else 'gives up'}."
        case RanOut(who):
            return f"{table.name_of(who)} runs out of time."
        case TakebackAsked(who):
            return f"{table.name_of(who)} asks to take back the last move."
        case TakebackRefused(who):
            return f"{table.name_of(who)} would rather not."
        case TakenBack(who) | Redone(who) | Returned(who):
            return _tell_takeback(table, event, "You" if who == seat else table.name_of(who))
        case Continued(origin):
            return f"This game goes on from {origin}."
        case Ended(_, summary):
            return named(table, summary)
        case Opened() | Marked() | Hinted():
            return ""
        case _:
            return named(table, table.game.tell(event, seat))


def _tell_takeback(table: Table, event: TakenBack | Redone | Returned, who: str) -> str:
    verb = "take" if who == "You" else "takes"
    match event:
        case TakenBack(_, to) if len(table.chairs) == 1 and _is_start(table, to):
            return "The game is at its start again."
        case TakenBack():
            return f"{who} {verb} back a move."
        case Redone():
            return f"{who} {'do' if who == 'You' else 'does'} it again."
        case Returned(_, name):
            return f'{who} {"go" if who == "You" else "goes"} back to "{name}".'


def _is_start(table: Table, to: int) -> bool:
    """Whether record `to` is the last of the opening. Looks back from now, which is there or hardly farther."""
    moment = table.now
    while moment.seq > to and moment.before is not None:
        moment = moment.before
    return moment.seq == to and moment.before is None


def named(table: Table, sentence: str) -> str:
    """A sentence of the game with the players' names in place of {0} and {1}."""
    return named_by(table.chairs, sentence)


def named_by(chairs: tuple[Chair, ...], sentence: str) -> str:
    """A sentence of the game with the names of those who sit in place of {0} and {1}."""
    for seat, chair in enumerate(chairs):
        sentence = sentence.replace(f"{{{seat}}}", chair.name or f"Seat {seat + 1}")
    return sentence
