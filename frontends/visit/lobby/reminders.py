"""Being told outside the house that it is one's turn in a slow game."""

from core.base.game import Refused
from core.base.message import message
from core.correspondence.reminders import MAIL, OFF, WEBHOOK, ReminderChosen
from core.sessions import reminders
from frontends.visit.action import Action, Topic
from frontends.visit.room import Room
from frontends.visit.visit import Visit


async def remind(room: Room, rest: str) -> None:
    """Choose how to be reminded, or hear how one is."""
    from frontends.server.notifications.asked import counted_refusals, note_asked  # for who asks, in a house

    visit, session = room.visit, room.visit.session
    by, _, address = rest.strip().partition(" ")
    match by.lower():
        case "":
            chosen = await reminders.chosen(session)
        case "off":
            chosen = await reminders.turn_off(session)
        case "webhook":
            with counted_refusals(WEBHOOK):
                chosen = await reminders.use_webhook(session, address.strip(), lambda: note_asked(session, WEBHOOK))
        case "mail":
            chosen = await _confirmed(visit, address.strip())
        case _:
            raise Refused("Type remind webhook ADDRESS, remind mail ADDRESS, or remind off.")
    told = message("You are reminded of your turns in slow games at {address}.", address=chosen.address)
    off = message("You get no reminders. To get some: remind webhook ADDRESS, or remind mail ADDRESS")
    visit.say(off if chosen.by == OFF else told)


async def _confirmed(visit: Visit, address: str) -> ReminderChosen:
    """Have the person type the code that is mailed to them."""
    from frontends.server.notifications.asked import counted_refusals, note_asked

    question = message("The code mailed to you a moment ago is still good. Type it here:")
    with counted_refusals(MAIL):
        is_new = await reminders.ask_for_code(visit.session, address, visit.words.code)
    if is_new:
        note_asked(visit.session, MAIL)
        question = message("A code was mailed to you. Type it here:")
    typed = await visit.ask(question)
    if not typed:
        raise Refused("Nothing was changed. To type the code later: remind mail {address}", address=address)
    return await reminders.confirm(visit.session, address, typed)


REMIND: Action[Room] = Action(
    "remind", remind, message("reminders of your turns: webhook ADDRESS, mail ADDRESS, or off"), topic=Topic.TIME,
    takes="[mail ADDRESS]"
)  # fmt: skip
