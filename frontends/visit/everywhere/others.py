"""What people do with one another, in every room where there are others; here: who is in the house, and reports."""

import logging

from core.base.durations import roughly
from core.base.game import Refused
from core.base.message import Message, counted, message
from core.presence.roster import IDLE
from core.projections.statistics import shown_rating
from core.sessions.arrival.order_words import read_number
from core.sessions.others import company, reports
from core.sessions.others.company import Entry, Page
from frontends.server import logs
from frontends.terminal.pages import is_talk
from frontends.visit.action import Action, Topic
from frontends.visit.everywhere import calls, contests, invitations
from frontends.visit.room import Room

MOST_PAGES = 10_000


async def who(room: Room, rest: str) -> None:
    """A page of the people here, or everybody with this name."""
    name = "" if rest.isdigit() else rest
    number = read_number("1" if name else rest or "1", MOST_PAGES)
    if number is None:
        raise Refused("Type who, who and a page number, or who and a name.")
    found = await company.find(room.visit.session, name, number)
    await room.visit.read(*_lines(found))


def _lines(page: Page) -> list[Message]:
    """A page of people, a line each, with what to type for more."""
    if not page.entries:
        return [message("There is no page {page}.", page=page.number)]
    lines = [counted("{n} person is here.", "{n} people are here.", page.count), *map(described, page.entries)]
    if page.has_more:
        lines.append(message("For more: {command}", command=f"who {page.number + 1}"))
    return lines


def described(one: Entry) -> Message:
    """Somebody: what they are called, how they are rated, where they are, and how long they have done nothing."""
    ratings = tuple(f"{game} {shown_rating(rating)}" for game, rating in one.ratings.items())
    return message(
        "{name}{rating}: {where}{owner}{idle}",
        name=one.name, where=_where(one), owner=message(", a bot of {name}", name=one.owner) if one.owner else "",
        rating=message(" ({ratings})", ratings=ratings) if ratings else "",
        idle=message(", idle for {time}", time=roughly(one.idle)) if one.idle >= IDLE else "",
    )  # fmt: skip


def _where(one: Entry) -> Message:
    """The room somebody is in."""
    if not one.table:
        return message("in the lobby")
    doing = message("watches {game} at table {id}") if one.is_watching else message("plays {game} at table {id}")
    return doing.filled(game=one.game, id=one.table)


async def report(room: Room, rest: str) -> None:
    """Report somebody to the people who run the house."""
    visit, (name, _, words) = room.visit, rest.partition(" ")
    number = await reports.report(visit.session, name, words, tuple(filter(is_talk, visit.overheard)))
    logs.note(logging.INFO, "reported", report=number)
    visit.say(message("Thank you: the people who run this house will read it."))


ACTIONS: tuple[Action[Room], ...] = (
    Action(
        "who",
        who,
        message("who is here, and where; who NAME, who 2"),
        topic=Topic.PEOPLE,
        takes="[NAME]",
    ),
    *calls.ACTIONS,
    *invitations.ACTIONS,
    *contests.ACTIONS,
    Action(
        "report",
        report,
        message("report somebody to the people who run the house"),
        topic=Topic.PEOPLE,
        takes="NAME WORDS",
        unless=lambda room: reports.objection(room.visit.session),
    ),
)
