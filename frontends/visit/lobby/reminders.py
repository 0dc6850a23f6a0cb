"""Being told outside the house that it is one's turn in a slow game."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from core.base.game import Refused
from core.base.message import message
from core.correspondence.reminders import MAIL, OFF, WEBHOOK, ReminderChosen
from core.correspondence.sending_limits import Exceeded
from core.sessions import reminders
from frontends.server import logs
from frontends.visit.action import Action, Topic
from frontends.visit.room import Room
from frontends.visit.visit import Visit


async def remind(room: Room, rest: str) -> None:
    """Choose how to be reminded, or hear how one is."""
    visit, session = room.visit, room.visit.session
    by, _, address = rest.strip().partition(" ")
    match by.lower():
        case "":
            chosen = await reminders.chosen(session)
        case "off":
            chosen = await reminders.turn_off(session)
        case "webhook":
            with _counted(WEBHOOK):
                chosen = await reminders.use_webhook(session, address.strip(), lambda: _note(visit, WEBHOOK))
        case "mail":
            chosen = await _confirmed(visit, address.strip())
        case _:
            raise Refused("Type remind webhook ADDRESS, remind mail ADDRESS, or remind off.")
    told = message("You are reminded of your turns in slow games at {address}.", address=chosen.address)
    off = message("You get no reminders. To get some: remind webhook ADDRESS, or remind mail ADDRESS")
    visit.say(off if chosen.by == OFF else told)


async def _confirmed(visit: Visit, address: str) -> ReminderChosen:
    """Have the person type the code that is mailed to them."""
    question = message("The code mailed to you a moment ago is still good. Type it here:")
    with _counted(MAIL):
        is_new = await reminders.ask_for_code(visit.session, address, visit.words.code)
    if is_new:
        _note(visit, MAIL)
        question = message("A code was mailed to you. Type it here:")
    typed = await visit.ask(question)
    if not typed:
        raise Refused("Nothing was changed. To type the code later: remind mail {address}", address=address)
    return await reminders.confirm(visit.session, address, typed)


@contextmanager
def _counted(by: str) -> Iterator[None]:
    """Count who may have nothing more sent to the world outside."""
    try:
        yield
    except Exceeded:
        logs.count(by, "refused")
        raise


def _note(visit: Visit, by: str) -> None:
    """Log who has something sent to the world outside."""
    session = visit.session
    logs.note(logging.INFO, f"{by}-asked", person=session.visitor.id, address=session.address)


REMIND: Action[Room] = Action(
    "remind", remind, message("reminders of your turns: webhook ADDRESS, mail ADDRESS, or off"), topic=Topic.TIME,
    takes="[mail ADDRESS]"
)  # fmt: skip
