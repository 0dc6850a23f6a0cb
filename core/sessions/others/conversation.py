"""Talk: to one person, to everybody, in the lobby, in a channel, at a table or beside a replay; and what somebody wants
to be told.

Only talk at a table is stored. What is said elsewhere is told to those who are there, and nothing of it is kept.

Whoever was muted quietly does not know it: they are answered as everybody is, and nobody hears them.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.people import talk
from core.people.look_alike_names import skeleton
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present
from core.sessions.at_table.seat import LOOKING_ON, Seat
from core.sessions.limits import Limit
from core.sessions.others.company import check_hears, of_name
from core.sessions.preferences import keep_attention
from core.sessions.session import Session
from core.table import LONGEST_NAME

MOST_IGNORED = 100
"""People of whom somebody hears nothing."""
MOST_CHANNELS = 10
"""That somebody listens to."""
_CHANNEL = re.compile(r"[a-z]{2,16}")
TALK = (Kind.TELL, Kind.SHOUT, Kind.TALK, Kind.LOBBY, Kind.CHANNEL)
"""What others say."""


def speaking(session: Session) -> Present:
    """The session as others know it. Raises: Refused before the person has a name, and for who may not talk."""
    own = _present(session)
    is_heard(session)
    return own


def is_heard(session: Session) -> bool:
    """Whether others hear what the person says, who does not know otherwise. Raises: Refused for who may not talk."""
    return session.service.moderation.is_heard(session.visitor.id, session.address)


def tell(session: Session, name: str, text: str) -> Message:
    """Tell one person something, wherever they are. Returns: the line, as who said it reads it. Raises: Refused."""
    one, text = of_name(session.service, name), _cleaned(text)
    own = speaking(session)
    if skeleton(one.name) == skeleton(own.name):
        raise Refused("You know that already.")
    said = relayed_messages.TOLD.filled(name=talk.speaker(own.shown), text=text)
    notice = own.notice(Kind.TELL, said, rings=True)
    check_hears(one, notice)
    session.spend(Limit.TELLS)
    if is_heard(session):
        session.service.presence.tell(notice, session.service.presence.named(one.name))
    return message("<you, to {name}> {text}", name=talk.speaker(one.shown), text=text)


def answer(session: Session, text: str) -> Message:
    """Tell whoever told the person something last. Returns and raises as `tell`."""
    if not session.was_told_by:
        raise Refused("Nobody has sent you a message yet.")
    if not text:
        raise Refused("Type answer and what you want to say.")
    return tell(session, session.was_told_by, text)


def shout(session: Session, text: str) -> None:
    """Tell everybody something, also the person. Raises: Refused."""
    own, text = speaking(session), _cleaned(text)
    said = relayed_messages.SHOUTED.filled(name=talk.speaker(own.shown), text=text)
    _have_heard(session, Limit.SHOUTS, own.notice(Kind.SHOUT, said), session.service.announcer.shout)


def say_in_lobby(session: Session, text: str) -> None:
    """Talk to those in the lobby, also the person. Raises: Refused."""
    own, text = speaking(session), _cleaned(text)
    said = relayed_messages.IN_LOBBY.filled(name=talk.speaker(own.shown), text=text)
    _have_heard(session, Limit.TALK, own.notice(Kind.LOBBY, said), session.service.announcer.talk)


def say_in_channel(session: Session, channel: str, text: str) -> None:
    """Talk to those who listen to a channel; from then on the person is one of them. Raises: Refused."""
    own, text = speaking(session), _cleaned(text)
    listen_to(session, channel)
    said = relayed_messages.IN_CHANNEL.filled(channel=channel, name=talk.speaker(own.shown), text=text)
    tell = partial(session.service.announcer.talk, channel=channel)
    _have_heard(session, Limit.TALK, own.notice(Kind.CHANNEL, said), tell)


def _have_heard(session: Session, limit: Limit, notice: Notice, tell: Callable[[Notice], None]) -> None:
    """Have others told, or the person alone, who does not know that nobody hears them."""
    session.spend(limit)
    (tell if is_heard(session) else session.hear)(notice)


def say_among(session: Session, others: Iterable[Session], text: str) -> None:
    """Talk to those who see a replay with the person, also the person; nothing of it is kept. Raises: Refused."""
    own, text = speaking(session), _cleaned(text)
    session.spend(Limit.TALK)
    notice = own.notice(Kind.TALK, talk.quoted(own.shown, text))
    session.hear(notice)
    if is_heard(session):
        session.service.presence.tell(notice, (one.present for one in others if one.present is not None))


def listen_to(session: Session, channel: str) -> int:
    """Hear what is said in a channel, for this visit. Returns: how many listen in this house. Raises: Refused."""
    own = _present(session)
    if not _CHANNEL.fullmatch(channel):
        raise Refused("A channel has 2 to 16 letters, such as channel help")
    if len(own.channels | {channel}) > MOST_CHANNELS:
        raise Refused("You listen to {most} channels already. To leave one: channel help off", most=MOST_CHANNELS)
    own.channels |= {channel}
    return len(session.service.presence.listening(channel))


def leave_channel(session: Session, channel: str) -> None:
    """Hear no more of a channel. Raises: Refused where the person did not listen to it."""
    own = _present(session)
    if channel not in own.channels:
        raise Refused("You do not listen to that channel.")
    own.channels -= {channel}


def channels(session: Session) -> dict[str, int]:
    """How many in this house listen to each channel, by its name."""
    names = (name for one in session.service.presence.here() for name in one.channels)
    return dict(sorted(Counter(names).items()))


def _present(session: Session) -> Present:
    if session.present is None:
        raise Refused("Type a name first.")
    return session.present


def _cleaned(text: str) -> str:
    if cleaned := clean(text, talk.LONGEST_TEXT):
        return cleaned
    raise Refused("Type what you want to say as well.")


async def say(seat: Seat, text: str) -> Message | None:
    """Talk to the table, or as a spectator to the other spectators. Of several seats the one that acts talks.

    Returns: the line, where only the person is to read it; nothing of it is kept. Raises: Refused, JournalError.
    """
    if (why_not := Refused(LOOKING_ON) if seat.is_over else seat.objection()) is not None:
        raise why_not
    session, live, number = seat.session, seat.live, seat.number
    others_hear = is_heard(session)
    session.spend(Limit.TALK)
    own = seat.stand_in or (live.table.chairs[number].person if number is not None else "")
    person = own or await session.identify()
    if others_hear:
        await live.say(person, number, text)
        return None
    await session.service.directory.learn([person])
    return live.quote(talk.say(person, number, text, live.table.seq))


# What somebody wants to hear. All raise Refused, and JournalError.


async def ignore(session: Session, name: str) -> None:
    """Hear nothing from somebody any more."""
    if not skeleton(name) or " " in name or len(name) > LONGEST_NAME:
        raise Refused("Type ignore and one name.")
    if len(session.attention.ignored) >= MOST_IGNORED:
        raise Refused("You already ignore {most} people. To hear one again: hear NAME", most=MOST_IGNORED)
    await keep_attention(session, session.attention.with_ignored(name, on=True))


async def hear_again(session: Session, name: str) -> None:
    """Hear somebody whom the person ignores."""
    if not session.attention.ignores(name):
        raise Refused("You do not ignore anybody of that name. To list them: ignore")
    await keep_attention(session, session.attention.with_ignored(name, on=False))


async def turn(session: Session, kinds: Collection[Kind], *, on: bool) -> None:
    """Be told of such things from now on, or no more. Raises: ValueError for what everybody has to know."""
    if Kind.HOUSE in kinds:
        raise ValueError("Everybody is told what the house says.")
    attention = session.attention
    for kind in kinds:
        attention = attention.with_kind(kind, on=on)
    await keep_attention(session, attention)
