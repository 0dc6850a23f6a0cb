"""Having somebody play at one's seat while one is away: the computer, or another person."""

from core.base.game import Refused
from core.base.message import message
from core.games.features.bots import BOTS, NORMAL, bot_of
from core.presence.roster import Kind, Notice
from core.sessions.at_table.seat import Seat
from core.sessions.limits import Limit
from core.sessions.others.company import check_hears, of_name
from core.table import AskStandIn


async def ask_for_computer(seat: Seat, level: str = NORMAL, *, after: int = 0, seen: int | None = None) -> None:
    """Ask the other player to let the computer play here, at once or after so many seconds without a move.

    Raises: Refused, MovedOn, JournalError, as all here do.
    """
    if seat.game.name not in BOTS:
        raise Refused("The computer does not play {game}.", game=seat.game.title)
    await seat.submit(AskStandIn(bot_of(seat.game.name, level).name, after), seen=seen)


async def ask_for_person(seat: Seat, name: str, *, after: int = 0, seen: int | None = None) -> None:
    """The same of a person who is here, or has registered and finds it when they come back."""
    await seat.submit(AskStandIn("", after, await _person(seat, name)), seen=seen)


async def _person(seat: Seat, name: str) -> str:
    """The id of who is asked."""
    session, service = seat.session, seat.session.service
    if not service.presence.named(name) and (holder := await service.directory.find_holder(name)):
        session.spend(Limit.TELLS)
        return holder
    other = of_name(service, name)
    if other.somebody is session:
        raise Refused("You already have your seat.")
    check_hears(other, Notice(Kind.INVITED, message(""), session.visitor.id, session.name))
    session.spend(Limit.TELLS)
    return await other.somebody.identify()
