"""Lists: tables, a page at a time, and what a person may go on with. They are made a moment after the fact.

All raise JournalError.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import TypeAlias

import trio
from msgspec import Struct

from core.base.game import EVERYONE, Refused
from core.base.message import SOMEBODY, message
from core.games import GAMES
from core.house.service import Service
from core.projections import GameSummary, TableState
from core.replay.game_summary import title_of
from core.sessions.arrival.order_words import NO_PAGE
from core.sessions.arrival.orders import MOST_PAGES, Query
from core.sessions.at_table import lessons
from core.sessions.at_table.lessons import LessonRef
from core.sessions.session import Session

PATIENCE = 1.0
"""Seconds for which a list waits for what the person has just done to be in it."""
LATE = 0.2
"""Seconds for which it waits for what others have opened in this house."""
PAGE = 20
"""Tables on a page."""
READ = 50
"""Unfinished tables of a person that are looked at."""
MOST_SOLITAIRES = 9
NO_GAMES = message("You have no unfinished games. To start one: new mille")
_NOT_OVER = (TableState.WAITING, TableState.RUNNING, TableState.DAMAGED)
_ALL_NOW = Query()
Unfinished: TypeAlias = str | LessonRef
"""What somebody may go on with: a table, by its id, or a part of a lesson."""


async def wait_for_own(session: Session) -> None:
    """Have what the person did last in the lists, if that does not take too long."""
    last = (session.at.id, session.at.seq) if session.at is not None else session.left
    if last:
        with trio.move_on_after(PATIENCE):
            await session.service.views.wait_for(*last)


async def wait_for_newest(session: Session) -> None:
    """Have in the lists what was opened in this house until now, and others may have told, if that comes soon."""
    service = session.service
    if (newest := service.newest) and not service.views.is_behind:
        with trio.move_on_after(LATE):
            await service.views.wait_for(newest, 1)
        if service.newest == newest:
            service.newest = ""


async def wait_for_all(session: Session) -> None:
    """Have the lists brought up to date in a house that was opened just now, if that does not take too long."""
    with trio.move_on_after(PATIENCE):
        await session.service.views.caught_up.wait()


# A person's own games.


class Solitaire(Struct, frozen=True):
    """How far a solitaire has come."""

    id: str
    title: str
    deal: int
    cards_home: int
    moves: int
    elapsed: float
    """Seconds of play."""
    at: float
    """When it was played last, in seconds since the epoch."""


async def unfinished(session: Session, *, waits: bool = True) -> tuple[GameSummary, ...]:
    """The games that the person may go on with, those where it is their turn first.

    Practice games are not among them: a list of all of the person's own has them. `waits` is whether that includes what
    the person did last, if that does not take too long.
    """
    if waits:
        await wait_for_own(session)
    person = await session.found()
    found = await session.service.views.games_of(person, READ) if person else ()
    return tuple(one for one in found if not one.damage and not one.is_practice)


async def last_played(session: Session) -> str | None:
    """The id of the game that the person may go on with and played last; None where there is none under way."""
    await wait_for_all(session)
    under_way = [one for one in await unfinished(session) if one.state is TableState.RUNNING]
    return max(under_way, key=lambda one: one.at).id if under_way else None


async def to_go_on_with(session: Session) -> tuple[Unfinished, ...]:
    """Those games, then the lessons that were begun."""
    return (*(one.id for one in await unfinished(session)), *await lessons.unfinished(session))


async def choose(session: Session, number: int | None = None, listed: Sequence[Unfinished] = ()) -> Unfinished:
    """The one of a number, counted from 1, among those that were `listed`; else the first where one is not already.

    Raises: Refused.
    """
    choices = tuple(listed) if number is not None and listed else await to_go_on_with(session)
    if number is None:
        here = session.at.id if session.at is not None and session.at.held.seats else ""
        choices = tuple(one for one in choices if one != here)
    if not choices:
        raise Refused(NO_GAMES)
    number = 1 if number is None else number
    if not 1 <= number <= len(choices):
        raise Refused("Type go and a number from 1 to {most}; to list your games: games", most=len(choices))
    return choices[number - 1]


async def solitaires(session: Session, *, waits: bool = True) -> tuple[GameSummary, ...]:
    """The solitaires that the person has not finished, the last one played first; `waits` is as for `unfinished`."""
    own = [one for one in await unfinished(session, waits=waits) if one.game in GAMES and GAMES[one.game].numbered]
    return tuple(sorted(own, key=lambda one: -one.at)[:MOST_SOLITAIRES])


def choose_solitaire(games: Sequence[GameSummary], number: int) -> GameSummary:
    """The one of a number, counted from 1. Raises: Refused."""
    if not games:
        raise Refused("You have no unfinished solitaire. To start one: solitaire")
    if not 1 <= number <= len(games):
        raise Refused("Type solitaire and a number from 1 to {most}.", most=len(games))
    return games[number - 1]


async def look_at(session: Session, one: GameSummary) -> Solitaire:
    """How far a solitaire had come when it was listed. Raises: Damaged."""
    table = await session.service.fold_again(one.id, one.seq)
    score = table.game.view(table.state, EVERYONE).score if table.begun else 0
    return Solitaire(
        one.id, title_of(table), table.setup.deal or 0, score, table.now.plays, table.elapsed, table.at
    )  # fmt: skip


# Tables.


class Listing(Struct, frozen=True):
    """A page of tables."""

    query: Query
    tables: tuple[GameSummary, ...]
    has_more: bool
    names: Mapping[str, str]
    """By the ids of persons."""
    person: str
    """The id of the person who asks; empty for nobody the journal knows."""
    is_behind: bool
    """Whether there may be tables that the lists do not know yet."""
    away: frozenset[tuple[str, str]] = frozenset()
    """Tables with the ids of players who were there in this house, and went."""
    now: float = 0.0
    """When it was asked for, in seconds since the epoch."""


async def find_tables(session: Session, query: Query, state: TableState | None = None) -> Listing:
    """The page that was asked for, of tables in one state if one is given. Raises: Refused for a name nobody has."""
    if not 1 <= query.page <= MOST_PAGES:
        raise Refused(NO_PAGE)
    await wait_for_own(session)
    await wait_for_newest(session)
    person = await session.found()
    first = (query.page - 1) * PAGE
    found: list[GameSummary] = []
    number = 0
    async with aclosing(_tables(session.service, query, person, state)) as tables:
        async for table in tables:
            if number >= first:
                found.append(table)
            number += 1
            if len(found) > PAGE:
                break
    return await describe(session, tuple(found[:PAGE]), query, has_more=len(found) > PAGE)


async def describe(
    session: Session, shown: tuple[GameSummary, ...], query: Query = _ALL_NOW, *, has_more: bool = False
) -> Listing:
    """Some tables with all that is said of them."""
    service, person = session.service, await session.found()
    at_tables = ((table.id, seat.holder.person) for table in shown for seat in table.seats)
    away = frozenset(one for one in at_tables if service.presence.is_gone(*one))
    names, is_behind = await _names(service, shown), service.views.is_behind
    return Listing(query, shown, has_more, names, person, is_behind, away, service.now())


async def _tables(
    service: Service, query: Query, person: str, only: TableState | None
) -> AsyncGenerator[GameSummary, None]:
    """The tables in the order in which they are listed: those that can be joined first, then those in play.

    Of those that can be joined first come those at which somebody waits now, who waits longest first: however many
    tables are opened and left, they do not push out of the list who sits there.
    """
    states = (only,) if only is not None or query.everything else _NOT_OVER
    shown = set[str]()
    if TableState.WAITING in states and not query.mine and not query.player:
        for id in _with_somebody(service, query.game):
            if (table := await service.views.table(id)) is not None and table.state is TableState.WAITING:
                shown.add(id)
                yield table
    for one in await _whose(service, query, person):
        for state in states:
            async with aclosing(service.views.walk(state, query.game or None, one, PAGE + 1)) as walk:
                async for table in walk:
                    # Nobody looks for practice that the house has closed, as it does with the scenes of lessons.
                    is_closed = table.outcome is not None and table.outcome.reason == "closed"
                    if table.id not in shown and not (is_closed and table.is_practice):
                        shown.add(table.id)
                        yield table


def _with_somebody(service: Service, game: str) -> list[str]:
    """Tables where a player is now in this house, and whose game has not begun."""
    waiting: dict[str, float] = {}
    for one in service.presence.everybody():
        live = service.in_play(one.table) if one.seats else None
        if live is not None and not live.table.begun and game in ("", live.table.game.name):
            waiting[one.table] = live.table.opened_at
    return sorted(waiting, key=waiting.__getitem__)


async def _whose(service: Service, query: Query, person: str) -> tuple[str | None, ...]:
    """Whose tables are wanted, by id; None is everybody's. Raises: Refused for a name that nobody has."""
    if query.mine:
        return (person,) if person else ()
    if not query.player:
        return (None,)
    here = [one.person for one in service.presence.named(query.player) if one.person]
    holder = await service.directory.find_holder(query.player)
    if not here and holder is None:
        raise Refused("Nobody here is called {name}. To see who is here: who", name=query.player)
    return tuple(dict.fromkeys([*here, *filter(None, [holder])]))


async def _names(service: Service, tables: Sequence[GameSummary]) -> Mapping[str, str]:
    """What the persons at some tables are called.

    Whom this process knows is called as it knows them, because lists are made a moment after the fact; nobody is read
    from the journal whom the lists know.
    """
    ids = {id for table in tables for seat in table.seats for id in (seat.person, seat.stand_in.person) if id}
    names = await service.views.names_of(tuple(sorted(ids)))  # So that a crowd asks the same.
    await service.directory.learn(ids - set(names))
    known = {id: service.directory.shown_name(id) for id in ids}
    return {id: names.get(id, name) if name == SOMEBODY else name for id, name in known.items()}
