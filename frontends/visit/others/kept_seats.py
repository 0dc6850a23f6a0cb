"""What a person is invited to: seats that are kept for them, and players who ask them to play for them.

It is read from the lists, so that it is there after a restart of the house. What was said in this house a moment ago is
in its memory, too.
"""

from __future__ import annotations

from core.base.message import Message, message
from core.games import GAMES
from core.people.names import skeleton
from core.presence.invitations import Invitation
from core.projections import GameSummary
from core.sessions.lists import wait_for_own
from frontends.visit.visit import Visit

KEEPS = message("{name} keeps a seat for you at table {id}, {game}: type accept {called}.")
ASKS = message("{name} asks you to play for them at table {id}, {game}: type accept {called}.")


async def invitations(visit: Visit, name: str = "") -> tuple[Invitation, ...]:
    """What the person may accept, by somebody of a name if one is given. Raises: JournalError.

    What was told in this house a moment ago comes first; where there is nothing of that, the lists are asked.
    """
    told = visit.session.service.invitations.find(visit.session.visitor.id, name)
    kept = () if told else [_invitation(visit, one) for one in await _tables(visit)]
    return told or tuple(one for one in kept if not name or skeleton(one.name) == skeleton(name))


async def lines(visit: Visit) -> list[Message]:
    """A line for each that is in the lists. Raises: JournalError."""
    return [_line(visit, table) for table in await _tables(visit)]


async def _tables(visit: Visit) -> tuple[GameSummary, ...]:
    if not visit.session.visitor.id:
        return ()
    await wait_for_own(visit.session)
    found = await visit.session.service.views.invited_to(visit.session.visitor.id)
    await visit.session.service.directory.learn(
        {host for one in found if (host := _host(one, visit.session.visitor.id))}
    )
    heard = visit.session.service.office.is_heard_of
    return tuple(one for one in found if not one.damage and heard(_host(one, visit.session.visitor.id)))


def _host(table: GameSummary, own: str) -> str:
    """The id of who asks: whose seat it is, or who sits opposite one that is free."""
    asks = next((seat.person for seat in table.seats if seat.wanted == own and seat.person), "")
    return asks or next((seat.person for seat in table.seats if seat.person), "")


def _invitation(visit: Visit, table: GameSummary) -> Invitation:
    host = _host(table, visit.session.visitor.id)
    return Invitation(table.id, visit.session.service.directory.name(host), host)


def _line(visit: Visit, table: GameSummary) -> Message:
    own, directory = visit.session.visitor.id, visit.session.service.directory
    host = _host(table, own)
    is_free = any(seat.wanted == own and not seat.person for seat in table.seats)
    return (KEEPS if is_free else ASKS).filled(
        name=directory.shown_name(host), called=directory.name(host), id=table.id, game=GAMES[table.game].title
    )
