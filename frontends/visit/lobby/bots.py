"""Accounts for one's own programs: making one, its token, and ending it."""

from core.base.game import Refused
from core.base.message import Message, message
from core.people.persons import PROGRAM
from core.sessions.identity import programs
from core.sessions.identity.programs import Made
from frontends.visit.action import Action, Topic
from frontends.visit.everywhere.contests import ABOUT_DUELS
from frontends.visit.room import Room

HOW = message("Type bot new and a name, such as bot new Robo; or bot token NAME, bot drop NAME.")
NONE = message("You have no bots. To make one: bot new NAME")

ABOUT = (
    message("Your program comes in by the house's door for programs, with the token of its bot."),
    message("Others see {mark} after its name, and in who and finger that it is yours.", mark=PROGRAM),
    message("Games with it count for bot ratings only, and with people only after bots=rated: best mille bots"),
    message("It can play at several tables at once. A new token, or drop, ends its connection."),
    *ABOUT_DUELS,
)
"""What there is to know of them."""


async def bot(room: Room, rest: str) -> None:
    """One's own programs; or make one, give one another token, end one."""
    word, _, name = rest.partition(" ")
    match word.lower():
        case "" | "list" if not name:
            await _list(room)
        case "new" if name:
            await room.visit.read(*_token(await programs.make(room.visit.session, name)))
        case "token" if name:
            await room.visit.read(*_token(await programs.renew(room.visit.session, name)))
        case "drop" if name:
            await _drop(room, name)
        case _:
            raise Refused(HOW)


async def _list(room: Room) -> None:
    visit = room.visit
    found = await programs.owned(visit.session)
    here = visit.session.service.presence
    template = {True: message("{name}: is here"), False: message("{name}: is not here")}
    lines = [template[bool(here.of(one.id))].filled(name=one.shown_name) for one in found]
    await visit.read(*(lines or [NONE]))


def _token(made: Made) -> tuple[Message | str, ...]:
    """The token, with what it is for."""
    return (
        message("{name} is yours. Its token, which is shown only now:", name=made.name + PROGRAM),
        f"    {made.token}",
        message("Your program sends it with hello. For a new one: bot token {name}", name=made.name),
    )


async def _drop(room: Room, name: str) -> None:
    question = message("The games of {name} stay, without its name. Delete it forever?", name=name)
    if not await room.visit.confirm(question):
        raise Refused("Nothing was deleted.")
    ended = await programs.drop(room.visit.session, name)
    room.visit.say(message("{name} is deleted.", name=ended))


BOT: Action[Room] = Action(
    "bot",
    bot,
    message("your bots; new NAME makes one, token NAME, drop NAME"),
    topic=Topic.BOTS,
    takes="[new NAME]",
    aliases=("bots",),
    more=lambda _: ("new", "list", "token", "drop"),
    unless=lambda room: programs.objection(room.visit.session),
)
"""The row of the lobby."""
