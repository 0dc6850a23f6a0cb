"""The same game once more, after one between two: with the same seats, or with the other one beginning."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.games.features.bots import bot_named
from core.presence.other_houses import relayed_messages
from core.sessions import tables
from core.sessions.orders import Order
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.others import invitations
from frontends.visit.table import arrival
from frontends.visit.table.actions import play
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import only_players
from frontends.visit.text import wording
from frontends.visit.visit import Visit


async def rematch(at: AtTable, rest: str) -> Destination | None:
    """The same game with the same opponent."""
    return await _again(at, swaps=False)


async def swap(at: AtTable, rest: str) -> Destination | None:
    """The same, but the other one has the first seat."""
    return await _again(at, swaps=True)


async def _again(at: AtTable, *, swaps: bool) -> Destination | None:
    visit, own = at.visit, at.seats[0]
    chair = at.live.table.chairs[1 - own]
    seat = 1 - own if swaps else own
    if chair.bot:
        return await arrival.open_table(visit, _order(at), seat=seat)
    asked = [one for one in visit.session.service.invitations.of(visit.session.visitor.id) if one.after == at.id]
    if asked:  # The other was quicker: their table is the one, unless the seats there are not what is wanted.
        visit.session.service.invitations.drop(visit.session.visitor.id, asked[-1])
        if not swaps or await _is_free(visit, asked[-1].table, seat):
            return await tables.join(visit.session, asked[-1].table, "")
        await tables.turn_down(visit.session, asked[-1].table)
    there = visit.session.service.presence.of(chair.person)
    if not there:
        raise Refused("{name} is not in the house now.", name=visit.session.service.directory.shown_name(chair.person))
    said = relayed_messages.SWAPS if swaps else relayed_messages.AGAIN
    return await invitations.ask_to_table(visit, there[-1], _order(at), said=said, after=at.id, seat=seat)


async def _is_free(visit: Visit, id: str, seat: int) -> bool:
    """Whether this is the seat that is still to be taken at a table."""
    async with visit.session.service.table(id, attended=False) as live:
        return not live.table.chairs[seat].person


def _order(at: AtTable) -> Order:
    order = play.same(at)
    bots = [chair.bot for chair in at.live.table.chairs if chair.bot]
    return order if not bots else play.at_level(order, bot_named(at.game.name, bots[0]).level)


def unless_over(at: AtTable) -> Message | None:
    """Why there is nothing to play again."""
    if only_players(at) is not None or len(at.table.players) != 2 or len(at.seats) != 1:
        return message("That is for games between two who sit at keyboards of their own.")
    if not at.table.begun:
        return at.over if at.table.outcome else wording.NOT_BEGUN
    return None if at.table.outcome else message("This game is not over yet.")


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("rematch", rematch, message("the same game again"), keys=("R",), unless=unless_over),
    Action("swap", swap, message("the same again, and the other begins"), unless=unless_over),
)
