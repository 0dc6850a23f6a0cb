"""The read models as the service holds them: questions that are awaited, and a task that keeps them up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import trio

from core.base.message import Message
from core.projections import catalogue_queries, daily_games, duels, ladder, ratings, statistics, tournaments, turns
from core.projections.catalogue import CATALOGUE
from core.projections.catalogue_queries import PAGE
from core.projections.daily_games import DAILIES
from core.projections.duels import DUELS
from core.projections.engine.answers import Answers
from core.projections.engine.fold import InPlay
from core.projections.engine.opening import open_in_memory, open_store, throw_away
from core.projections.engine.projection import Projection, Tables
from core.projections.engine.projector import KIND, Projector
from core.projections.engine.store import READERS, Store
from core.projections.ratings import RATINGS
from core.projections.results import RESULTS
from core.projections.table_summaries import GameSummary, TableState
from core.projections.tournaments import TOURNAMENTS
from core.projections.turns import TURNS
from core.projections.unclosed_books import BOOKS, unclosed_books
from core.table.what_counts import Pool
from journal import Journal, JournalError, Sentence
from journal.blocking_threads import Threads
from journal.follow.cursors import background_task

P = ParamSpec("P")
T = TypeVar("T")


def _asked(
    projection: Projection, query: Callable[Concatenate[Tables, P], T]
) -> Callable[Concatenate[Views, P], Coroutine[Any, Any, T]]:
    """A method of `Views` that asks a projection."""

    async def ask(views: Views, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = query, args, tuple(kwargs.items())
        return await views.ask(projection.name, lambda tables: query(tables, *args, **kwargs), key)

    return ask


class Views:
    """The lists and statistics of a journal. Made by `open_views`.

    Every question is answered from the last transaction, costs what it answers however large the journal is, and waits
    for no batch. All raise JournalError, a sentence, when the file of the lists fails.
    """

    def __init__(self, projector: Projector, notices: tuple[Sentence, ...]) -> None:
        self._projector, self._notices = projector, notices
        # One for each connection that may read at a time.
        self._threads = Threads("lists", READERS)
        self._answers = Answers()

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """What the operator should know, in sentences; nearly always none."""
        return (*self._notices, *self._projector.notices)

    @property
    def caught_up(self) -> trio.Event:
        """Set once everything is in the lists that was in the journal when they were opened.

        Also set when they cannot be brought up to date any more, which is said in `notices`.
        """
        return self._projector.caught_up

    @property
    def is_behind(self) -> bool:
        """Whether the lists are still being brought up to date."""
        return not self._projector.caught_up.is_set()

    @property
    def moved(self) -> trio.Event:
        """Set when something more has been put into the lists; then there is another one."""
        return self._projector.moved

    @property
    def reached_at(self) -> float:
        """The time of the last record that was put into the lists by this process, in seconds since the epoch.

        0.0 before there is one.
        """
        return self._projector.reached_at

    async def wait_for(self, id: str, seq: int) -> None:
        """Return once record `seq` of a table is in the lists, or the table is known to be damaged."""
        while True:
            moved = self._projector.moved
            found = await self.table(id)
            if self._projector.is_stopped or (found and (found.seq >= seq or found.damage)):
                return
            await moved.wait()

    async def settle(self) -> None:
        """Return once everything is in the lists that is in the journal now. Raises: JournalError."""
        await self._projector.settle()

    async def show_statistics(self, person: str, name: str) -> tuple[Message, ...]:
        """The statistics of a person, who is called `name`, a message for each line of at most 80 columns."""
        rated, by_bots = await self.ratings_of([person]), await self.ratings_of([person], Pool.PROGRAMS)
        found = await self.statistics_of(person)
        return statistics.show(found, name, rated.get(person, {}), by_bots.get(person, {}))

    async def walk(
        self, state: TableState | None = None, game: str | None = None, person: str | None = None, limit: int = PAGE
    ) -> AsyncGenerator[GameSummary, None]:
        """Such tables, each once, from all pages."""
        after: int | None = None
        while True:
            page = await self.tables(state, game, person, after=after, limit=limit)
            for one in page.items:
                yield one
            if page.next is None:
                return
            after = page.next

    # The questions. What is answered, and what may be given, is said where each query is defined.

    table = _asked(CATALOGUE, catalogue_queries.table)
    tables = _asked(CATALOGUE, catalogue_queries.tables)
    games_of = _asked(CATALOGUE, catalogue_queries.games_of)
    ended_last = _asked(CATALOGUE, catalogue_queries.ended_last)
    invited_to = _asked(CATALOGUE, catalogue_queries.invited_to)
    persons_called = _asked(CATALOGUE, catalogue_queries.persons_called)
    names_of = _asked(CATALOGUE, catalogue_queries.names_of)
    owners_of = _asked(CATALOGUE, catalogue_queries.owners_of)
    talked_at = _asked(CATALOGUE, catalogue_queries.talked_at)
    damaged = _asked(CATALOGUE, catalogue_queries.damaged)
    statistics_of = _asked(RESULTS, statistics.tallies)
    ratings_of = _asked(RATINGS, ratings.ratings_of)
    best = _asked(RATINGS, ratings.best)
    ladder = _asked(RATINGS, ladder.rungs)
    dailies = _asked(DAILIES, daily_games.dailies)
    daily_of = _asked(DAILIES, daily_games.daily_of)
    days_won = _asked(DAILIES, daily_games.days_won)
    knew = _asked(DAILIES, daily_games.knew)
    due = _asked(TURNS, turns.due)
    next_due = _asked(TURNS, turns.next_due)
    pending_reminders = _asked(TURNS, turns.pending_reminders)
    codes_since = _asked(TURNS, turns.codes_since)
    slow_tables_of = _asked(TURNS, turns.slow_tables_of)
    planned = _asked(TURNS, turns.planned)
    unclosed_books = _asked(BOOKS, unclosed_books)
    open_tournaments = _asked(TOURNAMENTS, tournaments.open_tournaments)
    past_tournaments = _asked(TOURNAMENTS, tournaments.past_tournaments)
    open_duels = _asked(DUELS, duels.open_duels)
    past_duels = _asked(DUELS, duels.past_duels)

    async def ask(self, name: str, query: Callable[[Tables], T], key: Hashable) -> T:
        """Ask the projection of a name; `key` is the same for the same question."""
        store = self._projector.store
        projection = next(one for one in store.projections if one.name == name)
        look = partial(self._ask, store, projection, query)
        try:
            hash(key)
        except TypeError:  # It holds a list.
            return await look()
        return await self._answers.of((store, self._projector.moved), key, look)

    async def _ask(self, store: Store, projection: Projection, query: Callable[[Tables], T]) -> T:
        try:
            return await self._threads.run(store.ask, projection, query)
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
                self._projector.replace_store()
            raise JournalError("The lists cannot be read now; try again in a moment.") from error


@asynccontextmanager
async def open_views(journal: Journal, path: Path | None, in_play: InPlay = lambda _: None) -> AsyncIterator[Views]:
    """The lists and statistics of a journal, in a file or in memory, kept up to date until the block ends.

    `in_play` gives the table of a stream, if this process has folded it for its players: then it is not folded twice.
    Any number of processes may share the file. Whatever is wrong with it is said in `notices` and costs time only,
    because everything is made anew from the journal.
    """
    projections = (CATALOGUE, RESULTS, DAILIES, RATINGS, TURNS, TOURNAMENTS, DUELS, BOOKS)
    store, notices = await Threads(KIND, 1).run(open_store, path, projections)

    def replace() -> tuple[Store, tuple[Sentence, ...]]:
        return throw_away(path, projections) if path else (open_in_memory(projections), ())

    projector = Projector(journal, store, replace, in_play)
    try:
        async with background_task(projector.run):
            yield Views(projector, notices)
    finally:
        # Also when the house was cancelled: what is not closed leaves files beside the main one.
        with trio.CancelScope(shield=True):
            await projector.threads.run(projector.store.close)
