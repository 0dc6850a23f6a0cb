"""Who sits where, what somebody has missed who comes back, and what was saved: read from a table and its records."""

from __future__ import annotations

from collections.abc import Sequence

from core import fold
from core.table import Seated, Table, hash_code, tell
from journal import Record

MOST_TOLD = 6
"""Sentences on what happened before somebody came."""


def persons(table: Table) -> tuple[int, ...]:
    """The seats that persons have taken."""
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.name and not chair.is_bot)


def own_seats(table: Table, name: str) -> tuple[int, ...]:
    """At home a person is known by name, or by being the only one who plays."""
    all_persons = persons(table)
    mine = tuple(seat for seat in all_persons if table.chairs[seat].name == name)
    return mine or (all_persons if len(all_persons) == 1 else ())


def seats_with(table: Table, code: str) -> tuple[int, ...]:
    """The seats that go with a code: several where one person plays them all."""
    digest = hash_code(code)
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.code == digest)


def missed(
    table: Table, lately: Sequence[Record], seats: Sequence[int], eyes: int | None
) -> tuple[tuple[str, ...], bool]:
    """What happened since the last move from some seats, in sentences, and True; or just lately, and False.

    `lately` are the newest records; what was before them is not looked for.
    """
    made = [record for record in lately if record.play and record.kind != "table.seated"]
    own = [record.seq for record in made if record.play.get("seat") in seats]
    start = _end_of_decision(lately, own[-1]) if own else 0
    events = [fold.event_of(table.id, record) for record in lately if record.seq > start]
    told = (tell(table, event, eyes) for event in events if not isinstance(event, Seated))
    return tuple(sentence for sentence in told if sentence)[-MOST_TOLD:], bool(own)


def _end_of_decision(records: Sequence[Record], seq: int) -> int:
    """The last record of the decision that begins with record `seq`."""
    behind = (record.seq for record in records if record.seq > seq and record.play is not None)
    return next(behind, records[-1].seq + 1) - 1


def show_saves(id: str, table: Table, code: str) -> str:
    """The saves at a table, with what to type for each."""
    if not table.marks:
        return f"There are no saves at table {id}."
    lines = [f"Saves at table {id}, {table.game.title}:"]
    lines += [f"  {name}, after move {moment.plays}: return {code} {name}" for name, moment in table.marks]
    return "\n".join(lines)
