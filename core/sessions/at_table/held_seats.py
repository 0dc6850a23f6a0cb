"""Who holds which seats: read from a table."""

from collections.abc import Collection
from contextlib import suppress

from msgspec import Struct

from core.base.game import Refused
from core.people.directory import Directory
from core.table import Table
from journal import Damaged


def seats_of(table: Table, persons: Collection[str]) -> tuple[int, ...]:
    """The seats that some persons, by their ids, have taken."""
    return tuple(seat for seat in table.persons if table.chairs[seat].person in persons)


class Held(Struct, frozen=True, cache_hash=True):
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
        raise Refused("You have seen the other hand at table {id}: ask somebody else to play there.", id=table.id)


def withdrawn(table: Table, held: Held) -> Refused | None:
    """Why somebody who stood in has to leave, if the seat is not theirs any more, and neither is what it sees."""
    if table.chairs[held.seats[0]].stand_in.person == held.stand_in:
        return None
    return Refused("You no longer play at table {id}. To watch: watch {id}", id=table.id)


def free_seats(table: Table, person: str) -> tuple[int, ...]:
    """The free seats that a person may take: those that are kept for them come first."""
    reserved = table.setup.reserved or ("",) * len(table.chairs)
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.is_taken and reserved[seat] in ("", person)]
    return tuple(sorted(free, key=lambda seat: reserved[seat] != person))


async def held_with(directory: Directory, table: Table, secret: str) -> Held:
    """What those have who come back with a secret: several seats where one person plays them all."""
    found: list[str] = []
    for person in sorted({person for chair in table.chairs for person in chair.people}):
        with suppress(Damaged):
            if (await directory.person(person)).has_secret(secret):
                found.append(person)
    return held_by(table, found)
