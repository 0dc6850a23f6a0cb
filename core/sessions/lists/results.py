"""What came of a game that is over: its summary, and the result of a daily deal. All raise Refused and JournalError."""

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused, kind_of
from core.base.message import Message, Name, message
from core.games.deals.daily import DailyResult, Streaks, streaks
from core.projections import daily_standings
from core.replay import game_summary, proof
from core.sessions.arrival.table_access import recall
from core.sessions.at_table.seat import Seat
from core.sessions.lists.daily import today
from core.sessions.lists.table_lists import wait_for_own
from core.table import Table
from journal.blocking_threads import Threads

_THREADS = Threads("summaries", 1)
NOT_OVER = message("The game is not over yet.")


class Daily(Struct, frozen=True):
    """What came of a daily deal."""

    result: DailyResult
    streaks: Streaks | None
    """Of the person who played it; None for those who look on."""


class Summary(Struct, frozen=True):
    """What a game came to, and which moves mattered."""

    told: tuple[Message, ...]
    names: tuple[Name, ...]
    """The players' names by seat, with which it is to be said."""
    daily: Daily | None


async def summary(seat: Seat) -> Summary:
    """What a game came to. Raises: Refused while it goes on, and after too many replays."""
    table = await _whole(seat)
    recording = await recall(seat.session, seat.id)
    told = await _THREADS.run(game_summary.summary, recording, table)  # It goes through the whole game.
    return Summary(told, recording.names, await daily(seat, table))


async def _whole(seat: Seat) -> Table:
    if seat.view.outcome is None:
        raise Refused(NOT_OVER)
    return await seat.session.service.fold_again(seat.id, seat.seq)


async def daily(seat: Seat, whole: Table | None = None) -> Daily | None:
    """What came of a daily deal, decided again from the journal; None of any other. Raises: Refused while it goes on.

    `whole` is its table with all of its past, if that is at hand.
    """
    table = whole or await _whole(seat)
    result = game_summary.daily_result(table)
    if result is None:
        return None
    session, kind = seat.session, kind_of(table.game.name, table.setup.options)
    service, person = session.service, table.chairs[0].person
    if result.deal != (await service.dailies.numbers(kind, [result.day]))[result.day]:
        return None  # A deal of that day in another house, or what would be the deal of the day at home.
    await proof.prove(service.journal, seat.id)
    if person in await daily_standings.who_knew(service, kind, result.deal, table.setup.daily):
        result = replace(result, was_known=True)
    if not seat.seats:
        return Daily(result, None)
    await wait_for_own(session)
    return Daily(result, streaks(await daily_standings.days_won(service, kind, person), today(session)))
