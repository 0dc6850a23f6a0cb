"""Talk between rooms: to one person, to everybody; and whom one hears."""

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.presence.roster import Kind
from core.sessions.others import conversation
from frontends.visit.action import Action, Topic, under
from frontends.visit.room import Room
from frontends.visit.visit import Visit

FEW = 30
"""With this many people, names are no longer completed."""
KINDS: dict[Kind, Message] = {
    Kind.CAME: message("who comes into the house"),
    Kind.LEFT: message("who leaves it"),
    Kind.OPENED: message("new tables"),
    Kind.TURN: message("your turn at other tables"),
    Kind.ENDED: message("your games that end while you are elsewhere"),
    Kind.TABLE: message("who comes to your table or leaves it"),
    Kind.AWAY: message("who is idle at your table"),
    Kind.INVITED: message("invitations"),
    Kind.DUEL: message("duels of your bots"),
    Kind.TELL: message("what others tell you"),
    Kind.SHOUT: message("what others shout"),
    Kind.TALK: message("talk at your table"),
    Kind.LOBBY: message("talk in the lobby"),
    Kind.CHANNEL: message("talk in the channels you listen to"),
}
"""What can be turned off."""


async def tell(room: Room, rest: str) -> None:
    """Tell one person something."""
    name, _, words = rest.partition(" ")
    if not name or not words.strip():
        raise Refused("Type tell, a name, and what you want to say.")
    room.visit.echo(conversation.tell(room.visit.session, name, words))


async def answer(room: Room, rest: str) -> None:
    """Answer the last person who told one something."""
    room.visit.echo(conversation.answer(room.visit.session, rest))


async def shout(room: Room, rest: str) -> None:
    """Tell everybody something."""
    conversation.shout(room.visit.session, rest)


async def say(room: Room, rest: str) -> None:
    """Talk to those in the lobby."""
    conversation.say_in_lobby(room.visit.session, rest)


async def channel(room: Room, rest: str) -> None:
    """Talk in a channel, listen to one, leave it, or list all."""
    session = room.visit.session
    name, _, words = rest.partition(" ")
    name, words = name.lower(), words.strip()
    if not name:
        listed = tuple(f"{name} ({count})" for name, count in conversation.channels(session).items())
        none = message("No channel is open now. To open one: channel help")
        room.visit.say(message("Channels, and how many listen: {channels}.", channels=listed) if listed else none)
    elif words.lower() == "off":
        conversation.leave_channel(session, name)
        room.visit.say(message("You have left channel {channel}.", channel=name))
    elif words:
        conversation.say_in_channel(session, name, words)
    else:
        count = conversation.listen_to(session, name)
        said = message("You listen to channel {channel}, {n} in all. To talk: channel {channel} hello")
        room.visit.say(said.filled(channel=name, n=count))


async def ignore(room: Room, rest: str) -> None:
    """Hear nothing from somebody any more, or list whom one ignores."""
    session = room.visit.session
    if not rest:
        names = session.attention.ignored
        said = message("You ignore: {names}. To hear one again: hear NAME", names=names)
        room.visit.say(said if names else message("You ignore nobody."))
        return
    await conversation.ignore(session, rest)
    room.visit.say(message("You ignore {name} now. To hear them again: hear {name}", name=clean(rest, 40)))


async def hear(room: Room, rest: str) -> None:
    """Hear somebody again."""
    await conversation.hear_again(room.visit.session, rest)
    room.visit.say(message("You hear {name} again.", name=clean(rest, 40)))


async def mute(room: Room, rest: str) -> None:
    """Hear no talk at all, or all of it again."""
    on = rest.lower() == "off"
    if rest and not on:
        raise Refused("Type mute, or mute off. To hear nothing from one person: ignore NAME")
    await conversation.turn(room.visit.session, conversation.TALK, on=on)
    room.visit.say(
        message("You hear talk again.") if on else message("You hear no talk now. To hear it again: mute off")
    )


async def notices(room: Room, rest: str) -> None:
    """Which notices are shown; turn one kind on or off."""
    visit, words = room.visit, rest.lower().split()
    if not words:
        lines = [_state(visit, kind) for kind in KINDS]
        await visit.read(*lines, message("To change one: notices came off, notices came on"))
        return
    names = {kind.value: kind for kind in KINDS}
    chosen = list(KINDS) if words[0] == "all" else [names[words[0]]] if words[0] in names else []
    if not chosen or len(words) > 2 or words[1:] not in ([], ["on"], ["off"]):
        raise Refused("Type notices, one of {kinds} or all, and on or off.", kinds=tuple(names))
    await conversation.turn(visit.session, chosen, on=words[1:] != ["off"])
    for kind in chosen:
        visit.say(_state(visit, kind))


def _state(visit: Visit, kind: Kind) -> Message:
    is_off = kind.value in visit.session.attention.off
    state = message("{kind}: off ({what})") if is_off else message("{kind}: on ({what})")
    return state.filled(kind=kind.value, what=KINDS[kind])


def others_here(room: Room) -> tuple[str, ...]:
    """Names to be completed."""
    session = room.visit.session
    everybody = session.service.presence.everybody()
    return tuple(one.name for one in everybody if one is not session.present) if len(everybody) < FEW else ()


ACTIONS: tuple[Action[Room], ...] = under(
    Topic.PEOPLE,
    Action(
        "tell",
        tell,
        message("talk to one person, wherever they are"),
        takes="NAME WORDS",
        more=others_here,
    ),
    Action(
        "channel",
        channel,
        message("talk in a channel, or listen to it; channel help off"),
        takes="[NAME [WORDS]]",
        more=lambda room: tuple(conversation.channels(room.visit.session)),
    ),
    Action("answer", answer, message("answer the last person who told you something"), takes="WORDS"),
    Action("shout", shout, message("talk to everybody in the house"), takes="WORDS"),
    Action(
        "ignore",
        ignore,
        message("hear nothing from NAME; alone: whom you ignore"),
        takes="[NAME]",
    ),
    Action("hear", hear, message("hear NAME again"), takes="NAME"),
    Action("mute", mute, message("hear no talk at all; mute off"), takes="[off]", has_own_words=True),
    Action(
        "notices",
        notices,
        message("choose what you are told about others"),
        takes="[KIND on or off]",
        has_own_words=True,
    ),
)
SAY: Action[Room] = Action(
    "say", say, message("talk to everybody in the lobby"), topic=Topic.PEOPLE, takes="WORDS", aliases=("kibitz",)
)
"""Of the lobby; at a table one talks to those there."""
