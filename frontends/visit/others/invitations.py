"""Invitations: to a table that is kept for one person, and to whoever likes to come."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.games import GAMES
from core.presence.invitations import Invitation
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present
from core.projections import TableState
from core.sessions import tables
from core.sessions.limits import Limit
from core.sessions.lists import wait_for_own
from core.sessions.orders import Order, Query
from core.sessions.seat import TableRef
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.others import kept_seats
from frontends.visit.others.calls import is_heard, speaking
from frontends.visit.others.who import check_hears, identified, of_name
from frontends.visit.room import Room
from frontends.visit.table import arrival
from frontends.visit.text import orders, table_list
from frontends.visit.visit import Visit

HOW = message("Type invite, a name, and a game, such as: invite Anna mille")


async def invite(room: Room, rest: str) -> Destination | None:
    """Open a table whose other seat is kept for one person, and tell them."""
    visit, (name, *words) = room.visit, rest.split() or [""]
    if not name or not words:
        raise Refused(HOW)
    order = _for_two(words)
    other = of_name(visit.session.service, name)
    if other is visit.session.present:
        raise Refused("You are here already: invite somebody else.")
    await _check_may_go(room)
    return await ask_to_table(visit, other, order)


def _for_two(words: list[str]) -> Order:
    order = orders.read_open(words)
    game = GAMES[order.game]
    if game.seats < 2:
        raise Refused("{game} is for one player: invite somebody to a game for two.", game=game.title)
    return orders.with_person(order)


async def ask_to_table(
    visit: Visit,
    other: Present,
    order: Order,
    *,
    said: Message = relayed_messages.INVITES,
    after: str = "",
    seat: int = 0,
) -> TableRef | None:
    """Open a table with a seat for somebody who is here, and tell them so. Raises: Refused.

    Whoever was muted quietly waits there for somebody who is not told.
    """
    own, heard = speaking(visit), is_heard(visit)
    filled = said.filled(name=own.shown, game=GAMES[order.game].title)
    notice = Notice(Kind.INVITED, filled, own.person, own.name, rings=True)
    check_hears(other, notice)
    visit.session.spend(Limit.TELLS)
    person = await identified(other)
    going = await arrival.open_table(visit, order, kept_for=person, seat=seat)
    if going is not None and heard:
        visit.session.service.invite(person, Invitation(going.id, own.name, own.person, after))
        visit.session.service.presence.tell(notice, visit.session.service.presence.of(person))
    return going


async def seek(room: Room, rest: str) -> Destination | None:
    """Open a table that anybody may join, and tell the lobby; without a game, list those who seek."""
    visit = room.visit
    if not rest:
        await wait_for_own(visit.session)
        found = await table_list.find_tables(
            visit.session.service, Query(), visit.session.visitor.id, TableState.WAITING
        )
        nobody = message("Nobody seeks a partner now: seek and a game does.")
        await visit.read(table_list.show(found, visit.words) if found.tables else visit.words.say(nobody))
        return None
    order = _for_two(rest.split())
    await _check_may_go(room)
    return await arrival.open_table(visit, order)


async def accept(room: Room, rest: str) -> Destination | None:
    """Take the seat that one was invited to, or that of somebody who seeks a partner."""
    visit = room.visit
    found = await kept_seats.invitations(visit, rest)
    if not found and rest:
        return await _join_seeker(room, rest)
    if not found:
        raise Refused("Nobody has invited you. To join somebody who waits: accept NAME")
    if len({one.name for one in found}) > 1:
        raise Refused("Several have invited you: type accept and one of {names}.", names=_names(found))
    await _check_may_go(room)
    visit.session.service.invitations.drop(visit.session.visitor.id, found[-1])
    return await arrival.take_up(visit, found[-1].table)


def _names(found: tuple[Invitation, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.name for one in found))


async def _join_seeker(room: Room, name: str) -> Destination | None:
    one = of_name(room.visit.session.service, name)
    live = room.visit.session.service.in_play(one.table)
    if not one.seats or (live is not None and live.table.is_full):
        raise Refused("{name} does not wait for anybody now.", name=one.shown)
    await _check_may_go(room)
    return await tables.join(room.visit.session, one.table, "")


async def decline(room: Room, rest: str) -> Destination | None:
    """Say no to an invitation, or to all."""
    visit, own = room.visit, room.visit.session.visitor.id
    found = await kept_seats.invitations(visit, rest)
    if not found:
        raise Refused("Nobody has invited you.")
    said = relayed_messages.DECLINED.filled(name=speaking(visit).shown)
    for one in found:
        visit.session.service.invitations.drop(own, one)
        await tables.turn_down(visit.session, one.table)
        there = visit.session.service.presence.of(one.person)
        visit.session.service.presence.tell(Notice(Kind.INVITED, said, own, visit.session.name), there)
    visit.say(message("You have declined."))
    return None


async def _check_may_go(room: Room) -> None:
    """Raises: Refused while one plays elsewhere."""
    if room.is_playing:
        raise Refused("You are in a game: leave it first, or finish it.")


ACTIONS: tuple[Action[Room], ...] = (
    Action("invite", invite, message("open a table for you and one other person"), takes="NAME GAME ..."),
    Action(
        "seek",
        seek,
        message("open a table for whoever likes to come; without GAME, who does"),
        takes="[GAME ...]",
        more=lambda _: tuple(game.name for game in GAMES.values() if game.seats > 1),
    ),
    Action("accept", accept, message("sit down where you are invited, or with NAME who waits"), takes="[NAME]"),
    Action("decline", decline, message("say no to an invitation"), takes="[NAME]"),
)
