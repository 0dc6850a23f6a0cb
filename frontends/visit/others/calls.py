"""Talk between rooms: to one person, to everybody; and whom one hears."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.people import talk
from core.people.names import skeleton
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present
from core.sessions.limits import Limit
from core.sessions.preferences import keep_attention
from core.table import LONGEST_NAME
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.others.who import check_hears, of_name
from frontends.visit.room import Room
from frontends.visit.visit import Visit

MOST_IGNORED = 100
"""People of whom somebody hears nothing."""
TALK = (Kind.TELL, Kind.SHOUT, Kind.TALK)
KINDS: dict[Kind, Message] = {
    Kind.CAME: message("who comes into the house"),
    Kind.LEFT: message("who leaves it"),
    Kind.OPENED: message("tables that are opened"),
    Kind.TURN: message("your turn at other tables"),
    Kind.TABLE: message("who comes to your table and leaves it"),
    Kind.AWAY: message("who does nothing at your table"),
    Kind.INVITED: message("invitations"),
    Kind.TELL: message("what others tell you"),
    Kind.SHOUT: message("what others shout"),
    Kind.TALK: message("talk at your table"),
}
"""What can be turned off."""


async def tell(room: Room, rest: str) -> Destination | None:
    """Tell one person something."""
    name, _, words = rest.partition(" ")
    if not name or not words.strip():
        raise Refused("Type tell, a name, and what you want to say.")
    await _tell(room.visit, name, words)
    return None


async def answer(room: Room, rest: str) -> Destination | None:
    """Answer whoever told one something last."""
    name = room.visit.session.was_told_by
    if not name:
        raise Refused("Nobody has told you anything yet.")
    if not rest:
        raise Refused("Type answer and what you want to say.")
    await _tell(room.visit, name, rest)
    return None


async def _tell(visit: Visit, name: str, words: str) -> None:
    one, text = of_name(visit.session.service, name), _text(words)
    own = speaking(visit)
    if skeleton(one.name) == skeleton(own.name):
        raise Refused("You know that already.")
    said = relayed_messages.TOLD.filled(name=talk.speaker(own.shown), text=text)
    notice = Notice(Kind.TELL, said, own.person, own.name, rings=True)
    check_hears(one, notice)
    visit.session.spend(Limit.TELLS)
    if is_heard(visit):
        visit.session.service.presence.tell(notice, visit.session.service.presence.named(one.name))
    own_words = message("<you, to {name}> {text}", name=talk.speaker(one.shown), text=text)
    visit.company.keep(visit.words.say(own_words))
    visit.say(own_words)


async def shout(room: Room, rest: str) -> Destination | None:
    """Tell everybody something."""
    visit = room.visit
    own, text = speaking(visit), _text(rest)
    visit.session.spend(Limit.SHOUTS)
    said = relayed_messages.SHOUTED.filled(name=talk.speaker(own.shown), text=text)
    notice = Notice(Kind.SHOUT, said, own.person, own.name)
    if is_heard(visit):
        visit.session.service.announcer.shout(notice)
    else:
        visit.hear(notice)
    return None


def _text(words: str) -> str:
    text = clean(words, talk.LONGEST_TEXT)
    if not text:
        raise Refused("Say what?")
    return text


def speaking(visit: Visit) -> Present:
    """The visit as others know it. Raises: Refused before the person has a name, and for who may not talk."""
    if visit.session.present is None:
        raise Refused("Please type a name first.")
    is_heard(visit)
    return visit.session.present


def is_heard(visit: Visit) -> bool:
    """Whether others hear what the person says, who does not know otherwise. Raises: Refused for who may not talk."""
    return visit.session.service.office.is_heard(visit.session.visitor.id, visit.session.address)


async def ignore(room: Room, rest: str) -> Destination | None:
    """Hear nothing from somebody any more, or list those of whom one hears nothing."""
    session = room.visit.session
    if not rest:
        names = session.attention.ignored
        said = message("You ignore: {names}. To hear one again: hear NAME", names=names)
        room.visit.say(said if names else message("You ignore nobody."))
        return None
    if not skeleton(rest) or " " in rest or len(rest) > LONGEST_NAME:
        raise Refused("Type ignore and one name.")
    if len(session.attention.ignored) >= MOST_IGNORED:
        raise Refused("You ignore {most} people already: hear one of them first.", most=MOST_IGNORED)
    session.listen(session.attention.with_ignored(rest, on=True))
    await keep_attention(room.visit.session)
    room.visit.say(message("You hear nothing from {name} any more. To change that: hear {name}", name=clean(rest, 40)))
    return None


async def hear(room: Room, rest: str) -> Destination | None:
    """Hear somebody again."""
    session = room.visit.session
    if not session.attention.ignores(rest):
        raise Refused("You do not ignore anybody of that name: ignore lists them.")
    session.listen(session.attention.with_ignored(rest, on=False))
    await keep_attention(room.visit.session)
    room.visit.say(message("You hear {name} again.", name=clean(rest, 40)))
    return None


async def mute(room: Room, rest: str) -> Destination | None:
    """Hear no talk at all, or all of it again."""
    on = rest.lower() == "off"
    if rest and not on:
        raise Refused("Type mute, or mute off. To hear nothing from one person: ignore NAME")
    for kind in TALK:
        _turn(room.visit, kind, on=on)
    await keep_attention(room.visit.session)
    room.visit.say(message("You hear talk again.") if on else message("You hear no talk any more; mute off ends that."))
    return None


async def notices(room: Room, rest: str) -> Destination | None:
    """Which notices are shown; turn one kind on or off."""
    visit, words = room.visit, rest.lower().split()
    if not words:
        lines = [visit.words.say(_state(visit, kind, what)) for kind, what in KINDS.items()]
        await visit.read("\n".join((*lines, visit.words.text("To change one: notices came off, notices came on"))))
        return None
    names = {kind.value: kind for kind in KINDS}
    chosen = list(KINDS) if words[0] == "all" else [names[words[0]]] if words[0] in names else []
    if not chosen or len(words) > 2 or words[1:] not in ([], ["on"], ["off"]):
        raise Refused("Type notices, one of {kinds} or all, and on or off.", kinds=tuple(names))
    for kind in chosen:
        _turn(visit, kind, on=words[1:] != ["off"])
        visit.say(_state(visit, kind, KINDS[kind]))
    await keep_attention(visit.session)
    return None


def _turn(visit: Visit, kind: Kind, *, on: bool) -> None:
    visit.session.listen(visit.session.attention.with_kind(kind, on=on))


def _state(visit: Visit, kind: Kind, what: Message) -> Message:
    is_off = kind.value in visit.session.attention.off
    state = message("{kind}: off ({what})") if is_off else message("{kind}: on ({what})")
    return state.filled(kind=kind.value, what=what)


def _others(room: Room) -> tuple[str, ...]:
    """Names to be completed, while they are few."""
    everybody = room.visit.session.service.presence.everybody()
    return tuple(one.name for one in everybody if one is not room.visit.session.present) if len(everybody) < 30 else ()


ACTIONS: tuple[Action[Room], ...] = (
    Action("tell", tell, message("say something to one person, wherever they are"), takes="NAME WORDS", more=_others),
    Action("answer", answer, message("answer whoever told you something last"), takes="WORDS"),
    Action("shout", shout, message("say something to everybody in the house"), takes="WORDS"),
    Action("ignore", ignore, message("hear nothing from somebody; without a name, who that is"), takes="[NAME]"),
    Action("hear", hear, message("hear somebody again whom you ignore"), takes="NAME"),
    Action("mute", mute, message("hear no talk at all; mute off"), takes="[off]"),
    Action("notices", notices, message("what you are told of others, and turn it off"), takes="[KIND on or off]"),
)
