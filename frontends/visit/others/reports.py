"""Reporting somebody to those who run the house, from the lobby or a table."""

from __future__ import annotations

import logging

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.moderation.reports import LONGEST_TEXT
from core.people.names import skeleton
from core.sessions.limits import Limit
from frontends.server import logs
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.others.who import identified
from frontends.visit.room import Room
from frontends.visit.text.pages import is_talk

MOST_HEARD = 10
"""Lines that the reporter was told, which are shown with the report."""


async def report(room: Room, rest: str) -> Destination | None:
    """Tell those who run the house what somebody does."""
    visit = room.visit
    name, _, words = rest.partition(" ")
    text = clean(words, LONGEST_TEXT)
    if not skeleton(name) or not text:
        raise Refused("Type report, a name, and what that person did.")
    person, own = await _meant(room, name), await visit.session.identify()
    if person == own:
        raise Refused("That is you: report somebody else.")
    visit.session.spend(Limit.REPORTS)
    here = room.here
    heard = tuple(line for line in visit.company.heard if is_talk(line))[-MOST_HEARD:]
    number = await visit.session.service.reports.make(own, person, here.id if here else "", text, heard)
    logs.note(logging.INFO, "reported", report=number)
    visit.say(message("Thank you: those who run this house will read it."))
    return None


async def _meant(room: Room, name: str) -> str:
    """The id of whom a name means: who is here, who sits at the table, who has registered it. Raises: Refused."""
    service = room.visit.session.service
    if present := service.presence.named(name):
        return await identified(max(present, key=lambda one: one.heard_at))
    if (here := room.here) is not None:
        async with service.table(here.id, attended=False) as live:
            for person in filter(None, (chair.person for chair in live.table.chairs)):
                if skeleton(service.directory.name(person)) == skeleton(name):
                    return person
    if holder := await service.directory.find_holder(name):
        return holder
    raise Refused("Nobody here is called {name}: type who for those who are.", name=clean(name, 40))


def _unless_at_home(room: Room) -> Message | None:
    if room.visit.session.service.office.orders is None:
        return message("Nobody runs this house but you.")
    return None


ACTION: Action[Room] = Action(
    "report", report, message("tell those who run the house what somebody does"), takes="NAME WORDS",
    unless=_unless_at_home,
)  # fmt: skip
