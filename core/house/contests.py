"""What is held at many tables, a tournament or a duel: how its stream is read and gone on with, and a house minds it.

All of it follows from the records of a contest and its tables, and each step is appended where the last one was seen:
so a house that opens goes on where another was killed, and of several houses on a journal one makes each step.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import attrs
import trio
from msgspec import Struct

from core.base.game import Refused, check_options
from core.base.message import Message
from core.duels.duel import Duel
from core.games import GAMES
from core.house.service import Service
from core.people.directory import draw_word
from core.records import codec, fold, owned_stream
from core.tournaments.tournament import Tournament
from journal import Damaged, Journal, JournalError, Record

_LOG = logging.getLogger("parlour")
ID_LETTERS = 4
ROUND = 1.0
"""Seconds between two rounds of the house's own, at the least."""


C = TypeVar("C", Tournament, Duel)
Decide: TypeAlias = Callable[[C], Sequence[Any]]
"""The events that follow from where a contest stands."""


class Known(Struct, Generic[C], frozen=True):
    """A contest as far as it was read."""

    contest: C
    last: Record


class Contests(Struct, Generic[C], frozen=True):
    """All contests of one kind. Every method raises JournalError, and Damaged for a stream that cannot be read."""

    name: str
    """What one is called in the log."""
    stream_of: Callable[[str], str]
    after: Callable[[C | None, Any, float], C]
    """One after one more event, with its time; None is before the first. Raises: ValueError for what no house
    writes."""
    can_be_held: Callable[[Any], bool]
    """Whether terms are in order, as far as they are of this kind alone."""
    missing: Message
    """That there is none of an `id`."""

    async def read_on(self, journal: Journal, id: str, known: Known[C] | None = None) -> Known[C]:
        """One as it stands, from what was known before. Raises: Refused where there is none."""
        stream = self.stream_of(id)
        records = await journal.read(stream, known.last.seq if known else 0) if id.isascii() and id.isalnum() else ()
        if not records:
            if known is None:
                raise Refused(self.missing.filled(id=id[:20]))
            return known
        contest = known.contest if known else None
        with codec.Gate(stream) as gate:
            for event, info in fold.decode(stream, records):
                gate.seq = info.seq
                contest = self.after(contest, event, info.at)
            if contest is None or contest.id != id:
                raise ValueError("it is a record of another one")
            self._check(contest.terms)
        return Known(contest, records[-1])

    def _check(self, terms: Any) -> None:
        """Raises ValueError, or Refused, for terms by which none can be held."""
        game = GAMES.get(terms.game)
        if game is None or game.seats != 2 or not self.can_be_held(terms):
            raise ValueError("none can be held by its terms")
        check_options(game, dict(terms.options))

    async def read(self, service: Service, id: str) -> C:
        """One as it stands. Raises: Refused where there is none."""
        return (await self.read_on(service.journal, id)).contest

    async def begin(self, service: Service, terms: Any) -> C:
        """Begin one under an id that no other has; that of `terms` is put in."""
        while True:
            named = attrs.evolve(terms, id=draw_word(ID_LETTERS))
            if await owned_stream.append(service.journal, service.now, self.stream_of(named.id), None, [named]):
                return await self.read(service, named.id)

    async def change(self, service: Service, id: str, decide: Decide[C]) -> C:
        """Append what follows from where one stands. Returns: it then. Raises: Refused, also what `decide` raises."""
        return (await self.go_on(service, id, decide)).contest

    async def go_on(self, service: Service, id: str, decide: Decide[C], known: Known[C] | None = None) -> Known[C]:
        """The same, from what was known before."""

        async def attempt() -> Known[C] | None:
            nonlocal known
            known = await self.read_on(service.journal, id, known)
            if not (events := tuple(decide(known.contest))):
                return known
            if not await owned_stream.append(service.journal, service.now, self.stream_of(id), known.last, events):
                return None
            return await self.read_on(service.journal, id, known)

        return await owned_stream.retry(attempt)


@attrs.define(eq=False)
class Steward(Generic[C]):
    """Minds the contests of one kind on a journal for one house."""

    service: Service
    contests: ClassVar[Contests[Any]]
    known: dict[str, Known[C]] = attrs.field(factory=dict, init=False)
    """Those that are minded, as they were read last."""
    _damaged: set[str] = attrs.field(factory=set, init=False)

    async def run(self) -> None:
        """Mind them until cancelled. Raises: JournalError."""
        await self.service.views.caught_up.wait()
        while True:
            moved = self.service.views.moved
            wait = await self.mind()
            await trio.sleep(ROUND)
            with trio.move_on_after(max(0.0, wait - ROUND)):
                await moved.wait()

    async def mind(self) -> float:
        """Do what is due in all of them. Returns: after how many seconds something is due again, at the latest."""
        raise NotImplementedError

    async def mind_one(self, id: str) -> C:
        """Do what is due in one. Returns: it then."""
        raise NotImplementedError

    async def try_to_mind(self, id: str) -> None:
        """Do what is due in one of them; one that fails takes nothing with it."""
        if id in self._damaged:
            return
        try:
            contest = await self.mind_one(id)
        except Damaged as damage:
            self._damaged.add(id)
            self.forget(id)
            _LOG.warning("%s %s cannot be held: %s", self.contests.name, id, damage)
        except (Refused, JournalError) as error:
            _LOG.warning("%s %s could not be minded, and is tried again: %s", self.contests.name, id, error)
        else:
            if contest.is_over:
                self.forget(id)

    def forget(self, id: str) -> None:
        """Mind one no longer."""
        self.known.pop(id, None)

    async def change(self, id: str, decide: Decide[C]) -> C:
        """Append what follows from where one stands now. Returns: it then."""
        known: Known[C] = await self.contests.go_on(self.service, id, decide, self.known.get(id))
        self.known[id] = known
        return known.contest

    async def look(self, id: str) -> C:
        """One as it stands now."""
        return await self.change(id, lambda _: ())
