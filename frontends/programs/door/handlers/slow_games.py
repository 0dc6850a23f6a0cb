"""Being away from games that take days."""

from core.correspondence import vacations
from core.correspondence.reminders import MAIL, OFF, WEBHOOK
from core.sessions import reminders
from core.sessions.at_table import correspondence
from frontends.programs.door.program import Handlers, Program
from frontends.programs.protocol.answers.slow_games import Wishes
from frontends.programs.protocol.requests.request import Request
from frontends.programs.protocol.requests.slow_games import Remind, Vacation
from frontends.server.notifications.asked import counted_refusals, note_asked


async def vacation(program: Program, asked: Vacation) -> Wishes:
    """Go on vacation, or come back."""
    session = program.session
    taking = correspondence.take_vacation(session, asked.text) if asked.text else correspondence.wishes(session)
    return _told(program, asked, await taking)


async def remind(program: Program, asked: Remind) -> Wishes:
    """Choose how to be reminded."""
    session = program.session
    match asked.by:
        case "":
            await reminders.chosen(session)
        case "off":
            await reminders.turn_off(session)
        case "webhook":
            with counted_refusals(WEBHOOK):
                await reminders.use_webhook(session, asked.address, lambda: note_asked(session, WEBHOOK))
        case "mail" if asked.code:
            await reminders.confirm(session, asked.address, asked.code)
        case "mail":
            with counted_refusals(MAIL):
                is_new = await reminders.ask_for_code(session, asked.address, program.words.code)
            if is_new:
                note_asked(session, MAIL)
    return _told(program, asked, await correspondence.wishes(session))


def _told(program: Program, asked: Request, wishes: vacations.Wishes) -> Wishes:
    now, reminder = program.session.service.now(), wishes.reminder
    under_way = wishes.vacation_at(now)
    return Wishes(
        id=asked.id, until=under_way.until if under_way else 0, days_left=max(0, wishes.days_left(now)),
        by="" if reminder.by == OFF else reminder.by, address=reminder.address,
    )  # fmt: skip


HANDLERS: Handlers = {Vacation: vacation, Remind: remind}
