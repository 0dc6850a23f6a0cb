"""Registered names that fall free because nobody has played with them, once somebody else wants them; also of programs.

A person has played who made a move at a table, or did a part of a lesson. Those are kept, and so are operators, the
owner of the journal, and whoever is in the house.
"""

from core.base.durations import DAY
from core.house.service import Service
from core.people import persons
from core.people.persons import PasswordSet, TokenSet
from core.projections.table_summaries import GameSummary
from core.records import fold
from core.table import Move, Planned
from journal import Damaged

MOST_TABLES = 20
"""Begun tables that are looked through for a move; whoever has more of them is taken for a player."""


async def has_lapsed(service: Service, id: str, days: float) -> bool:
    """Whether a person registered so many days ago and has not played; never where that is 0. Raises: JournalError."""
    if not days or id in service.moderation.rulings.admins or service.presence.of(id):
        return False
    stream = persons.stream_of(id)
    try:
        person, recorded = await service.directory.person(id), fold.decode(stream, await service.journal.read(stream))
        registered = next((info.at for event, info in recorded if isinstance(event, PasswordSet | TokenSet)), None)
        return (
            registered is not None
            and service.now() - registered >= days * DAY
            and not any(parts for _, parts in person.lessons)
            and await service.directory.find_owner() != id
            and not await _has_moved(service, id)
        )
    except Damaged:
        return False  # What cannot be read now may be read again some day.


async def let_lapse(service: Service, id: str, days: float) -> bool:
    """Forget somebody whose name has lapsed, so that it is free. Returns: whether it was so. Raises: JournalError.

    Only the person's own stream goes, under an id that nobody else ever has. The claim stays, of nobody now: of all who
    want the name next, in whatever house, the first whose own claim follows it has it.
    """
    if not await has_lapsed(service, id, days):
        return False
    await service.directory.release(id)
    return True


async def _has_moved(service: Service, id: str) -> bool:
    await service.views.settle()
    page = await service.views.tables(person=id, limit=MOST_TABLES)
    if page.next is not None:
        return True
    for table in page.items:
        if await _moved_at(service, table, id):
            return True
    return False


async def _moved_at(service: Service, table: GameSummary, id: str) -> bool:
    """Whether a person made a move of their own at a table, be it taken back since."""
    seats = {number for number, seat in enumerate(table.seats) if seat.person == id}
    stream = fold.stream_of(table.id)
    recorded = fold.decode(stream, await service.journal.read(stream))
    causes = [info.cause for _, info in recorded if info.cause and info.cause.by in seats and not info.cause.stand_in]
    moves = [cause.command for cause in causes if isinstance(cause.command, Move | Planned)]
    return any(isinstance(move, Planned) or not move.demo for move in moves)
