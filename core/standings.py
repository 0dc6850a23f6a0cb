"""The statistics of a journal that is being played on: read as far as it goes, then only what is new."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import trio

from core import statistics
from core.statistics import Statistics
from journal import Entry, Journal


class Standings:
    """What everybody has played and won. Nothing is read before somebody asks."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._position = 0
        self._heads: dict[str, int] = {}
        self._games: dict[str, Statistics] = {}
        """By stream, each with that game alone: to add a record costs the same however many games there are."""
        self._reading = trio.Lock()

    async def show(self, player: str) -> tuple[str, ...]:
        """A player's statistics in lines of at most 80 columns. Raises: JournalError."""
        async with self._reading:
            await self._catch_up()
        return statistics.show(self._of(player), player)

    async def _catch_up(self) -> None:
        """Read until every stream is known as far as it goes now."""
        behind = {
            summary.stream: summary.last.seq
            for summary in await self._journal.streams()
            if self._heads.get(summary.stream, 0) < summary.last.seq
        }
        if not behind:
            return
        async with self._journal.follow_all(self._position) as batches:
            async for entries in batches:
                self._include(entries)
                behind = {stream: seq for stream, seq in behind.items() if self._heads.get(stream, 0) < seq}
                if not behind:
                    return

    def _include(self, entries: Sequence[Entry]) -> None:
        for stream, group in groupby(entries, key=lambda entry: entry.stream):
            records = [entry.record for entry in group]
            known = self._games.get(stream, Statistics())
            self._games[stream] = statistics.include_all(known, stream, records)
            self._heads[stream] = records[-1].seq
        self._position = entries[-1].position

    def _of(self, player: str) -> Statistics:
        """The games at which somebody of that name has sat."""
        courses = {stream: course for game in self._games.values() for stream, course in game.courses.items()}
        return Statistics(
            {
                stream: course
                for stream, course in courses.items()
                if any(chair.name.lower() == player.lower() for chair in course.table.chairs)
            }
        )
