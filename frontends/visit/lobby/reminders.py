"""Being told outside the house that it is one's turn in a game of days."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from core.base.game import Refused
from core.base.message import Message, message
from core.correspondence import vacations
from core.correspondence.sending_limits import Exceeded
from core.correspondence.vacations import MAIL, OFF, WEBHOOK, ReminderChosen
from core.live import automatic_play
from core.records.owned_stream import change
from core.sessions.limits import Limit
from frontends.server import logs
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.room import Room
from frontends.visit.visit import Visit


async def remind(room: Room, rest: str) -> Destination | None:
    """Choose how to be reminded, or hear how one is."""
    visit = room.visit
    person = await visit.session.identify()
    by, _, address = rest.strip().partition(" ")
    if not by:
        visit.say(_told((await automatic_play.wishes_of(visit.session.service, person)).reminder))
        return None
    visit.session.spend(Limit.RECORDS)
    chosen = await _chosen(visit, person, by.lower(), address.strip())
    await change(
        visit.session.service.journal, visit.session.service.now, vacations.stream_of(person), lambda _: (chosen,)
    )
    visit.say(_told(chosen))
    return None


async def _chosen(visit: Visit, person: str, by: str, address: str) -> ReminderChosen:
    """Raises: Refused with what to type instead."""
    if by == "off":
        return ReminderChosen(OFF, "")
    if by not in (WEBHOOK, MAIL):
        raise Refused("Type remind webhook ADDRESS, remind mail ADDRESS, or remind off.")
    carrier = visit.session.service.carriers.get(by)
    if carrier is None:
        raise Refused("This house sends no reminders that way.")
    if by == MAIL:
        await visit.unless_gone(lambda: carrier.check(address))
        await _confirm(visit, person, address)
    else:
        with _asking(visit, person, by):
            visit.session.service.postage.take_webhook(
                person, address, visit.session.allowance.network, visit.session.service.now()
            )
        await visit.unless_gone(lambda: carrier.check(address))
    return ReminderChosen(by, address)


async def _confirm(visit: Visit, person: str, address: str) -> None:
    """Have the person type the code that is mailed to them, so that nobody is sent mail who does not want it."""
    service, confirming = visit.session.service, visit.session.service.confirming
    if not (await service.directory.person(person)).password:
        raise Refused("Mail is for those who have registered: type register first.")
    question = message("The code that was mailed to you just now still holds. Type it here:")
    if not confirming.holds(person, address, service.now()):
        with _asking(visit, person, MAIL):
            await confirming.mail(service, person, address, visit.session.allowance.network, visit.words.code)
        question = message("A code was mailed to you. Type it here:")
    typed = await visit.ask(question)
    if not typed:
        raise Refused("Nothing was changed: to type the code later, type remind mail {address}.", address=address)
    if not confirming.is_right(person, address, typed, service.now()):
        raise Refused("That is not the code: type remind mail {address} to try again.", address=address)


@contextmanager
def _asking(visit: Visit, person: str, by: str) -> Iterator[None]:
    """Log who has something sent to the world outside, and count who may not."""
    try:
        yield
    except Exceeded:
        logs.count(by, "refused")
        raise
    logs.note(logging.INFO, f"{by}-asked", person=person, address=visit.session.address)


def _told(chosen: ReminderChosen) -> Message:
    if chosen.by == OFF:
        return message("You are not reminded: remind webhook ADDRESS or remind mail ADDRESS changes that.")
    return message("When it is your turn in a game of days, you are told at {address}.", address=chosen.address)


REMIND: Action[Room] = Action(
    "remind", remind, message("be told of your turns: webhook ADDRESS, mail ADDRESS, or off"),
    takes="[mail ADDRESS]",
)  # fmt: skip
