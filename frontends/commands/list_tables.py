"""`parlour list`: a page of the tables, and those that a shell offers for completion."""

from contextlib import suppress
from pathlib import Path

import trio

from core.base.game import Refused
from core.sessions.arrival.order_words import find_game
from core.sessions.arrival.orders import Query
from core.sessions.at_table import lessons
from core.sessions.identity.visitor import Resident
from core.sessions.lists import table_lists
from core.sessions.parlour import Parlour
from frontends.commands.environment import command, misfits, open_house, own_words
from frontends.terminal.standard_streams import show
from frontends.visit.lesson import lesson_list
from frontends.visit.text import table_list
from journal import JournalError

PATIENCE = 2.0
"""Seconds for which a list waits until everything is in it."""


@command
async def list_tables(
    journal: str, views: Path | None, everything: bool, mine: bool, game: str, page: int
) -> int:  # fmt: skip
    """Print a page of the tables of the journal."""
    wanted = Query(page, game_named(game) if game else "", everything or mine, mine)
    async with open_house(journal, views, reading=True) as service:
        with trio.move_on_after(PATIENCE):
            await service.views.caught_up.wait()
        session = Parlour(service).at_home(Resident(service.directory, is_owner=True))
        found = await table_lists.find_tables(session, wanted)
        begun = await lessons.unfinished(session) if mine and page == 1 and not game else ()
        show(table_list.show(found, own_words(), "--page ", [lesson_list.described(one) for one in begun]))
    return 0


def complete_tables(journal: str) -> tuple[tuple[str, str], ...]:
    """The newest tables of a journal with what they are, for a shell's completion; none where it cannot be read."""

    async def work() -> tuple[tuple[str, str], ...]:
        async with open_house(journal, reading=True) as service:
            with trio.move_on_after(PATIENCE):
                await service.views.caught_up.wait()
            found = await table_lists.find_tables(Parlour(service).enter(), Query(everything=True))
            lines = (line.partition("\t") for line in table_list.completions(found, own_words()))
            return tuple((id, " ".join(what.split())) for id, _, what in lines)

    found: tuple[tuple[str, str], ...] = ()
    with suppress(Refused, JournalError, BaseExceptionGroup):
        found = trio.run(work)
    return found


def game_named(word: str) -> str:
    """The game that a word of the command line means. Raises: Misfit."""
    with misfits():
        return find_game(word)[0].name
