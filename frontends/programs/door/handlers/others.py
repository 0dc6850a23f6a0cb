"""Other people: talk, and what one hears."""

from core.presence.roster import Kind
from core.sessions.others import conversation, reports
from frontends.programs.door.handlers.replays import seen
from frontends.programs.door.program import Handlers, Program, by_name
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.others import Attention, Channels
from frontends.programs.protocol.requests.others import Channel, Hear, Ignore, Notices, Report, Say, Shout, Tell


async def say(program: Program, asked: Say) -> Ack:
    """Talk where that is said."""
    session, own = program.session, None
    if asked.table:
        own = await conversation.say(program.place(asked.table).seat, asked.text)
    elif asked.channel:
        conversation.say_in_channel(session, asked.channel, asked.text)
    elif asked.replay:
        seen(program).own.say(asked.text)
    else:
        conversation.say_in_lobby(session, asked.text)
    return Ack(id=asked.id, table=asked.table, said=[program.said(own)] if own else [])


async def tell(program: Program, asked: Tell) -> Ack:
    """Tell one person something."""
    return Ack(id=asked.id, said=[program.said(conversation.tell(program.session, asked.name, asked.text))])


async def shout(program: Program, asked: Shout) -> Ack:
    """Tell everybody something."""
    conversation.shout(program.session, asked.text)
    return Ack(id=asked.id)


async def channel(program: Program, asked: Channel) -> Channels:
    """Listen to a channel, or no more."""
    session = program.session
    if asked.name and asked.on:
        conversation.listen_to(session, asked.name)
    elif asked.name:
        conversation.leave_channel(session, asked.name)
    own = sorted(session.present.channels) if session.present is not None else []
    return Channels(id=asked.id, channels=conversation.channels(session), own=own)


async def notices(program: Program, asked: Notices) -> Attention:
    """Be told things of a kind, or no more."""
    session = program.session
    if asked.kind:
        await conversation.turn(session, (Kind(asked.kind),), on=asked.on)
    return Attention(id=asked.id, off=list(session.attention.off), ignored=list(session.attention.ignored))


async def report(program: Program, asked: Report) -> Ack:
    """Tell those who run the house."""
    await reports.report(program.session, asked.name, asked.text)
    return Ack(id=asked.id)


HANDLERS: Handlers = {
    Say: say, Tell: tell, Shout: shout, Channel: channel, Ignore: by_name(conversation.ignore),
    Hear: by_name(conversation.hear_again), Notices: notices, Report: report,
}  # fmt: skip
