"""Who looks on at a table, and what its players say about that."""

from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind
from core.sessions.at_table.seat import Seat
from core.sessions.others.company import of_name
from core.sessions.others.conversation import speaking
from core.table import Admit, SetWatching


def watchers(seat: Seat) -> tuple[str, ...]:
    """What those are called who look on."""
    return tuple(one.shown for one in seat.session.service.presence.at(seat.id) if one.is_watching)


async def set_watching(seat: Seat, *, policy: str = "", delay: int | None = None) -> None:
    """Say who may look on, "open" is everybody and "invited" whom a player admits, and how many moves late they see it.

    What is not said stays as it is. Raises: Refused, JournalError.
    """
    table = seat.live.table
    await seat.submit(SetWatching(policy or table.watching, table.delay if delay is None else delay))


async def admit(seat: Seat, name: str) -> str:
    """Let somebody look on who is here, and tell them. Returns: what they are called. Raises: Refused, JournalError."""
    session = seat.session
    other = of_name(session.service, name)
    person = await other.somebody.identify()
    await seat.submit(Admit(person))
    own = speaking(session)
    said = relayed_messages.ADMITTED.filled(name=own.shown, id=seat.id)
    session.service.presence.tell(own.notice(Kind.INVITED, said), session.service.presence.of(person))
    return other.shown
