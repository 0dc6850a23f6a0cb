"""When a game is over: what it came to, and the result of a daily deal to paste."""

from __future__ import annotations

from core.base.game import Refused, kind_of
from core.base.message import Message, counted, message
from core.games.deals.daily import one_line, streaks
from core.replay import recorded_games
from core.replay.game_summary import daily_result, summary
from core.sessions.lists import wait_for_own
from core.sessions.table_access import recall
from core.sessions.tables import today
from core.table import Table
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.table.at_table import AtTable
from journal.threads import Threads

_THREADS = Threads("summaries", 1)
NOT_OVER = message("The game goes on: that is for games that are over.")


async def show_summary(at: AtTable, rest: str) -> Destination | None:
    """What the game came to, and which moves mattered."""
    table = await _whole(at)
    recording = await recall(at.visit.session, at.id)
    told = await _THREADS.run(summary, recording, table)  # It goes through the whole game.
    daily = await _daily(at, table)
    lines = [at.visit.words.say(line, recording.names) for line in (*told, *daily)]
    await at.visit.read_column(lines)
    return None


async def show_result(at: AtTable, rest: str) -> Destination | None:
    """The result of a daily deal, in one line to paste."""
    told = await _daily(at, await _whole(at))
    if not told:
        raise Refused("This was no daily deal: type summary for how it went.")
    await at.visit.read("\n".join(at.text(line) for line in told))
    return None


def unless_over(at: AtTable) -> Message | None:
    """Why there is nothing to sum up."""
    return None if at.table.outcome else NOT_OVER


async def _whole(at: AtTable) -> Table:
    return await at.live.service.fold_again(at.id, at.live.table.seq)


async def _daily(at: AtTable, table: Table) -> tuple[Message, ...]:
    """The result, decided again from the journal, and the streak of the person who played it."""
    result = daily_result(table)
    if result is None:
        return ()
    await recorded_games.prove(at.visit.session.service.journal, at.id)
    told: tuple[Message, ...] = (one_line(result),)
    if at.seat is None:
        return told
    await wait_for_own(at.visit.session)
    won = await at.visit.session.service.views.days_won(
        kind_of(table.game.name, table.setup.options), table.chairs[0].person
    )
    found = streaks(won, today(at.visit.session))
    days = counted("{n} day", "{n} days", found.now)
    best = counted("{n} day", "{n} days", found.best)
    return (*told, message("Won in a row: {days}; the longest streak: {best}.", days=days, best=best))


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
