"""Being told outside the house that it is one's turn in a game of days."""

from __future__ import annotations

import secrets

from core import background, outbox, slow
from core.budget import Kind
from core.directory import draw_word
from core.game import Refused
from core.message import Message, message
from core.owned import change
from core.people import digest_of
from core.reminders import NotSent
from core.slow import MAIL, OFF, WEBHOOK, ReminderChosen
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.room import Room
from frontends.visit.visit import Visit

CODE = 8
"""Letters of the code by which somebody shows that a mail address is theirs."""


async def remind(room: Room, rest: str) -> Destination | None:
    """Choose how to be reminded, or hear how one is."""
    visit = room.visit
    person = await visit.identify()
    by, _, address = rest.strip().partition(" ")
    if not by:
        visit.say(_told((await background.wishes_of(visit.service, person)).reminder))
        return None
    visit.spend(Kind.RECORDS)
    chosen = await _chosen(visit, person, by.lower(), address.strip())
    await change(visit.service.journal, visit.service.now, slow.stream_of(person), lambda _: (chosen,))
    visit.say(_told(chosen))
    return None


async def _chosen(visit: Visit, person: str, by: str, address: str) -> ReminderChosen:
    """Raises: Refused with what to type instead."""
    if by == "off":
        return ReminderChosen(OFF, "")
    if by not in (WEBHOOK, MAIL):
        raise Refused("Type remind webhook ADDRESS, remind mail ADDRESS, or remind off.")
    carrier = visit.service.carriers.get(by)
    if carrier is None:
        raise Refused("This house sends no reminders that way.")
    await carrier.check(address)
    if by == MAIL:
        await _confirm(visit, person, address)
    return ReminderChosen(by, address)


async def _confirm(visit: Visit, person: str, address: str) -> None:
    """Have the person type the code that is mailed to them, so that nobody is sent mail who does not want it."""
    service, code = visit.service, draw_word(CODE)
    if not (await service.directory.person(person)).password:
        raise Refused("Mail is for those who have registered: type register first.")
    id = f"code.{digest_of(address)[:16]}"
    if not await outbox.claim(service, person, id):
        raise Refused("A code was sent to that address just now: wait a while before you ask for another.")
    said = message("Your code at Parlour: {code}", code=code)
    try:
        await service.carriers[MAIL].send(address, f"{id}.{draw_word(CODE)}", said, visit.words.code, {})
    except NotSent as error:
        raise Refused("The mail server did not take that: try another address, or later.") from error
    typed = await visit.ask(message("A code was mailed to you. Type it here:"))
    if not secrets.compare_digest(typed.lower().encode(), code.encode()):
        raise Refused("That is not the code: nothing was changed.")


def _told(chosen: ReminderChosen) -> Message:
    if chosen.by == OFF:
        return message("You are not reminded: remind webhook ADDRESS or remind mail ADDRESS changes that.")
    return message("When it is your turn in a game of days, you are told at {address}.", address=chosen.address)


REMIND: Action[Room] = Action(
    "remind", remind, message("be told of your turns: webhook ADDRESS, mail ADDRESS, or off"),
    takes="[mail ADDRESS]",
)  # fmt: skip
