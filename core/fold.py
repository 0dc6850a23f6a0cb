"""Records → a table, and the proof that they are what the rules decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core import codec
from core.chance import Dice
from core.games import GAMES
from core.table import (
    Answer,
    Command,
    Continue,
    Continued,
    Hinted,
    Mark,
    Marked,
    Move,
    Opened,
    RanOut,
    Redo,
    Redone,
    Resign,
    Resigned,
    Return,
    Returned,
    RunOut,
    Said,
    Say,
    Seated,
    Sit,
    Table,
    TakebackAsked,
    TakebackRefused,
    TakeHint,
    TakenBack,
    Undo,
    decide,
    evolve_all,
    open_table,
)
from core.table import Restart as RestartTable
from journal import Damaged, Record


def fold(stream: str, table: Table | None, records: Iterable[Record]) -> Table:
    """A table after some more records; None is before the first.

    Raises:
        Damaged: a record that this version cannot read, with its number.
    """
    return fold_events(stream, table, ((record, event_of(stream, record)) for record in records))


def fold_events(stream: str, table: Table | None, recorded: Iterable[tuple[Record, Any]]) -> Table:
    """A table after some more records whose events have been decoded already; None is before the first."""
    rest = iter(recorded)
    if table is None:
        table = _opened(stream, *next(rest, (None, None)))
    return evolve_all(table, ((event, codec.stamp(record)) for record, event in rest))


def event_of(stream: str, record: Record) -> Any:
    """A record's event. Raises Damaged when this version cannot read it."""
    try:
        return codec.decode(record)
    except ValueError as error:
        raise Damaged(stream, record.seq, str(error)) from error


def _opened(stream: str, record: Record | None, event: Any) -> Table:
    if record is None:
        raise Damaged(stream, 1, "there is no record")
    if not isinstance(event, Opened):
        raise Damaged(stream, record.seq, "a game begins with table.opened")
    if event.game not in GAMES:
        raise Damaged(stream, record.seq, f'the game "{event.game}" is unknown here')
    return open_table(GAMES[event.game], event, codec.stamp(record))


def verify(stream: str, records: Sequence[Record]) -> Table:
    """Decide the whole game again from its seed and compare.

    The chain of hashes has been checked where the records were read.

    Returns: the table as it stands at the end.
    Raises:
        Damaged: at the first record that differs from what the rules decide.
    """
    table: Table | None = None
    for decision in decisions(records):
        first = decision[0]
        events = [event_of(stream, record) for record in decision]
        expected = _redecide(stream, table, first, events[0])
        for record, event, wanted in zip(decision, events, expected, strict=False):
            if event != wanted:
                raise Damaged(stream, record.seq, "the rules decide otherwise")
        if len(events) != len(expected):
            seq = first.seq + min(len(events), len(expected))
            raise Damaged(stream, seq, "the decision has more or fewer records than the rules give it")
        table = fold_events(stream, table, zip(decision, events, strict=True))
    if table is None:
        raise Damaged(stream, 1, "there is no record")
    return table


def decisions(records: Iterable[Record]) -> Iterator[list[Record]]:
    """The records grouped as they were appended: each group begins with the play that caused it."""
    group: list[Record] = []
    for record in records:
        if record.play is not None and group:
            yield group
            group = []
        group.append(record)
    if group:
        yield group


def _redecide(stream: str, table: Table | None, first: Record, event: Any) -> tuple[Any, ...]:
    if table is None:
        opened = fold(stream, None, [first])
        if event.rules != opened.game.rules:
            why = f"it was played by version {event.rules} of the rules, this is version {opened.game.rules}"
            raise Damaged(stream, first.seq, why)
        return (event, *opened.game.begin(opened.options, Dice(opened.seed, opened.game.name, first.seq)))
    dice = Dice(table.seed, table.game.name, first.seq)
    try:
        return decide(table, _cause(first, event), dice, codec.seconds(first.at))
    except Exception as error:  # whatever the rules make of it, this record does not follow from them
        raise Damaged(stream, first.seq, f"the rules refuse it ({error})") from error


def _cause(record: Record, event: Any) -> Command:
    """The command behind a decision, from its first record."""
    match event:
        case Seated(seat, name, is_bot, code):
            return Sit(seat, name, is_bot, code)
        case Continued(origin):
            return Continue(origin)
        case Said(name, seat, text):
            return Say(name, seat, text)
        case Resigned(seat):
            return Resign(seat)
        case RanOut(seat):
            return RunOut(seat)
        case Marked(seat, name):
            return Mark(seat, name)
        case Hinted(seat):
            return TakeHint(seat)
        case Returned(seat, name):
            return Return(seat, name)
        case _:
            return _cause_of_play(record, event)


def _cause_of_play(record: Record, event: Any) -> Command:
    play = record.play or {}
    seat = int(play.get("seat", -1))
    match event:
        case TakebackAsked():
            return Undo(seat)
        case TakebackRefused():
            return Answer(seat, yes=False)
        case Redone():
            return Redo(seat)
        case TakenBack():
            words: dict[str, Command] = {
                "undo": Undo(seat),
                "restart": RestartTable(seat),
                "yes": Answer(seat, yes=True),
            }
            return words[str(play.get("command"))]
        case _:
            return Move(seat, str(play["move"]))
