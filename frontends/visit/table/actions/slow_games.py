"""Slow games: replies that are planned ahead, and vacations."""

from datetime import UTC, datetime

from core.base.message import Message, message
from core.correspondence.conditional_moves import ANY, PlanMade
from core.correspondence.vacations import Wishes
from core.sessions.at_table import correspondence
from frontends.visit.action import Action, Topic
from frontends.visit.room import Room
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_it_is_yours


async def plan(at: AtTable, rest: str) -> None:
    """Plan a reply, list those that are planned, or forget them."""
    if rest.lower() == "off":
        await correspondence.drop_plans(at.own)
        at.visit.say(message("Your plan is deleted."))
        return
    plans = await (correspondence.plan(at.own, rest) if rest else correspondence.plans(at.own))
    if not plans:
        at.visit.say(message("You have no plan for your next turn. To make one: if THEIRS then MINE"))
    else:
        await at.visit.read(*map(_shown, plans))


def _shown(plan: PlanMade) -> Message:
    if plan.when == ANY:
        return message("When it is your turn again, you play {move}.", move=plan.then)
    return message("If they play {theirs}, you play {move}.", theirs=plan.when, move=plan.then)


def _unless_for_two(at: AtTable) -> Message | None:
    """Why no reply can be planned here."""
    return while_it_is_yours(at) or (correspondence.ALONE if len(at.table.players) < 2 else None)


async def vacation(room: Room, rest: str) -> None:
    """Go on vacation, come back, or hear how much of it is left."""
    session = room.visit.session
    wishes = await (correspondence.take_vacation(session, rest) if rest else correspondence.wishes(session))
    room.visit.say(_told(wishes, session.service.now()))


def _told(wishes: Wishes, now: float) -> Message:
    left = max(0, wishes.days_left(now))
    under_way = wishes.vacation_at(now)
    if under_way is None:
        return message("You are not on vacation. You have {left} days left this year.", left=left)
    until = datetime.fromtimestamp(under_way.until, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return message(
        "You are on vacation until {until}: your clocks in slow games stand still. Days left this year: {left}.",
        until=until,
        left=left,
    )


PLAN: Action[AtTable] = Action(
    "if",
    plan,
    message("plan your next move: if roll then roll; if any then p"),
    topic=Topic.TIME,
    takes="THEIRS then MINE",
    has_own_words=True,
    unless=_unless_for_two,
)
VACATION: Action[Room] = Action(
    "vacation",
    vacation,
    message("stop your clocks in slow games: until DATE, N days, or off"),
    topic=Topic.TIME,
    takes="[N days]",
    has_own_words=True,
)
