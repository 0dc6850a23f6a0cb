"""The same game once more, after one between two: with the same seats, or with the other one beginning."""

from msgspec.structs import replace

from core.base.game import Refused, refuse_if
from core.base.message import Message, message
from core.games.features.bots import bot_named
from core.people.persons import unmarked
from core.presence.other_houses import relayed_messages
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Luck, Order
from core.sessions.arrival.tables import Ask
from core.sessions.at_table.seat import Seat, TableRef
from core.sessions.others import invitations
from core.table import UNREVEALED

ALONE = message("You can do that only in a game between two people.")
NOT_OVER = message("This game is not over yet.")


def same(seat: Seat) -> Order:
    """What opens a table like this one; against the computer, at its usual level."""
    table = seat.view
    opponent = ""
    if len(table.players) > 1:
        bots = any(player.is_bot for player in table.players)
        opponent = "computer" if bots else "hotseat" if len(seat.seats) > 1 else "person"
    names = table.names if opponent == "hotseat" else ()
    partners = tuple(unmarked(name) if isinstance(name, str) else "" for name in names)
    return Order(table.game, table.options, opponent, clock=table.clock, partners=partners, programs=table.programs)


def same_deal(seat: Seat) -> Order:
    """What deals the same solitaire again. Raises: Refused where the deal has no number, or for who looks on."""
    seat.acting()
    if seat.view.deal is None:
        raise Refused("This deal has no number, so it cannot be dealt again.")
    return replace(same(seat), deal=seat.view.deal)


def objection(seat: Seat) -> Message | None:
    """Why nothing is to be played again."""
    table = seat.view
    if len(table.players) != 2 or len(seat.seats) != 1:
        return ALONE
    outcome = table.outcome
    return None if outcome and (table.begun or outcome.reason == UNREVEALED) else NOT_OVER


async def rematch(seat: Seat, *, swaps: bool = False, luck: Luck = "", ask: Ask | None = None) -> TableRef:
    """Open the same again with the other one, who is asked to it, or join them where they were quicker.

    Luck is given, or asked for, as at any table.

    Raises: Refused, JournalError.
    """
    refuse_if(objection(seat))
    session, number = seat.session, 1 - seat.seats[0] if swaps else seat.seats[0]
    other, order = seat.live.table.chairs[1 - seat.seats[0]], replace(same(seat), luck=luck)
    if other.bot:
        order = replace(order, level=bot_named(order.game, other.bot).level)
        return await tables.open_table(session, order, seat=number, ask=ask)
    asked = [one for one in session.service.invitations.of(session.visitor.id) if one.after == seat.id]
    if asked:  # Their table is the one, unless the seats there are not what is wanted.
        session.service.invitations.drop(session.visitor.id, asked[-1])
        async with session.service.table(asked[-1].table, attended=False) as live:
            is_free = not live.table.chairs[number].person
        if is_free or not swaps:
            return await tables.join(session, asked[-1].table, luck, ask)
        await tables.turn_down(session, asked[-1].table)
    there = session.service.presence.of(other.person)
    if not there:
        raise Refused("{name} is not here now.", name=session.service.directory.shown_name(other.person))
    said = relayed_messages.SWAPS if swaps else relayed_messages.AGAIN
    return await invitations.ask_to_table(session, there[-1], order, said=said, after=seat.id, seat=number, ask=ask)
