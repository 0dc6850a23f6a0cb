"""What comes of a decision, worked out before any of it is stored: its events, and the table after them. Pure."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from core.base.game import Refused
from core.records import codec, fold
from core.table import Cause, RecordInfo, Table, decide, evolve_all
from journal import Damaged, Draft, Record, seal

MOST_REPLIES = 8
"""Decisions of computer players that are stored with the one they reply to; in mille a turn has two, seldom more."""

Reply = Callable[[Table], Cause | None]
"""What a computer player decides at a table at once, if one is to move; None where nothing is decided, or not at once.
"""


class Busy(Refused):
    """Others kept being first; the person may simply try again."""


class MovedOn(Refused):
    """The position that the command was meant for is not there any more, so it was not decided."""

    def __init__(self) -> None:
        super().__init__("The game has moved on: look again before you move.")


class Decided(Struct, frozen=True):
    """A decision on a table as it stood before."""

    cause: Cause
    recorded: tuple[fold.Recorded, ...]
    """What follows from it; one event at least."""
    after: Table


def decided(stream: str, table: Table, cause: Cause, at: float) -> Decided:
    """Decide; `at` is in whole milliseconds since the epoch. Raises: Refused; Damaged."""
    recorded = tuple(
        (event, RecordInfo(table.seq + number, at, cause if number == 1 else None))
        for number, event in enumerate(decide(table, cause.command, cause.by, at, cause.stand_in), 1)
    )
    with codec.Gate(stream, recorded[0][1].seq):
        return Decided(cause, recorded, evolve_all(table, recorded))


def no_reply(_table: Table) -> None:
    """That of a table whose computer players do not go on in this process."""


def with_replies(stream: str, first: Decided, at: float, reply: Reply) -> Iterator[Decided]:
    """A decision, and those of computer players that follow from it at once.

    All of them are stored together: who plays against the computer waits for the store once in a turn and not three
    times, and so does everybody who looks on.
    """
    yield (last := first)
    for _ in range(MOST_REPLIES):
        if (cause := reply(last.after)) is None:
            return
        try:
            last = decided(stream, last.after, cause, at)
        except (Refused, Damaged):  # The task that lets it play decides again, on what is stored by then.
            return
        yield last


def records_of(last: Record, decisions: Sequence[Decided], at: float) -> tuple[Record, ...]:
    """The records to append after the last one."""
    return seal(last, [draft for one in decisions for draft in _drafts(one)], codec.time_text(at))


def _drafts(one: Decided) -> Iterator[Draft]:
    for event, info in one.recorded:
        yield codec.encode(event, info.cause)
