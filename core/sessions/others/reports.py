"""Reporting somebody to those who run the house."""

from collections.abc import Sequence

from core.base.game import Refused, refuse_if
from core.base.message import Message, message
from core.base.text import clean
from core.moderation.reports import LONGEST_TEXT
from core.people.look_alike_names import skeleton
from core.sessions.limits import Limit
from core.sessions.others.company import nobody, of_name
from core.sessions.session import Session

MOST_HEARD = 10
"""Lines that the reporter was told, which are shown with the report."""


def objection(session: Session) -> Message | None:
    """Why there is nobody to report to."""
    return (
        message("You run this house yourself, so there is nobody to report to.")
        if session.service.moderation.orders is None
        else None
    )


async def report(session: Session, name: str, text: str, heard: Sequence[str] = ()) -> int:
    """Tell those who run the house what somebody does. `heard` is the talk that the reporter was told last.

    Returns: the number of the report. Raises: Refused, JournalError.
    """
    refuse_if(objection(session))
    if not skeleton(name) or not (text := clean(text, LONGEST_TEXT)):
        raise Refused("Type report, a name, and what they did.")
    person, own = await _meant(session, name), await session.identify()
    if person == own:
        raise Refused("That is you: report somebody else.")
    session.spend(Limit.REPORTS)
    table = session.at.id if session.at else ""
    return await session.service.reports.make(own, person, table, text, tuple(heard[-MOST_HEARD:]))


async def _meant(session: Session, name: str) -> str:
    """The id of whom a name means: who is here, who sits at the table, who has registered it. Raises: Refused."""
    service = session.service
    if service.presence.named(name):
        return await of_name(service, name).somebody.identify()
    if session.at is not None:
        async with service.table(session.at.id, attended=False) as live:
            for person in filter(None, (chair.person for chair in live.table.chairs)):
                if skeleton(service.directory.name(person)) == skeleton(name):
                    return person
    if holder := await service.directory.find_holder(name):
        return holder
    raise nobody(name)
