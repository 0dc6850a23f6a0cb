"""Who sits where, what somebody has missed who comes back, and what was saved: read from a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import attrs

from core.base.game import Refused, Viewer
from core.base.message import Message, message
from core.live.live_table import LiveTable
from core.people import talk
from core.people.directory import Directory
from core.presence.roster import HEARS_ALL, Attention
from core.table import Cause, Holder, Seated, Table, stood_in
from journal import Damaged

MOST_TOLD = 6
"""Sentences on what happened before somebody came."""


def seats_of(table: Table, persons: Collection[str]) -> tuple[int, ...]:
    """The seats that some persons, by their ids, have taken."""
    return tuple(seat for seat in table.persons if table.chairs[seat].person in persons)


@attrs.frozen(cache_hash=True)
class Held:
    """The seats that somebody has at a table: their own, or one that is lent to them."""

    seats: tuple[int, ...] = ()
    stand_in: str = ""
    """The id of the person to whom it is lent; empty for one's own."""


NO_SEATS = Held()
"""What somebody has who only looks on."""


def held_by(table: Table, persons: Collection[str]) -> Held:
    """What some persons have, by their ids: their own seats, else the one at which one of them stands in."""
    if own := seats_of(table, persons):
        return Held(own)
    lent = ((seat, chair.stand_in.person) for seat, chair in enumerate(table.chairs))
    return next((Held((seat,), person) for seat, person in lent if person and person in persons), NO_SEATS)


def wanted_at(table: Table, persons: Collection[str]) -> Held | None:
    """The seat at which one of some persons, by their ids, is asked to stand in; None where nobody asks them."""
    asked = ((seat, chair.wanted) for seat, chair in enumerate(table.chairs))
    return next((Held((seat,), person) for seat, person in asked if person and person in persons), None)


def check_is_stranger(table: Table, seat: int, persons: Collection[str]) -> None:
    """Raises Refused where one of some persons, who are one, plays here, or has stood in at another seat."""
    elsewhere = {person for other, chair in enumerate(table.chairs) if other != seat for person in chair.people}
    elsewhere |= {known.person for other, known in table.stood_in if other != seat}
    if (elsewhere | {table.chairs[seat].person}) & set(persons):
        raise Refused("You know the other hand at table {id}: somebody else has to play there.", id=table.id)


def withdrawn(table: Table, held: Held) -> Refused | None:
    """Why somebody who stood in has to leave, if the seat is not theirs any more, and neither is what it sees."""
    if table.chairs[held.seats[0]].stand_in.person == held.stand_in:
        return None
    return Refused("You do not play at table {id} any more: watch {id} looks on.", id=table.id)


def free_seats(table: Table, person: str) -> tuple[int, ...]:
    """The free seats that a person may take: those that are kept for them come first."""
    reserved = table.setup.reserved or ("",) * len(table.chairs)
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.is_taken and reserved[seat] in ("", person)]
    return tuple(sorted(free, key=lambda seat: reserved[seat] != person))


async def held_with(directory: Directory, table: Table, secret: str) -> Held:
    """What those have who come back with a secret: several seats where one person plays them all."""
    people = {person for chair in table.chairs for person in chair.people}
    return held_by(table, [person for person in sorted(people) if await _has_secret(directory, person, secret)])


async def _has_secret(directory: Directory, person: str, secret: str) -> bool:
    try:
        return (await directory.person(person)).has_secret(secret)
    except Damaged:
        return False


def missed(
    live: LiveTable, held: Held, viewer: Viewer, attention: Attention = HEARS_ALL
) -> tuple[tuple[Message, ...], bool]:
    """What happened since somebody's own last move, by what they have there, and True; or just lately, and False.

    It is read from what the table keeps at hand; what was before that is not looked for.
    """
    own = [info.seq for _, info in live.recent if info.cause is not None and _is_own(info.cause, held)]
    start = _end_of_decision(live, own[-1]) if own else 0
    return tuple(_sentences(live, start, viewer, attention, held.stand_in))[-MOST_TOLD:], bool(own)


def _is_own(cause: Cause, held: Held) -> bool:
    """Whether somebody has decided that, and nobody else who played at the same seat."""
    return cause.by in held.seats and stood_in(cause) == Holder(held.stand_in)


def _sentences(live: LiveTable, start: int, viewer: Viewer, attention: Attention, reader: str) -> Iterator[Message]:
    """What happened after record `start`, and what was said from then on, each line after the record it was said at."""
    said = [line for line in live.heard(live.said, viewer, attention) if line.at >= start]
    seated = {info.seq for event, info in live.recent if isinstance(event, Seated)}
    for seq, sentence in live.tell_each(tuple(live.recent), viewer, reader):
        yield from _quoted(live, (line for line in said if line.at < seq))
        said = [line for line in said if line.at >= seq]
        if seq > start and seq not in seated:
            yield sentence
    yield from _quoted(live, said)


def _quoted(live: LiveTable, said: Iterable[talk.Said]) -> Iterator[Message]:
    return (live.quote(line) for line in said)


def _end_of_decision(live: LiveTable, seq: int) -> int:
    """The last record of the decision that begins with record `seq`."""
    after = (info.seq for _, info in live.recent if info.seq > seq and info.cause is not None)
    return next(after, live.table.seq + 1) - 1


def show_saves(table: Table, code: str) -> tuple[Message, ...]:
    """The saves at a table, a line each, with what to type for each."""
    if not table.marks:
        return (message("There are no saves at table {table}.", table=table.id),)
    return (
        message("Saves at table {table}, {game}:", table=table.id, game=table.game.title),
        *(
            message("  {name}, after move {move}: return {code} {name}", name=name, move=snapshot.plays, code=code)
            for name, snapshot in table.marks
        ),
    )
