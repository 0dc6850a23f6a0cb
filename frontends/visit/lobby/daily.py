"""The deals of the day: what they are, and how those fared who have played them."""

from __future__ import annotations

from datetime import date

from core.base.message import message
from core.projections.daily_standings import show
from core.sessions.arrival.order_words import find_game
from core.sessions.lists.daily import check_day, kinds, overview, standings, today
from frontends.visit.action import Action
from frontends.visit.room import Room


async def daily(room: Room, rest: str) -> None:
    """The results of a deal of the day, or how many have played each."""
    session, words = room.visit.session, rest.split()
    has_day = bool(words) and words[-1][0].isdigit()
    day = check_day(session, _read_day(words.pop())) if has_day else today(session)
    if words:
        lines = show(await standings(session, *find_game(" ".join(words)), day))
    else:
        lines = await overview(session, day)
    await room.visit.read_column(*lines)


def _read_day(word: str) -> date:
    """A day as it was typed; one that never comes for what is none."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        return date.max


ROW: Action[Room] = Action(
    "daily",
    daily,
    message("the deals of the day, and who has played them how well"),
    takes="[GAME] [DAY]",
    more=lambda _: kinds(),
)
