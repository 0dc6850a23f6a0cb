"""The deals of the day: what they are, and how those fared who have played them."""

from __future__ import annotations

from datetime import date

from core.base.game import Refused
from core.base.message import message
from core.projections.daily_standings import overview, show, standings
from core.sessions.lists import wait_for_own
from core.sessions.tables import today, wanted
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.lobby.solitaire import names
from frontends.visit.room import Room
from frontends.visit.text.orders import find_game


async def daily(room: Room, rest: str) -> Destination | None:
    """The results of a deal of the day, or how many have played each."""
    visit, words = room.visit, rest.split()
    await wait_for_own(visit.session)
    day = _day(words.pop(), today(visit.session)) if words and words[-1][0].isdigit() else today(visit.session)
    if words:
        lines = show(await standings(visit.session.service, _kind(" ".join(words)), day))
    else:
        lines = await overview(visit.session.service, names(), day)
    await visit.read_column(visit.words.say(line) for line in lines)
    return None


def _day(word: str, latest: date) -> date:
    """A day as it was typed. Raises: Refused."""
    try:
        day = date.fromisoformat(word)
    except ValueError:
        day = date.max
    if day > latest:
        raise Refused("Type a day up to today, such as {today}.", today=latest.isoformat())
    return day


def _kind(word: str) -> str:
    """The solitaire whose deal is meant. Raises: Refused."""
    game, options = find_game(word)
    if not game.numbered:
        raise Refused("{game} has no deal of the day; these have one: {names}.", game=game.title, names=names())
    return wanted(game, options)


ROW: Action[Room] = Action(
    "daily",
    daily,
    message("the deals of the day, and who has played them how well"),
    takes="[GAME] [DAY]",
    more=lambda _: names(),
)
