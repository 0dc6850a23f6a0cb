"""Coming to a table: opening one, joining, watching, taking a seat that is kept. Each answers where the session may go.

All raise Refused, and JournalError.
"""

from collections.abc import Awaitable, Callable

import trio

from core.base.game import Refused
from core.base.message import Message, called, message
from core.duels.rules import ONLY_PLAYED
from core.games import GAMES
from core.games.deals.grades import Grade
from core.games.features.bots import BOTS, NORMAL, bot_of
from core.live import winnability
from core.live.live_table import LiveTable
from core.presence.other_houses import relayed_messages
from core.projections import TableState
from core.sessions.arrival.orders import ASK, Luck, Order, Sealed
from core.sessions.arrival.table_access import check_may_look, check_may_watch
from core.sessions.at_table import fairness
from core.sessions.at_table.fairness import before_luck
from core.sessions.at_table.held_seats import Held, check_is_stranger, free_seats, seats_of, wanted_at
from core.sessions.at_table.seat import TableRef
from core.sessions.limits import Limit
from core.sessions.lists.daily import deal_on, today, wanted
from core.sessions.session import Session
from core.table import LONGEST_NAME, AcceptStandIn, CloseUnbegun, DeclineStandIn, tell_span
from core.table.decide import OF_TOURNAMENT
from core.table.opening import Player

Ask = Callable[[tuple[Message, ...]], Awaitable[str]]
"""Shows somebody what is said of the seed, and asks for their luck, which may be empty."""
NOT_AT_HOME = message("At home luck cannot be sealed, since one program knows all of it: give it as luck.")
CLOSING = 3.0
"""Seconds in which a table is closed whose opener is gone before they sat down."""


async def open_table(
    session: Session,
    order: Order,
    *,
    deal: int | None = None,
    kept_for: str = "",
    seat: int = 0,
    ask: Ask | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> TableRef:
    """Open a table and sit down at it. `deal` is what `find_deal` found, for who has waited for that already.

    `kept_for` is the id of the person who alone may take the other seat; `seat` is one's own at a table for two; `ask`
    asks for luck once the number of the seed is known, if the order wants that; `tell` is called with the table's id
    before that, so that nobody has to wait to come there.
    """
    game, asks = GAMES[order.game], _asks(order.luck, ask)
    check_opponent(order)
    check_programs(session, order)
    if deal is None:
        deal = await find_deal(session, order)
    own = await _oneself(session, "" if asks else order.luck)
    others = [await _other_player(session, order, other) for other in range(1, game.seats)]
    players: list[Player | None] = [None if asks else own, *others]
    kept = [own.person if asks else "", *("" if other else kept_for for other in others)]
    if seat:
        players.reverse()
        kept.reverse()
    reserved = tuple(kept) if any(kept) else ()

    async def open() -> str:
        session.spend(Limit.TABLES)
        service = session.service
        return await service.open(
            game, order.options, players, deal=deal, clock=order.clock, reserved=reserved, programs=order.programs
        )

    async def is_waiting(id: str) -> bool:
        found = await session.service.views.table(id)
        return found is None or found.state is TableState.WAITING  # The lists may not know it yet.

    if None in others:
        id = await session.allowance.open_waiting(session.visitor.id, open, is_waiting)
        if not kept_for:
            session.tell_lobby(relayed_messages.SEEKS, game=order.told, id=id)
    else:
        id = await open()
    tell(id)
    if asks:
        await _sit_when_asked(session, id, asks)
    return TableRef(id, Held(tuple(range(game.seats)) if order.opponent == "hotseat" else (seat,)))


def _asks(luck: Luck, ask: Ask | None) -> Ask | None:
    """What asks for luck, where that is wanted. Raises Refused where nobody can be asked."""
    if luck != ASK:
        return None
    if ask is None:
        raise Refused("You cannot be asked for luck here: say which, such as luck=tortoise")
    return ask


async def _sit_when_asked(session: Session, id: str, ask: Ask) -> None:
    """Take the seat that is kept for the person, with the luck they say; the table is closed where they say nothing."""
    try:
        await join(session, id, ASK, ask)
    except BaseException:
        with trio.move_on_after(CLOSING, shield=True):
            await turn_down(session, id)
        raise


async def _oneself(session: Session, luck: Luck) -> Player:
    """The person as a player; of a luck that they give while they are muted, only they are shown the words.

    At home nothing is sealed: one process holds all sides, so it would prove nothing.
    """
    if isinstance(luck, Sealed) and session.is_home:
        raise Refused(NOT_AT_HOME)
    id = await session.identify()
    is_program = session.visitor.is_program
    if isinstance(luck, Sealed):
        return Player(id, sealed=luck.digest, is_program=is_program)
    return Player(id, luck=luck, muted=bool(luck) and session.is_muted, is_program=is_program)


def check_opponent(order: Order) -> None:
    """Raises Refused for a computer player that there is not."""
    game = GAMES[order.game]
    if order.opponent == "computer" and game.name not in BOTS:
        raise Refused(
            "The computer does not play {game}. To play a person: new {name} person", game=game.title, name=game.name
        )


def check_programs(session: Session, order: Order) -> None:
    """Raises Refused for what cannot be wanted of programs at that table."""
    if order.programs and order.opponent != "person":
        raise Refused("You can choose bots= only when the other seat is free: leave out bots=")
    if order.programs == "no" and session.visitor.is_program:
        raise Refused("You are a bot yourself: leave out bots=no")


async def _other_player(session: Session, order: Order, seat: int) -> Player | None:
    match order.opponent:
        case "computer":
            return Player(bot=bot_of(order.game, order.level or NORMAL).name)
        case "hotseat":
            directory = session.service.directory
            if session.is_home and seat < len(order.partners):
                other = await directory.holder(order.partners[seat])
            else:
                # A person of their own, who comes back with the same code; the name reads alike in every language.
                short = session.name[: LONGEST_NAME - 2].rstrip()
                usual = f"{short} 2" if f"{short} 2" != session.name else f"{short} 3"
                name = order.partners[seat] if seat < len(order.partners) else usual
                other = await directory.create(name, session.visitor.secret)
            session.persons |= {other.id}
            return Player(other.id)
        case _:
            return None


# Which deal it is to be.


async def find_deal(session: Session, order: Order) -> int | None:
    """The number of the deal that is asked for; None for any. A deal that can be won is searched for, for a while."""
    game = GAMES[order.game]
    if order.daily:
        return await deal_on(session, wanted(game, order.options), today(session))
    if order.winnable:
        return await winnability.find_winnable(game, order.options, asker=session.asker)
    if order.grade:
        return await winnability.find_graded(game, order.options, Grade(order.grade), asker=session.asker)
    return order.deal


# Tables that are there.


async def join(session: Session, id: str, luck: Luck = "", ask: Ask | None = None) -> TableRef:
    """Take the free seat of a table; `ask` asks for luck, if that is wanted."""
    asks = _asks(luck, ask)
    async with session.service.table(id) as live:
        check_may_look(live.table, await session.own_ids())
        seat = await _free_seat(session, live)
        if asks:
            luck = await asks(before_luck(live.table.setup))
            seat = await _free_seat(session, live)  # Meanwhile somebody else may have taken it.
        await session.service.sit(live, seat, await _oneself(session, luck))
    return TableRef(id, Held((seat,)))


async def _free_seat(session: Session, live: LiveTable) -> int:
    """The seat that the person may take. Raises: Refused where there is none."""
    if free := free_seats(live.table, await session.identify()):
        return free[0]
    raise Refused("Table {id} has no free seat. To watch: watch {id}", id=live.id)


async def watch(session: Session, id: str) -> TableRef:
    """Look on at a table."""
    async with session.service.table(id, attended=False) as live:
        own = await session.own_ids()
        check_may_look(live.table, own)
        check_may_watch(live.table, own)
        if sum(not one.seats for one in session.service.presence.at(id)) >= session.allowance.budget.watchers:
            raise Refused("Table {id} has no room for more watchers: try again later.", id=id)
    return TableRef(id)


async def can_take_up(session: Session, id: str) -> bool:
    """Whether a table has a seat that `take_up` would take."""
    own, person = await session.own_ids(), await session.identify()
    async with session.service.table(id, attended=False) as live:
        return wanted_at(live.table, own) is not None or bool(free_seats(live.table, person))


async def take_up(session: Session, id: str, luck: Luck = "", ask: Ask | None = None) -> TableRef | Message:
    """Take the seat that is kept for the person, with luck as for `join`, or play for somebody who asks for it.

    Returns: where to go; a message where they play for somebody, but only later.
    """
    own = await session.own_ids()
    async with session.service.table(id, attended=False) as live:
        if (asked := wanted_at(live.table, own)) is None:
            return await join(session, id, luck, ask)
        seat = asked.seats[0]
        check_is_stranger(live.table, seat, own)
        chair = live.table.chairs[seat]
        await live.submit(AcceptStandIn(seat, asked.stand_in))
        if live.table.chairs[seat].stand_in.person == asked.stand_in:
            return TableRef(id, asked)
        owner = called(session.service.directory.shown_name(chair.person))
        said = message("You will play for {name} if they do not move for {time}. Then games lists it.")
        return said.filled(name=owner, time=tell_span(chair.after))


async def turn_down(session: Session, id: str) -> None:
    """Say no to somebody who asks the person to play for them, or keeps a seat for them: nobody else may take that."""
    own = await session.own_ids()
    async with session.service.table(id, attended=False) as live:
        table = live.table
        if table.ended:
            return
        if (asked := wanted_at(table, own)) is not None:
            await live.submit(DeclineStandIn(asked.seats[0], asked.stand_in))
        elif not table.begun and table.setup.is_of_tournament:
            raise Refused(OF_TOURNAMENT)
        elif table.setup.is_of_house_duel:
            raise Refused(ONLY_PLAYED)
        elif not table.begun and own & set(table.setup.reserved) and not seats_of(table, own):
            await live.submit(CloseUnbegun())
        session.left = live.id, live.table.seq


async def next_seed(session: Session) -> tuple[Message, ...]:
    """Where the seed of the person's next table comes from, and how the deals of coming days are sealed.

    The seed is what they were promised once, or from the book of the house.
    """
    service = session.service
    if promised := await service.directory.promise(await session.identify()):
        seed = fairness.promise(promised)
    else:
        seed = fairness.next_seed(await service.books.in_use())
    chains = await service.dailies.published()
    return (*seed, *fairness.days(chains, await service.dailies.day(service.dailies.today)))
