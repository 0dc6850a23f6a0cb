"""Who has played a deal of the day, and how it went: decided again from the journal, so that nobody can invent it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from core.base.message import SOMEBODY, Message, called, counted, message
from core.games.deals.daily import DailyResult, deal_of, how_it_went, rank
from core.projections.daily_games import Entry
from core.records import fold
from core.replay.game_summary import daily_result
from core.table import SealedDay
from journal import Damaged
from journal.blocking_threads import Threads

if TYPE_CHECKING:
    from core.house.service import Service

MOST = 20
"""Players of a deal who are listed; deciding a game again takes some milliseconds."""
_THREADS = Threads("standings", 1)


class Standings(Struct, frozen=True):
    """The first games of all who have played a deal of the day."""

    kind: str
    """The variant, or the game where it has none."""
    day: date
    deal: int
    results: tuple[tuple[str, DailyResult], ...]
    """Of the games that are over, the best first, each with its player's name."""
    playing: int
    """Who are not done yet."""
    unproved: int
    """Results that the records do not prove."""


async def standings(service: Service, kind: str, day: date) -> Standings:
    """Of a day that has begun. Raises: Refused for another; JournalError."""
    sealed = await service.dailies.day(day)
    deal = deal_of(kind, day, sealed)
    played = await service.views.dailies(kind, day, deal, MOST)
    names = await service.views.names_of(entry.person for entry in played)
    knew = await who_knew(service, kind, deal, sealed)
    over = [entry for entry in played if entry.is_over]
    results = [(names.get(entry.person, SOMEBODY), await _decided_again(service, entry), entry) for entry in over]
    proved = [
        (name, replace(result, was_known=entry.person in knew))
        for name, result, entry in results if result is not None
    ]  # fmt: skip
    best_first = tuple(sorted(proved, key=lambda one: rank(one[1])))
    return Standings(kind, day, deal, best_first, len(played) - len(over), len(over) - len(proved))


async def who_knew(service: Service, kind: str, deal: int, sealed: SealedDay | None) -> frozenset[str]:
    """The ids of those who had played the deal of a day before it began; nobody is named where all could know it."""
    if sealed is None:
        return frozenset()
    begins = datetime.combine(date.fromisoformat(sealed.day), time(), UTC)
    return await service.views.knew(kind, deal, begins.timestamp())


async def days_won(service: Service, kind: str, person: str) -> tuple[date, ...]:
    """The days on which a person won the deal that this house had. Raises: JournalError."""
    won = [(day, deal) for day, deal in await service.views.days_won(kind, person) if day <= service.dailies.today]
    numbers = await service.dailies.numbers(kind, [day for day, _ in won])
    return tuple(day for day, deal in won if deal == numbers[day])


async def _decided_again(service: Service, entry: Entry) -> DailyResult | None:
    """In a thread, because a whole game takes a while to decide; None for one that is damaged."""
    stream = fold.stream_of(entry.table)
    try:
        records = await service.journal.read(stream)
        return daily_result(await _THREADS.run(fold.verify, stream, records))
    except Damaged:
        return None


def show(found: Standings) -> Sequence[Message]:
    """The standings, a message for each line."""
    if not (found.results or found.playing or found.unproved):
        return (message("Nobody has played that deal yet. To be the first: new {name} daily", name=found.kind),)
    title = message(
        "{name}, deal {deal} of {day}:",
        name=found.kind, deal=found.deal, day=found.day.isoformat(),
    )  # fmt: skip
    lines = [
        message("{name}: {how}", name=called(name), how=how_it_went(result)) if result.by_computer
        else message("{place}. {name}: {how}", place=place, name=called(name), how=how_it_went(result))
        for place, (name, result) in enumerate(found.results, 1)
    ]  # fmt: skip
    if found.playing:
        lines.append(counted("{n} is still playing.", "{n} are still playing.", found.playing))
    if found.unproved:
        lines.append(counted("{n} result cannot be proved.", "{n} results cannot be proved.", found.unproved))
    return (title, *lines)


async def overview(service: Service, kinds: Sequence[str], day: date) -> Sequence[Message]:
    """How many have played each deal of a day that has begun, a message for each line.

    Raises: Refused for another; JournalError.
    """
    sealed = await service.dailies.day(day)
    lines = [message("The deals of {day}:", day=day.isoformat())]
    for kind in kinds:
        deal = deal_of(kind, day, sealed)
        count = len(await service.views.dailies(kind, day, deal, MOST))
        players = (
            message("{most} players or more", most=MOST) if count == MOST
            else counted("{n} player", "{n} players", count)
        )  # fmt: skip
        lines.append(message("{name}, deal {deal}: {players}", name=kind, deal=deal, players=players))
    return (*lines, message("To play one: new signora daily. Its results: daily signora."))
