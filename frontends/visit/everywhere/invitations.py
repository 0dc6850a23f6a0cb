"""Invitations: a seat kept for one person, or a table open to everybody."""

from core.base.message import Message, counted, message
from core.games import FOR_TWO
from core.projections import TableState
from core.sessions.arrival.order_words import read_open, split_luck
from core.sessions.arrival.orders import Query
from core.sessions.lists import table_lists
from core.sessions.others import invitations
from core.sessions.others.replays_together import Shown
from frontends.visit.action import Action, Topic, under
from frontends.visit.destination import Destination, ToLobby, ToReplay
from frontends.visit.room import Room
from frontends.visit.table.arrival import luck_asked_by
from frontends.visit.text import table_list
from frontends.visit.visit import Visit


async def invite(room: Room, rest: str) -> Destination | None:
    """Open a table whose other seat is kept for one person, and tell them; without a game, ask them to one's own."""
    name, _, order = rest.partition(" ")
    words = room.in_english(order).split()
    if not words:
        invited = await invitations.invite_here(room.visit.session, name)
        room.visit.say(message("You have invited {name} to this table.", name=invited))
        return None
    return await invitations.invite(room.visit.session, name, read_open(words), luck_asked_by(room.visit))


async def seek(room: Room, rest: str) -> Destination | None:
    """Open a table that anybody may join, and tell the lobby; without a game, list who is looking for one."""
    visit, session = room.visit, room.visit.session
    if rest:
        return await invitations.seek(session, read_open(rest.split()), luck_asked_by(visit))
    found = await table_lists.find_tables(session, Query(), TableState.WAITING)
    nobody = message("Nobody is looking for a game. To start: seek mille")
    await visit.read(table_list.show(found, visit.words) if found.tables else nobody)
    return None


async def unseek(room: Room, rest: str) -> None:
    """Close one's own tables where nobody has come yet."""
    count = await invitations.unseek(room.visit.session)
    none = message("You are not looking for a game: nothing was closed.")
    room.visit.say(counted("{n} table was closed.", "{n} tables were closed.", count) if count else none)


async def accept(room: Room, rest: str) -> Destination | None:
    """Take the seat that one was invited to, or that of somebody who seeks a partner; or see the replay."""
    names, luck = split_luck(room.options_in_english(rest))
    match await invitations.accept(room.visit.session, " ".join(names), luck, luck_asked_by(room.visit)):
        case Message() as later:
            room.visit.say(later)
            return None
        case Shown(recording, showing):
            return ToReplay(recording, room.here or ToLobby(), showing=showing)
        case ref:
            return ref


async def decline(room: Room, rest: str) -> None:
    """Say no to an invitation, or to all."""
    await invitations.decline(room.visit.session, rest)
    room.visit.say(message("You declined."))


async def offers(visit: Visit) -> list[Message]:
    """What the person may accept, a line each. Raises: JournalError."""
    keeps = message("{name} invites you to {game}, table {id}: type accept {called}.")
    asks = message("{name} asks you to play for them at table {id}, {game}: type accept {called}.")
    directory = visit.session.service.directory
    return [
        (asks if one.is_lent else keeps).filled(
            name=directory.shown_name(one.host),
            called=directory.name(one.host),
            id=one.table,
            game=one.terms,
        )
        for one in await invitations.offers(visit.session)
    ]


ANSWERS: tuple[Action[Room], ...] = under(
    Topic.PEOPLE,
    Action(
        "accept",
        accept,
        message("say yes to an invitation, or to NAME who is looking"),
        takes="[NAME]",
        aliases=("+",),
        keys=("+",),
    ),
    Action("decline", decline, message("say no to an invitation"), takes="[NAME]"),
)
"""What may be said to one, wherever somebody is."""
ACTIONS: tuple[Action[Room], ...] = under(
    Topic.PEOPLE,
    Action(
        "invite",
        invite,
        message("invite somebody to a game"),
        takes="NAME [GAME ...]",
        aliases=("match",),
    ),
    Action(
        "seek",
        seek,
        message("look for an opponent; alone: who is looking"),
        takes="[GAME ...]",
        has_own_words=True,
        more=lambda _: FOR_TWO,
    ),
    Action(
        "unseek",
        unseek,
        message("stop looking: close your tables where nobody has come"),
    ),
    *ANSWERS,
)
