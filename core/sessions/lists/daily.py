"""The deals of the day: what they are, whether the person has played them, and how everybody fared."""

from collections.abc import Sequence
from datetime import date

from core.base.game import Game, Options, Refused, check_options, kind_of
from core.base.message import Message
from core.games import GAMES, NUMBERED
from core.games.deals.daily import deal_of
from core.projections import daily_standings
from core.projections.daily_standings import Standings
from core.sessions.arrival.orders import Order
from core.sessions.at_table import fairness
from core.sessions.lists import table_lists
from core.sessions.session import Session


def today(session: Session) -> date:
    """The day on which it is now, in UTC."""
    return session.service.dailies.today


def wanted(game: Game, options: Options) -> str:
    """By what name the game goes that is to be played, for which the deals of the day are drawn. Raises: Refused."""
    return kind_of(game.name, check_options(game, options))


async def deal_on(session: Session, kind: str, day: date) -> int:
    """The number of a deal of a day that has begun. Raises: Refused for another; JournalError."""
    return deal_of(kind, day, await session.service.dailies.day(day))


async def daily_begun(session: Session, order: Order) -> tuple[str, bool] | None:
    """The person's game of today's deal and whether it is over, of which only the first counts; None without one.

    Raises: Refused, JournalError.
    """
    await table_lists.wait_for_own(session)
    if not (own := await session.found()):
        return None
    kind = wanted(GAMES[order.game], order.options)
    day = today(session)
    entry = await session.service.views.daily_of(kind, day, await deal_on(session, kind, day), own)
    return None if entry is None else (entry.table, entry.is_over)


def check_day(session: Session, day: date) -> date:
    """That day. Raises Refused for one that is to come: nobody may know its deals."""
    if day > today(session):
        raise Refused("Type a day until today, such as {today}", today=today(session).isoformat())
    return day


async def standings(session: Session, game: Game, options: Options, day: date) -> Standings:
    """How those fared who have played a deal of a day. Raises: Refused, JournalError."""
    check_day(session, day)
    if not game.numbered:
        raise Refused("{game} has no daily deal; choose one of: {names}.", game=game.title, names=NUMBERED)
    await table_lists.wait_for_own(session)
    return await daily_standings.standings(session.service, wanted(game, options), day)


async def overview(session: Session, day: date) -> Sequence[Message]:
    """How many have played each deal of a day, a message for each line. Raises: Refused, JournalError."""
    check_day(session, day)
    await table_lists.wait_for_own(session)
    *lines, last = await daily_standings.overview(session.service, NUMBERED, day)
    sealed = await session.service.dailies.day(day)
    return (*lines, *(fairness.sealed_until(sealed) if sealed else ()), last)
