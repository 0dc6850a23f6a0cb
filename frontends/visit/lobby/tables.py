"""Lists of tables: those that can be joined or watched, and what somebody has played. In the lobby and at tables."""

from msgspec.structs import replace

from core.base.message import message
from core.projections import TableState
from core.sessions.arrival import order_words
from core.sessions.at_table import lessons
from core.sessions.lists import table_lists
from frontends.visit.action import Action, Topic
from frontends.visit.lesson import lesson_list
from frontends.visit.room import Room
from frontends.visit.text import table_list


async def show_list(room: Room, rest: str) -> None:
    """Tables, a page at a time."""
    visit = room.visit
    query = order_words.read_query(rest.split())
    found = await table_lists.find_tables(visit.session, query)
    room.listed = table_list.completions(found, visit.words)
    begun = await lessons.unfinished(visit.session) if query.mine and query.page == 1 and not query.game else ()
    await visit.read(table_list.show(found, visit.words, lessons=[lesson_list.described(one) for one in begun]))


async def history(room: Room, rest: str) -> None:
    """The games that the person, or somebody of a name, has finished; the last one first."""
    visit, words = room.visit, rest.split()
    is_other = bool(words) and not words[0].isdigit()
    query = order_words.read_query(["with", *words] if is_other else words)
    query = replace(query, mine=not query.player, everything=True)
    found = await table_lists.find_tables(visit.session, query, TableState.ENDED)
    room.listed = table_list.completions(found, visit.words)
    await visit.read(table_list.show(found, visit.words, command="history"))


LIST: Action[Room] = Action(
    "list",
    show_list,
    message("the tables; list mine, list mille, list with Anna"),
    topic=Topic.PEOPLE,
    takes="[GAME]",
    has_own_words=True,
    more=lambda _: ("all", "mine", "with"),
)
HISTORY: Action[Room] = Action(
    "history",
    history,
    message("finished games, yours or NAME's; replay ID shows one"),
    takes="[NAME]",
)
