"""Replies that are planned ahead, and vacations from slow games. All raise Refused, and JournalError."""

from core.base.game import Refused
from core.base.message import message
from core.correspondence.conditional_moves import PlanMade
from core.correspondence.vacations import Wishes
from core.live import automatic_play, unattended_games
from core.live.live_table import Actor
from core.sessions.at_table.play import check_owner
from core.sessions.at_table.seat import Seat
from core.sessions.limits import Limit
from core.sessions.session import Session

ALONE = message("Replies are planned in games for two.")


async def plan(seat: Seat, typed: str) -> tuple[PlanMade, ...]:
    """Plan a reply, such as "roll then roll". Returns: all that the player has planned for their next turn."""
    actor = _planner(seat)
    seat.session.spend(Limit.RECORDS)
    return await unattended_games.plan(actor, typed)


async def plans(seat: Seat) -> tuple[PlanMade, ...]:
    """What the player has planned for their next turn."""
    return await unattended_games.plans_of(_planner(seat))


async def drop_plans(seat: Seat) -> None:
    """Forget what the player has planned."""
    actor = _planner(seat)
    seat.session.spend(Limit.RECORDS)
    await unattended_games.drop_plans(actor)


def _planner(seat: Seat) -> Actor:
    """The seat for which plans are made."""
    check_owner(seat)
    if len(seat.view.players) < 2 or len(seat.seats) > 1:
        raise Refused(ALONE)
    return seat.acting()


async def wishes(session: Session) -> Wishes:
    """The person's vacations, and how they are reminded."""
    return await automatic_play.wishes_of(session.service, await session.identify())


async def take_vacation(session: Session, typed: str) -> Wishes:
    """Go on vacation, as in "until 2026-12-24" or "10 days", or come back by "off".

    It is written down at each of the person's correspondence games, too, so it costs as much as moves there.
    """
    person = await session.identify()
    session.spend(Limit.RECORDS)
    taken = await unattended_games.take_vacation(session.service, person, typed)
    tables = await session.service.views.slow_tables_of(person)
    session.allowance.charge(Limit.RECORDS, person, len(tables))
    return taken
