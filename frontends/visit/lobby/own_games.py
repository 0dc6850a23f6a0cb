"""A person's own unfinished games: those where it is their turn first, and the way back to each."""

from collections.abc import Collection, Iterable, Sequence

from core.base.message import Message, message
from core.projections import GameSummary
from core.sessions.arrival import resumption
from core.sessions.arrival.order_words import read_any_number
from core.sessions.at_table import lessons
from core.sessions.at_table.lessons import LessonRef
from core.sessions.lists import table_lines, table_lists
from core.sessions.lists.missed_ends import missed_ends
from frontends.visit.action import Action, Topic, under
from frontends.visit.destination import Destination, ToLesson, ToLobby
from frontends.visit.everywhere import invitations
from frontends.visit.lesson import lesson_list
from frontends.visit.room import Room
from frontends.visit.visit import Visit

MOST = 9
"""Games that are listed."""


async def catch_up(visit: Visit, going: str = "") -> None:
    """Tell once which games ended while the person was away, but for the one at the table they go to. Raises:
    JournalError."""
    if said := await missed_ends(visit.session, going):
        await visit.read(*said)


async def show(visit: Visit, known: Collection[str] = ()) -> bool:
    """List them and the lessons that were begun, numbered, what `go` counts from then on, and what one is invited to.

    `known` are the ids of those that the person sees listed already. Returns: whether there is anything else.
    Raises: JournalError.
    """
    found = tuple(one for one in await table_lists.unfinished(visit.session) if one.id not in known)
    begun = await lessons.unfinished(visit.session)
    visit.numbered = *(one.id for one in found), *begun
    said = [*(await _listed(visit, found, begun) if visit.numbered else ()), *await invitations.offers(visit)]
    if said:
        await visit.read(*said)
    return bool(said)


async def _listed(visit: Visit, found: tuple[GameSummary, ...], begun: Sequence[LessonRef]) -> tuple[Message, ...]:
    shown = await table_lists.describe(visit.session, found[:MOST], has_more=len(found) > MOST)
    games = [table_lines.described(shown, one) for one in shown.tables]
    lines = [message("Your games:"), *_numbered(games, 1)]
    lines += _numbered(map(lesson_list.described, begun), len(found) + 1)
    way = message("To go on with the first: go. With another: go and its number.")
    more = [message("For more: list mine")] if shown.has_more else []
    return *lines, way, *more


def _numbered(lines: Iterable[Message], start: int) -> list[Message]:
    return [message("{number}. {table}", number=number, table=line) for number, line in enumerate(lines, start)]


async def games(room: Room, rest: str) -> None:
    """The list."""
    if not await show(room.visit):
        room.visit.say(table_lists.NO_GAMES)


async def go(room: Room, rest: str) -> Destination | None:
    """To the first of them that one is not at already, to the one of a number, or to a table by its id."""
    session = room.visit.session
    if rest and not rest.isdigit():
        return await resumption.resume(session, rest.lower())
    match await table_lists.choose(session, read_any_number(rest) if rest else None, room.visit.numbered):
        case LessonRef() as part:
            lessons.begin(session)
            return ToLesson(part, room.here or ToLobby())
        case id:
            return await resumption.resume(session, id)


ACTIONS: tuple[Action[Room], ...] = under(
    Topic.MOVES,
    Action(
        "go",
        go,
        message("to your first game; go 2: to your second; go ID"),
        takes="[NUMBER]",
    ),
    Action(
        "games",
        games,
        message("your unfinished games, your turn first, and lessons"),
    ),
)
"""Of the lobby and the table."""
