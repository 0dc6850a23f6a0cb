"""The one place that says what a command at a table leads to, and what is refused."""

from __future__ import annotations

from typing import Any

from core.chance import Dice
from core.game import Outcome, Play, Refused, Takeback, plain
from core.table.commands import (
    Answer,
    Command,
    Continue,
    Mark,
    Move,
    Redo,
    Resign,
    Restart,
    Return,
    RunOut,
    Say,
    Sit,
    TakeHint,
    Undo,
)
from core.table.events import (
    Continued,
    Ended,
    Hinted,
    Marked,
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
from core.table.state import Moment, Table
from core.words import clean

LONGEST_TEXT = 400
"""Characters of a chat line."""
LONGEST_NAME = 24
"""Characters of a player's name or of a bookmark."""


def decide(table: Table, command: Command, dice: Dice, at: float) -> tuple[Any, ...]:
    """What follows from a command: events of the table and of its game.

    Raises:
        Refused: with a sentence that depends only on what the one who asked may know.
    """
    if table.ended:
        raise Refused("This game is over.")
    match command:
        case Move(seat, text):
            events = _decide_move(table, seat, text, dice, at)
        case Sit(seat, name, is_bot, code):
            events = _decide_sit(table, Seated(seat, clean(name, LONGEST_NAME), is_bot, code))
        case Continue(origin):
            events = (Continued(origin),)
        case Say(name, seat, text):
            events = _decide_say(name, seat, text)
        case Resign(seat):
            events = (
                Resigned(seat),
                *_closing(table.without(seat, "resigned" if len(table.chairs) > 1 else "gave up")),
            )
        case RunOut(seat):
            events = _decide_run_out(table, seat)
        case Undo() | Redo() | Restart() | Answer():
            events = _decide_takeback(table, command)
        case Mark(seat, name):
            events = (Marked(seat, _bookmark(name)),)
        case Return(seat, name):
            events = _decide_return(table, seat, name)
        case TakeHint(seat):
            events = _decide_hint(table, seat)
    return events


def _decide_move(table: Table, seat: int, text: str, dice: Dice, at: float) -> tuple[Any, ...]:
    if any(not chair.name for chair in table.chairs):
        raise Refused("Nobody sits opposite yet: wait until somebody has joined.")
    game = table.game
    move = game.read(game.view(table.state, seat), plain(text))
    events = game.decide(table.state, Play(seat, move, dice, at))
    state = table.state
    for event in events:
        state = game.evolve(state, event)
    return (*events, *_closing(game.outcome(state)))


def _closing(outcome: Outcome | None) -> tuple[Ended, ...]:
    return (Ended(outcome.winners, outcome.summary),) if outcome else ()


def _decide_sit(table: Table, seated: Seated) -> tuple[Seated, ...]:
    if not 0 <= seated.seat < len(table.chairs):
        raise Refused("There is no such seat at this table.")
    if table.chairs[seated.seat].name:
        raise Refused("That seat is taken.")
    if not seated.name:
        raise Refused("A player needs a name.")
    if any(chair.name.lower() == seated.name.lower() for chair in table.chairs):
        raise Refused("Somebody at this table has that name already.")
    return (seated,)


def _decide_say(name: str, seat: int | None, text: str) -> tuple[Said, ...]:
    text = clean(text, LONGEST_TEXT)
    if not text:
        raise Refused("Say what?")
    return (Said(name, seat, text),)


def _decide_run_out(table: Table, seat: int) -> tuple[Any, ...]:
    if not table.clock or seat not in table.turn:
        raise Refused("No time ran out.")
    return (RanOut(seat), *_closing(table.without(seat, "ran out of time")))


def _decide_takeback(table: Table, command: Undo | Redo | Restart | Answer) -> tuple[Any, ...]:
    policy = table.game.takeback
    if policy is Takeback.NEVER:
        raise Refused("In this game no move can be taken back.")
    match command:
        case Answer(seat, yes):
            return _decide_answer(table, seat, yes)
        case Undo(seat) if policy is Takeback.CONSENT:
            _last_of(table, seat)
            if any(chair.is_bot for chair in table.chairs):
                return (TakenBack(seat, _last_of(table, seat).seq),)
            return (TakebackAsked(seat),)
        case Redo() | Restart() if policy is Takeback.CONSENT:
            raise Refused("With two players only the last move can be taken back.")
        case Undo(seat):
            if table.now.before is None:
                raise Refused("There is nothing to take back.")
            return (TakenBack(seat, table.now.before.seq),)
        case Restart(seat):
            if table.now.before is None:
                raise Refused("The game is at its start.")
            return (TakenBack(seat, table.now.first.seq),)
        case Redo(seat):
            if not table.undone:
                raise Refused("There is nothing to do again.")
            return (Redone(seat, table.undone[-1].seq),)


def _decide_answer(table: Table, seat: int, yes: bool) -> tuple[Any, ...]:
    if table.asks is None or table.asks == seat:
        raise Refused("Nobody asks you to take back a move.")
    if not yes:
        return (TakebackRefused(seat),)
    return (TakenBack(table.asks, _last_of(table, table.asks).seq),)


def _last_of(table: Table, seat: int) -> Moment:
    """The moment before the seat's own last decision."""
    moment: Moment = table.now
    while moment.before is not None:
        if moment.reveals:
            raise Refused("That move cannot be taken back: something has been revealed since.")
        if moment.by == seat:
            return moment.before
        moment = moment.before
    raise Refused("There is nothing to take back.")


def _bookmark(name: str) -> str:
    name = plain(clean(name, LONGEST_NAME))
    if not name:
        raise Refused("A bookmark needs a name.")
    return name


def _decide_return(table: Table, seat: int, name: str) -> tuple[Returned, ...]:
    if table.game.takeback is not Takeback.FREE:
        raise Refused("In this game a save is returned to as a new game, from the lobby.")
    if _bookmark(name) not in dict(table.marks):
        raise Refused(f'There is no bookmark "{_bookmark(name)}" here.')
    return (Returned(seat, _bookmark(name)),)


def _decide_hint(table: Table, seat: int) -> tuple[Hinted, ...]:
    if table.game.hint is None:
        raise Refused("There are no hints in this game.")
    return (Hinted(seat),)
