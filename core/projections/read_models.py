"""The read models as the service holds them: questions that are awaited, and a task that keeps them up to date."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

import trio

from core.base.message import Message
from core.projections import catalogue_queries, daily_games, ratings, statistics, turns
from core.projections.catalogue import CATALOGUE
from core.projections.daily_games import DAILIES, Entry
from core.projections.engine.fold import InPlay
from core.projections.engine.opening import open_in_memory, open_store, throw_away
from core.projections.engine.projection import Projection
from core.projections.engine.projector import KIND, Projector
from core.projections.engine.store import READERS, Query, Store
from core.projections.glicko2 import Rating
from core.projections.ratings import RATINGS
from core.projections.results import RESULTS, Kind
from core.projections.statistics import Tally
from core.projections.table_summaries import DamagedStream, GameSummary, Page, TableState
from core.projections.turns import TURNS, CodeMailed, Pending
from journal import Journal, JournalError, Sentence
from journal.follow.cursors import background_task
from journal.threads import Threads

PAGE = 20
"""Tables in a page."""

P = ParamSpec("P")
T = TypeVar("T")


class Views:
    """The lists and statistics of a journal. Made by `open_views`.

    Every question is answered from the last transaction, costs what it answers however large the journal is, and waits
    for no batch. All raise JournalError, a sentence, when the file of the lists fails.
    """

    def __init__(self, projector: Projector, notices: tuple[Sentence, ...]) -> None:
        self._projector, self._notices = projector, notices
        # One for each connection that may read at a time.
        self._threads = Threads("lists", READERS)

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

    async def table(self, id: str) -> GameSummary | None:
        """One table; None when there is no such table."""
        return await self._ask(CATALOGUE, catalogue_queries.table, id)

    async def tables(
        self,
        state: TableState | None = None,
        game: str | None = None,
        person: str | None = None,
        mine_first: str | None = None,
        after: str | None = None,
        limit: int = PAGE,
    ) -> Page:
        """A page of the tables, those with the newest activity first; None is any.

        `person` leaves only the tables at which that person sits. `mine_first` is a person whose unfinished tables come
        before all others, in the order of `games_of`; it is not used together with `person`. `after` is the `next` of
        the page before. Walking through the pages meets each table once, but one that goes on meanwhile moves to the
        top.

        Raises: UnknownCursor.
        """
        wanted = catalogue_queries.sections(state, person, mine_first)
        return await self._ask(CATALOGUE, catalogue_queries.page, wanted, game, after, limit)

    async def walk(
        self, state: TableState | None = None, game: str | None = None, person: str | None = None, limit: int = PAGE
    ) -> AsyncGenerator[GameSummary, None]:
        """Such tables, each once, from all pages."""
        after: str | None = None
        while True:
            page = await self.tables(state, game, person, after=after, limit=limit)
            for one in page.items:
                yield one
            if page.next is None:
                return
            after = page.next

    async def games_of(self, person: str, after: str | None = None, limit: int = PAGE) -> Page:
        """A page of a person's unfinished tables: those where it is their turn, then the others, then those that wait.

        Raises: UnknownCursor.
        """
        wanted = catalogue_queries.own_sections(person)
        return await self._ask(CATALOGUE, catalogue_queries.page, wanted, None, after, limit)

    async def invited_to(self, person: str, limit: int = PAGE) -> tuple[GameSummary, ...]:
        """Tables at which a seat is kept for a person, or at which somebody asks them to play for them."""
        wanted = (catalogue_queries.Section(person, catalogue_queries.INVITATIONS),)
        found = await self._ask(CATALOGUE, catalogue_queries.page, wanted, None, None, limit)
        return found.items

    async def find(self, prefix: str, limit: int = PAGE) -> tuple[str, ...]:
        """The ids of tables that begin so, in their order."""
        return await self._ask(CATALOGUE, catalogue_queries.find, prefix, limit)

    async def persons_called(self, name: str) -> tuple[str, ...]:
        """The ids of persons whose names read like this one, by `names.skeleton`."""
        return await self._ask(CATALOGUE, catalogue_queries.persons_called, name)

    async def names_of(self, ids: Iterable[str]) -> Mapping[str, str]:
        """What persons are called, by id, guests marked; those who are not known, or forgotten, are left out."""
        wanted = tuple(ids)
        return await self._ask(CATALOGUE, catalogue_queries.names_of, wanted)

    async def talked_at(self, person: str) -> tuple[str, ...]:
        """The ids of all tables at which a person said something, the last one first."""
        return await self._ask(CATALOGUE, catalogue_queries.talked_at, person)

    async def counts(self) -> Mapping[tuple[str, TableState], int]:
        """How many tables there are, by game and state."""
        return await self._ask(CATALOGUE, catalogue_queries.counts)

    async def damaged(self, limit: int = 100) -> tuple[DamagedStream, ...]:
        """Streams that cannot be read, by their names; they are left out of statistics."""
        return await self._ask(CATALOGUE, catalogue_queries.damaged, limit)

    async def statistics_of(self, person: str) -> Mapping[Kind, Tally]:
        """A person's games by kind, in the order of the games of the house."""
        return await self._ask(RESULTS, statistics.tallies, person)

    async def ratings_of(self, persons: Iterable[str]) -> Mapping[str, Mapping[str, Rating]]:
        """The ratings of persons, by id and by the name of the game; who has none is left out."""
        wanted = tuple(persons)
        return await self._ask(RATINGS, ratings.ratings_of, wanted)

    async def show_statistics(self, person: str, name: str) -> tuple[Message, ...]:
        """The statistics of a person, who is called `name`, a message for each line of at most 80 columns."""
        rated = await self.ratings_of([person])
        return statistics.show(await self.statistics_of(person), name, rated.get(person, {}))

    async def dailies(self, kind: str, day: date, limit: int = PAGE) -> tuple[Entry, ...]:
        """Everybody's first game of the deal of a day, those that are over and won first; see `daily_games.entries`."""
        return await self._ask(DAILIES, daily_games.entries, kind, day, limit)

    async def daily_of(self, kind: str, day: date, person: str) -> Entry | None:
        """A person's first game of the deal of a day; None if there is none."""
        return await self._ask(DAILIES, daily_games.entry_of, kind, day, person)

    async def days_won(self, kind: str, person: str) -> tuple[date, ...]:
        """The days whose deals of that kind a person has won, each on its day."""
        return await self._ask(DAILIES, daily_games.days_won, kind, person)

    @property
    def moved(self) -> trio.Event:
        """Set when something more has been put into the lists; then there is another one."""
        return self._projector.moved

    async def due(self, until: float, limit: int) -> tuple[tuple[str, float], ...]:
        """The ids of tables at which something is to be done by then, each with when; in seconds since the epoch."""
        return await self._ask(TURNS, turns.due, until, limit)

    async def next_due(self, after: float) -> float:
        """When something is to be done next at a table, in seconds since the epoch; infinite where nothing is."""
        return await self._ask(TURNS, turns.next_due, after)

    async def pending_reminders(
        self, ways: Iterable[str], but: Iterable[str] = (), limit: int = 100, until: float = math.inf
    ) -> tuple[Pending, ...]:
        """Reminders that may be tried until then in these ways, but for those of some people, by their ids."""
        return await self._ask(TURNS, turns.pending, ways, but, limit, until)

    async def codes_since(self, since: float) -> tuple[CodeMailed, ...]:
        """The codes that were mailed after a time to confirm addresses, in seconds since the epoch."""
        return await self._ask(TURNS, turns.codes_since, since)

    async def slow_tables_of(self, person: str) -> tuple[tuple[str, int], ...]:
        """The correspondence games that a person plays, by their ids, each with the person's seat."""
        return await self._ask(TURNS, turns.tables_of, person)

    async def planned(self) -> tuple[str, ...]:
        """The ids of correspondence games for which somebody has planned a reply."""
        return await self._ask(TURNS, turns.planned)

    async def _ask(self, projection: Projection, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._threads.run(partial(self._projector.store.ask, projection, query, *args, **kwargs))
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
    projections = (CATALOGUE, RESULTS, DAILIES, RATINGS, TURNS)
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
