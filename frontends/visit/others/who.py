"""Who is in the house: a line each, where they are, and since when they have done nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.base.durations import roughly
from core.base.game import Refused
from core.base.message import Message, called, counted, message
from core.house.service import Service
from core.people.names import skeleton
from core.presence.roster import IDLE, Notice, Present
from core.projections.glicko2 import Rating
from core.projections.statistics import shown_rating
from frontends.locale.language import Language
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.room import Room
from frontends.visit.text.orders import read_number

PAGE = 20
"""People on a page."""
MOST_PAGES = 10_000


async def who(room: Room, rest: str) -> Destination | None:
    """A page of those who are here, or those who are called so."""
    visit = room.visit
    everybody = tuple(sorted(visit.session.service.presence.everybody(), key=lambda one: one.came_at))
    if rest and not rest.isdigit():
        everybody = visit.session.service.presence.named(rest)
        if not everybody:
            raise Refused("Nobody here is called {name}: type who for those who are.", name=rest[:40])
        rest = ""
    number = page(rest)
    ids = [one.person for one in everybody[(number - 1) * PAGE : number * PAGE] if one.person and not one.is_guest]
    rated = await visit.session.service.views.ratings_of(ids) if ids else {}
    await visit.read("\n".join(lines(visit.session.service, everybody, visit.words, number, rated)))
    return None


def page(rest: str) -> int:
    """The number of a page. Raises: Refused."""
    number = read_number(rest or "1", MOST_PAGES)
    if number is None:
        raise Refused("Type who and the number of a page, counted from 1, or a name.")
    return number


def lines(
    service: Service, those: Sequence[Present], words: Language, page: int, rated: Mapping[str, Mapping[str, Rating]]
) -> list[str]:
    """A page of people, a line each, with what to type for more; `rated` has ratings by person and game."""
    first = (page - 1) * PAGE
    shown = those[first : first + PAGE]
    if not shown:
        return [words.say(message("There is no page {page}.", page=page))]
    head = counted("{n} person is here.", "{n} people are here.", len(those))
    found = [words.say(head), *(words.say(described(service, one, rated.get(one.person, {}))) for one in shown)]
    if len(those) > first + PAGE:
        found.append(words.text("There are more: {command}", command=f"who {page + 1}"))
    return found


def described(service: Service, one: Present, rated: Mapping[str, Rating]) -> Message:
    """Somebody: what they are called, how they are rated, where they are, and how long they have done nothing."""
    idle = service.now() - one.heard_at
    return message(
        "{name}{rating}: {where}{idle}",
        name=one.shown, where=where(service, one),
        rating=message(" ({ratings})", ratings=tuple(f"{game} {shown_rating(one)}" for game, one in rated.items()))
        if rated else "",
        idle=message(", idle for {time}", time=roughly(idle)) if idle >= IDLE else "",
    )  # fmt: skip


def where(service: Service, one: Present) -> Message:
    """The room somebody is in."""
    if not one.table:
        return message("in the lobby")
    doing = message("watches {game} at table {id}") if one.is_watching else message("plays {game} at table {id}")
    return doing.filled(game=service.game_at(one), id=one.table)


def absence(service: Service, table: str, person: str) -> Message | None:
    """That a player is not at the table, or does nothing there; None for one who is, for a computer, and nobody."""
    if not person:
        return None
    name = service.directory.shown_name(person)
    there = [one for one in service.presence.of(person) if one.table == table]
    if not there:
        return message("{name} is not at the table.", name=called(name))
    idle = service.now() - max(one.heard_at for one in there)
    return (
        message("{name} has done nothing for {time}.", name=called(name), time=roughly(idle)) if idle >= IDLE else None
    )


def of_name(service: Service, name: str) -> Present:
    """Somebody who is here, by what they are called; of several the one who did something last. Raises: Refused."""
    found = service.presence.named(name) if skeleton(name) else ()
    if not found:
        raise Refused("Nobody here is called {name}: type who for those who are.", name=name[:40])
    return max(found, key=lambda one: one.heard_at)


def check_hears(one: Present, notice: Notice) -> None:
    """Raises Refused where somebody does not want to be told that."""
    if not one.attention.hears(notice):
        raise Refused("{name} does not listen to that now.", name=one.shown)


async def identified(one: Present) -> str:
    """The id of somebody who is here; now they have to have one. Raises: JournalError."""
    return await one.somebody.identify()


ACTIONS: tuple[Action[Room], ...] = (
    Action("who", who, message("who is here, and where; who NAME, who 2"), takes="[NAME]"),
)
"""In every room where there are others."""
