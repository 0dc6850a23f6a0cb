"""Other people: talk beside tables, invitations that one does not go to, and what one hears."""

from core.presence.roster import Kind
from core.sessions.others import conversation, reports
from frontends.programs.door.program import Handlers, Program
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.requests.others import Hear, Ignore, Notices, Report, Shout, Tell


async def tell(program: Program, asked: Tell) -> Ack:
    """Tell one person something."""
    return Ack(id=asked.id, said=[program.said(conversation.tell(program.session, asked.name, asked.text))])


async def shout(program: Program, asked: Shout) -> Ack:
    """Tell everybody something."""
    conversation.shout(program.session, asked.text)
    return Ack(id=asked.id)


async def ignore(program: Program, asked: Ignore) -> Ack:
    """Hear nothing from somebody."""
    await conversation.ignore(program.session, asked.name)
    return Ack(id=asked.id)


async def hear(program: Program, asked: Hear) -> Ack:
    """Hear them again."""
    await conversation.hear_again(program.session, asked.name)
    return Ack(id=asked.id)


async def notices(program: Program, asked: Notices) -> Ack:
    """Be told things of a kind, or no more."""
    await conversation.turn(program.session, (Kind(asked.kind),), on=asked.on)
    return Ack(id=asked.id)


async def report(program: Program, asked: Report) -> Ack:
    """Tell those who run the house."""
    await reports.report(program.session, asked.name, asked.text)
    return Ack(id=asked.id)


HANDLERS: Handlers = {
    Tell: tell, Shout: shout, Ignore: ignore, Hear: hear, Notices: notices,
    Report: report,
}  # fmt: skip
