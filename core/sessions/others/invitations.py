"""Invitations: to a table that is kept for one person, and to whoever likes to come; and what is said to all of them.

What a person may accept is read from the lists, too, so that it is there after a restart of the house; what was said in
this house a moment ago is in its memory.

All raise Refused, and JournalError.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message
from core.games import GAMES
from core.games.features.titles import title_of
from core.live.live_table import LiveTable
from core.people.look_alike_names import skeleton
from core.presence.invitations import Invitation
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present
from core.projections import TableState
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Luck, Order
from core.sessions.arrival.tables import Ask
from core.sessions.at_table.held_seats import seats_of
from core.sessions.at_table.seat import TableRef
from core.sessions.limits import Limit
from core.sessions.lists.table_lists import wait_for_own
from core.sessions.others import replays_together
from core.sessions.others.company import check_hears, of_name, somebody_else
from core.sessions.others.conversation import is_heard, speaking
from core.sessions.others.replays_together import Shown
from core.sessions.session import Session, Sitting
from core.table import CloseUnbegun

# Asking others.


async def invite(session: Session, name: str, order: Order, ask: Ask | None = None) -> TableRef:
    """Open a table whose other seat is kept for one person, and tell them; `ask` asks for luck, as for any table."""
    order = _for_two(order)
    other = somebody_else(session, name)
    _check_may_go(session)
    return await ask_to_table(session, other, order, said=relayed_messages.INVITES, ask=ask)


async def invite_here(session: Session, name: str, at: Sitting | None = None) -> str:
    """Ask somebody who is here to the person's own table, where a seat is free for anybody; `at` is which, of several.

    Returns: their name.
    """
    live = _own_waiting(session, at or session.at)
    if not name:
        raise Refused("Type invite and the name of somebody here.")
    other = somebody_else(session, name)
    setup = live.table.setup
    order = Order(live.table.game.name, setup.options, clock=setup.clock, programs=setup.programs)
    _, tell = await _asked(session, other, relayed_messages.INVITES.filled(game=order.told))
    tell(live.id)
    return other.shown


async def _asked(session: Session, other: Present, said: Message, after: str = "") -> tuple[str, Callable[[str], None]]:
    """Who is to be asked to a table, by their id, and what tells them so, once its id is known; `after` is that of the
    one before. Whoever was muted quietly waits there for somebody who is not told."""
    own, others_hear = speaking(session), is_heard(session)
    said = said.filled(name=own.shown)
    check_hears(other, own.notice(Kind.INVITED, said, rings=True))
    session.spend(Limit.TELLS)
    person = await other.somebody.identify()

    def tell(id: str) -> None:
        if others_hear:
            session.service.invite(person, Invitation(id, own.name, own.person, after), said)

    return person, tell


def _own_waiting(session: Session, at: Sitting | None) -> LiveTable:
    """The table where the person sits and waits for anybody. Raises: Refused."""
    live = session.service.in_play(at.id) if at is not None and at.held.seats else None
    if live is None or live.table.is_full or live.table.ended:
        raise Refused("Type invite, a name and a game, such as invite Anna mille")
    if live.table.keeps_seat:
        raise Refused("This seat is reserved for somebody: leave, then invite the person you want.")
    return live


async def seek(session: Session, order: Order, ask: Ask | None = None) -> TableRef:
    """Open a table that anybody may join, and tell the lobby; `ask` asks for luck, as for any table."""
    order = _for_two(order)
    _check_may_go(session)
    return await tables.open_table(session, order, ask=ask)


async def unseek(session: Session) -> int:
    """Close the tables of the person where nobody has come yet. Returns: how many they were."""
    await wait_for_own(session)
    if not (own := await session.found()):
        return 0
    found = {one.id for one in (await session.service.views.tables(TableState.WAITING, None, own)).items}
    here = {session.at.id} if session.at is not None else set()  # The lists may not know it yet.
    closed = 0
    for id in found | here:
        async with session.service.table(id, attended=False) as live:
            table = live.table
            is_waiting = not (table.begun or table.ended or table.is_revealing or table.setup.is_arranged)
            if is_waiting and seats_of(table, {own}):
                await live.submit(CloseUnbegun())
                closed += 1
    return closed


def _for_two(order: Order) -> Order:
    """The order as one between two people."""
    game = GAMES[order.game]
    if game.seats < 2:
        title = title_of(order.game, order.options)
        raise Refused("{game} is for one player: invite somebody to a game for two.", game=title)
    if order.level:
        raise Refused("You can choose a level only against the computer: leave out level=")
    return replace(order, opponent="person")


async def ask_to_table(
    session: Session,
    other: Present,
    order: Order,
    *,
    said: Message,
    after: str = "",
    seat: int = 0,
    ask: Ask | None = None,
) -> TableRef:
    """Open a table with a seat for somebody who is here, and tell them so; `after` is the id of the one before."""
    if other.is_program and order.programs == "no":
        raise Refused("{name} is a bot: leave out bots=no", name=other.shown)
    person, tell = await _asked(session, other, said.filled(game=order.told), after)
    return await tables.open_table(session, order, kept_for=person, seat=seat, ask=ask, tell=tell)


# Being asked.


class Offer(Struct, frozen=True):
    """A seat that a person may have, as the lists know it."""

    table: str
    """The table's id."""
    game: str
    """The game's name."""
    host: str
    """The id of who offers it."""
    terms: str
    """The game with its clock and options."""
    is_lent: bool
    """Whether the person is asked to play for the host; else the seat is to be their own."""


async def offers(session: Session) -> tuple[Offer, ...]:
    """What the lists know that the person may accept."""
    own = session.visitor.id
    if not own:
        return ()
    await wait_for_own(session)
    found: list[Offer] = []
    for one in await session.service.views.invited_to(own):
        # The host is who asks to be played for, else who sits opposite the seat that is kept.
        asks = [seat.person for seat in one.seats if seat.wanted == own and seat.person]
        host = next(iter([*asks, *(seat.person for seat in one.seats if seat.person)]), "")
        is_lent = all(seat.wanted != own or seat.person for seat in one.seats)
        if not one.damage:
            terms = Order(one.game, dict(one.options), clock=one.clock, programs=one.programs).told
            found.append(Offer(one.id, one.game, host, terms, is_lent))
    await session.service.directory.learn({one.host for one in found if one.host})
    # Lists that know of the table, and not yet who sits there, do not say whether that person is muted.
    return tuple(one for one in found if one.host and session.service.moderation.is_heard_of(one.host))


async def received(session: Session, name: str = "") -> tuple[Invitation, ...]:
    """What the person may accept, by somebody of a name if one is given.

    What was told in this house a moment ago comes first; where there is nothing of that, the lists are asked.
    """
    if told := session.service.invitations.find(session.visitor.id, name):
        return told
    directory = session.service.directory
    kept = [Invitation(one.table, directory.name(one.host), one.host) for one in await offers(session)]
    return tuple(one for one in kept if not name or skeleton(one.name) == skeleton(name))


async def accept(
    session: Session, name: str = "", luck: Luck = "", ask: Ask | None = None
) -> TableRef | Shown | Message:
    """Take the seat that the person was invited to, or, with a name, that of somebody who seeks a partner; or see the
    replay that they were asked to.

    Luck is given, or asked for, as by `tables.join`.

    Returns: where to go; a message where they play for somebody, but only later.
    """
    found = await received(session, name)
    if not found and name:
        return await _join_seeker(session, name, luck, ask)
    if not found:
        return await _join_seeker(session, _only_seeker(session), luck, ask)
    if len(names := dict.fromkeys(one.name for one in found)) > 1:
        raise Refused("Several people have invited you: type accept and one of {names}.", names=tuple(names))
    if (showing := found[-1].showing) is not None:
        shown = await replays_together.take_up(session, showing)
        session.service.invitations.drop(session.visitor.id, found[-1])
        return shown
    _check_may_go(session)
    return await _take_up(session, found[-1], luck, ask)


async def _take_up(session: Session, one: Invitation, luck: Luck, ask: Ask | None) -> TableRef | Message:
    """Take the seat of an invitation. It is open again where only something about it was refused, such as the luck."""
    open_ones, own = session.service.invitations, session.visitor.id
    open_ones.drop(own, one)  # First: programs accept several at once.
    try:
        return await tables.take_up(session, one.table, luck, ask)
    except Refused:
        if await tables.can_take_up(session, one.table):
            open_ones.add(own, one)
        raise


def _only_seeker(session: Session) -> str:
    """The name of the one person in this house who waits for anybody."""
    service, names = session.service, dict[str, None]()
    for one in service.presence.here():
        live = service.in_play(one.table) if one.seats and one.somebody is not session else None
        if live is not None and not (live.table.is_full or live.table.ended or live.table.keeps_seat):
            names[one.name] = None
    if not names:
        raise Refused("Nobody has invited you. To look for an opponent: seek mille")
    if len(names) > 1:
        raise Refused(
            "Several people are looking for a game: type accept and one of {names}.", names=tuple(sorted(names))
        )
    return next(iter(names))


async def _join_seeker(session: Session, name: str, luck: Luck, ask: Ask | None) -> TableRef:
    one = of_name(session.service, name)
    live = session.service.in_play(one.table)
    if not one.seats or (live is not None and live.table.is_full):
        raise Refused("{name} is not waiting for anybody now.", name=one.shown)
    _check_may_go(session)
    return await tables.join(session, one.table, luck, ask)


async def decline(session: Session, name: str = "") -> None:
    """Say no to an invitation by somebody of a name, or to all."""
    found = await received(session, name)
    if not found:
        raise Refused("Nobody has invited you.")
    said = relayed_messages.DECLINED.filled(name=speaking(session).shown)
    notice = Notice(Kind.INVITED, said, session.visitor.id, session.name)
    for one in found:
        if one.showing is None:
            await tables.turn_down(session, one.table)
        session.service.invitations.drop(session.visitor.id, one)
        session.service.presence.tell(notice, session.service.presence.of(one.person))


def _check_may_go(session: Session) -> None:
    """Raises Refused while the person plays with somebody where they are.

    A game alone, or against the computer, is left as it is, and makes nobody wait. A program plays at several tables.
    """
    if session.visitor.is_program:
        return
    at = session.at
    live = session.service.in_play(at.id) if at is not None and at.held.seats else None
    if at is None or live is None or not live.table.begun or live.table.ended is not None:
        return
    if len(live.table.persons) > len(at.held.seats):
        raise Refused("You are in a game: leave or finish it first.")
