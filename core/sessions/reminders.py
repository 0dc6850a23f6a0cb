"""Being told outside the house that it is one's turn in a correspondence game. All raise Refused, and JournalError.

A mail address is chosen in two steps, so that nobody is sent mail who does not want it: `ask_for_code`, `confirm`.
"""

from collections.abc import Callable

from core.base.game import Refused
from core.correspondence import vacations
from core.correspondence.reminders import MAIL, OFF, WEBHOOK, Carrier, ReminderChosen
from core.records.owned_stream import change
from core.sessions.at_table.correspondence import wishes
from core.sessions.limits import Limit
from core.sessions.session import Session


async def chosen(session: Session) -> ReminderChosen:
    """How the person is reminded."""
    return (await wishes(session)).reminder


async def turn_off(session: Session) -> ReminderChosen:
    """Be reminded no more."""
    await session.identify()
    session.spend(Limit.RECORDS)
    return await _choose(session, OFF)


async def use_webhook(session: Session, address: str, asked: Callable[[], None] = lambda: None) -> ReminderChosen:
    """Be reminded at a URL. `asked` is called once the house begins to look for it in the world outside."""
    person = await session.identify()
    session.spend(Limit.RECORDS)
    carrier = _carrier(session, WEBHOOK)
    session.service.sending_limits.take_webhook(person, address, session.allowance.network, session.service.now())
    asked()
    await session.audience.unless_gone(lambda: carrier.check(address))
    return await _choose(session, WEBHOOK, address)


async def ask_for_code(session: Session, address: str, language: str) -> bool:
    """Have a code mailed to an address, in a language. Returns: False where an earlier one still holds."""
    person = await session.identify()
    session.spend(Limit.RECORDS)
    carrier = _carrier(session, MAIL)
    await session.audience.unless_gone(lambda: carrier.check(address))
    service = session.service
    if not (await service.directory.person(person)).password:
        raise Refused("Register to get mail: register")
    if service.mail_confirmation.holds(person, address, service.now()):
        return False
    await service.mail_confirmation.mail(service, person, address, session.allowance.network, language)
    return True


async def confirm(session: Session, address: str, code: str) -> ReminderChosen:
    """Be reminded by mail at an address, with the code that was mailed there."""
    person = await session.identify()
    if not session.service.mail_confirmation.is_right(person, address, code, session.service.now()):
        raise Refused("That is not the code. To try again: remind mail {address}", address=address)
    return await _choose(session, MAIL, address)


def _carrier(session: Session, by: str) -> Carrier:
    carrier = session.service.carriers.get(by)
    if carrier is None:
        raise Refused("Reminders cannot be sent that way here.")
    return carrier


async def _choose(session: Session, by: str, address: str = "") -> ReminderChosen:
    service, reminder = session.service, ReminderChosen(by, address)
    await change(service.journal, service.now, vacations.stream_of(session.visitor.id), lambda _: (reminder,))
    return reminder
