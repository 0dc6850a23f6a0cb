"""A home for solitaire players: the games one has not finished, how to begin another, and the deals of the day."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from core.base.durations import span
from core.base.message import Message, counted, message
from core.games import NUMBERED
from core.projections import GameSummary
from core.projections.daily_standings import show
from core.sessions.arrival import resumption
from core.sessions.arrival.order_words import find_game, read_any_number
from core.sessions.lists import table_lists
from core.sessions.lists.daily import check_day, overview, standings, today
from frontends.visit.action import Action, Topic
from frontends.visit.destination import Destination
from frontends.visit.room import Room
from frontends.visit.visit import Visit

NEW = (
    message("For a new one type: new signora"),
    message("By its number: new signora deal=12345"),
    message("One that can be won: new signora winnable"),
    message("The deal of the day, the same for everybody: new signora daily"),
    message("Easy, fair or hard: new signora grade=easy"),
)
DAYS = (
    message("Monday"), message("Tuesday"), message("Wednesday"), message("Thursday"), message("Friday"),
    message("Saturday"), message("Sunday"),
)  # fmt: skip
NAMES = message("Instead of signora: {names}.")


async def solitaire(room: Room, rest: str) -> Destination | None:
    """List the person's unfinished solitaires, or go on with one of them."""
    visit = room.visit
    games = await table_lists.solitaires(visit.session)
    if rest:
        return await resumption.go_on(visit.session, table_lists.choose_solitaire(games, read_any_number(rest)).id)
    listed = [await _line(visit, number, one) for number, one in enumerate(games, 1)]
    await visit.read_column(*listed, _way_on(games), *NEW, NAMES.filled(names=NUMBERED))
    return None


async def offer(visit: Visit) -> None:
    """Say to somebody who comes in which solitaire they left."""
    if games := await table_lists.solitaires(visit.session, waits=False):
        last = await table_lists.look_at(visit.session, games[0])
        said = message(
            "Go on with your {title} from {day}? Type solitaire 1.", title=last.title, day=_day(visit, last.at)
        )
        visit.write(said)


def _day(visit: Visit, at: float) -> Message | str:
    """The day of the week on which it was played last; before that, the date."""
    day = datetime.fromtimestamp(at, UTC).date()
    return DAYS[day.weekday()] if (today(visit.session) - day).days < len(DAYS) else day.isoformat()


async def _line(visit: Visit, number: int, one: GameSummary) -> Message:
    found = await table_lists.look_at(visit.session, one)
    return message(
        "{number}. {title}, deal {deal}: {score}, {moves}, {time}, last played {day}",
        number=number, title=found.title, deal=found.deal,
        score=counted("{n} card home", "{n} cards home", found.cards_home),
        moves=counted("{n} move", "{n} moves", found.moves), time=span(found.elapsed),
        day=datetime.fromtimestamp(found.at, UTC).date().isoformat(),
    )  # fmt: skip


def _way_on(games: Sequence[GameSummary]) -> Message:
    return message("To go on with the first: solitaire 1") if games else message("You have no unfinished solitaire.")


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


DAILY: Action[Room] = Action(
    "daily",
    daily,
    message("the deals of the day, and who played them how well"),
    topic=Topic.MOVES,
    takes="[GAME] [DAY]",
    has_own_words=True,
    more=lambda _: NUMBERED,
)
