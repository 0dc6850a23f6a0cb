"""A person's own unfinished games: those where it is their turn first, and the way back to each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.base.game import Refused
from core.base.message import Message, message
from core.projections import GameSummary
from core.sessions import lessons, resumption
from core.sessions.lessons import LessonRef
from core.sessions.lists import wait_for_own
from core.sessions.orders import Query
from frontends.visit.action import Action
from frontends.visit.destination import Destination, ToLesson, ToLobby
from frontends.visit.lesson import lesson_list
from frontends.visit.others import invitations
from frontends.visit.room import Room
from frontends.visit.text import table_list
from frontends.visit.text.orders import read_number
from frontends.visit.visit import Visit

MOST = 9
"""Games that are listed."""
READ = 50
"""Tables among which they are looked for."""
NONE = message("You have no unfinished games: type new mille to begin one.")


async def unfinished(visit: Visit) -> tuple[GameSummary, ...]:
    """The games that the person may go on with, in the order in which they are numbered. Raises: JournalError.

    Practice games are not among them: `list mine` has all there is.
    """
    await wait_for_own(visit.session)
    person = await visit.session.found()
    if not person:
        return ()
    page = await visit.session.service.views.games_of(person, limit=READ)
    return tuple(one for one in page.items if not one.damage and not one.is_practice)


async def show(visit: Visit, known: Collection[str] = ()) -> bool:
    """List them and the lessons that were begun, numbered, what `go` counts from then on, and what one is invited to.

    `known` are the ids of those that the person sees listed already. Returns: whether there is anything else.
    Raises: JournalError.
    """
    found = tuple(one for one in await unfinished(visit) if one.id not in known)
    begun = await lessons.unfinished(visit.session)
    visit.numbered = *(one.id for one in found), *begun
    said = [*(await _listed(visit, found, begun) if visit.numbered else ()), *await invitations.offers(visit)]
    if said:
        await visit.read("\n".join(visit.words.say(line) for line in said))
    return bool(said)


async def _listed(visit: Visit, found: tuple[GameSummary, ...], begun: Sequence[LessonRef]) -> tuple[Message, ...]:
    own = await visit.session.found()
    shown = await table_list.listing_of(visit.session.service, Query(), own, found[:MOST], has_more=len(found) > MOST)
    lines = [message("Your games:"), *(_line(shown, number, one) for number, one in enumerate(shown.tables, 1))]
    lines += [
        message("{number}. {table}", number=number, table=lesson_list.described(one))
        for number, one in enumerate(begun, len(found) + 1)
    ]
    way = message("To go on with the first: go, with another: go and its number.")
    more = [message("There are more: list mine")] if shown.has_more else []
    return *lines, way, *more


def _line(shown: table_list.Listing, number: int, table: GameSummary) -> Message:
    return message("{number}. {table}", number=number, table=table_list.described(shown, table))


async def games(room: Room, rest: str) -> Destination | None:
    """The list."""
    if not await show(room.visit):
        room.visit.say(NONE)
    return None


async def go(room: Room, rest: str) -> Destination | None:
    """To the first of them that one is not at already, or to the one of a number."""
    visit = room.visit
    here = room.here
    numbered = visit.numbered if rest else ()
    numbered = numbered or (*(one.id for one in await unfinished(visit)), *await lessons.unfinished(visit.session))
    if not rest:
        seated_at = here.id if here and here.held.seats else ""
        numbered = tuple(one for one in numbered if one != seated_at)
    if not numbered:
        raise Refused(NONE)
    number = read_number(rest or "1", len(numbered))
    if number is None:
        raise Refused("Type go and a number from 1 to {most}; games lists yours.", most=len(numbered))
    match numbered[number - 1]:
        case LessonRef() as part:
            lessons.begin(visit.session)
            return ToLesson(part, here or ToLobby())
        case id:
            return await resumption.resume(visit.session, id)


ACTIONS: tuple[Action[Room], ...] = (
    Action("go", go, message("to the first of your games, where it is your turn; go 2"), takes="[NUMBER]"),
    Action("games", games, message("your unfinished games, those where it is your turn first, and lessons")),
)
"""Of the lobby and the table."""
