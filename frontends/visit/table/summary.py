"""When a game is over: what it came to, and the result of a daily deal to paste."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, counted, message
from core.games.deals.daily import one_line
from core.sessions.lists import results
from core.sessions.lists.results import Daily
from frontends.visit.action import Action
from frontends.visit.table.at_table import AtTable


async def show_summary(at: AtTable, rest: str) -> None:
    """What the game came to, and which moves mattered."""
    found = await results.summary(at.own)
    lines = [*found.told, *(_lines(found.daily) if found.daily else ())]
    await at.visit.read_column(at.visit.words.say(line, found.names) for line in lines)


async def show_result(at: AtTable, rest: str) -> None:
    """The result of a daily deal, in one line to paste."""
    found = await results.daily(at.own)
    if found is None:
        raise Refused("This was no daily deal: type summary for how it went.")
    await at.visit.read("\n".join(at.text(line) for line in _lines(found)))


def unless_over(at: AtTable) -> Message | None:
    """Why there is nothing to sum up."""
    return None if at.table.outcome else results.NOT_OVER


def _lines(found: Daily) -> tuple[Message, ...]:
    """The result, and the streak of the person who played it."""
    if found.streaks is None:
        return (one_line(found.result),)
    days = counted("{n} day", "{n} days", found.streaks.now)
    best = counted("{n} day", "{n} days", found.streaks.best)
    return one_line(found.result), message("Won in a row: {days}; the longest streak: {best}.", days=days, best=best)


ACTIONS: tuple[Action[AtTable], ...] = (
    Action(
        "summary",
        show_summary,
        message("what the game came to, and the moves that mattered"),
        keys=("S",),
        unless=unless_over,
    ),
    Action("result", show_result, message("the result of a daily deal, to paste"), keys=("=",), unless=unless_over),
)
