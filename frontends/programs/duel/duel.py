"""A whole duel: pairs of games, some at once, each between two processes of its own."""

from collections.abc import Callable, Iterable, Iterator

import attrs
import trio

from core.base.chance import book_seed
from core.base.game import Refused
from core.duels.rules import CRASHED
from core.duels.score import GameResult
from core.house.duel_game import DuelTable, Side, Terms, open_game
from core.people.directory import draw_secret
from core.sessions.parlour import Parlour
from core.table import DuelGame
from frontends.programs.duel.contestant import Contestant


@attrs.frozen
class Entrant:
    """A program as it was named."""

    name: str
    command: tuple[str, ...]


@attrs.frozen
class Duel:
    """Two programs, and what they play. The seed decides all chance: pair n has the n-th seed that follows from it."""

    parlour: Parlour
    terms: Terms
    entrants: tuple[Entrant, Entrant]
    seed: bytes
    on_result: Callable[[GameResult], None]
    _greeted: set[int] = attrs.field(factory=set)
    """The sides that have said hello."""

    async def play(self, pairs: Iterable[int], workers: int) -> None:
        """Play pairs of these numbers, so many at once.

        Raises: Refused for a program that never says hello; JournalError; OSError for what cannot be started.
        """
        waiting = iter(pairs)
        async with trio.open_nursery() as nursery:
            for _ in range(workers):
                nursery.start_soon(self._work, waiting)

    async def _work(self, waiting: Iterator[int]) -> None:
        """Play pair after pair, each with new processes, so that no pair depends on those before."""
        people = [await self._person(entrant) for entrant in self.entrants]
        for pair in waiting:
            first, second = (
                Contestant(self.parlour, number, side, secret, entrant.command, self.terms.seconds)
                for number, ((side, secret), entrant) in enumerate(zip(people, self.entrants, strict=True))
            )
            async with trio.open_nursery() as nursery:
                for game in (1, 2):
                    self.on_result(await self._play(nursery, (first, second), DuelGame(self.terms.id, pair, game)))
                for one in (first, second):
                    nursery.start_soon(one.end)

    def _check_greeted(self, one: Contestant) -> None:
        """Raises: Refused where a program speaks another language than ours, as far as anybody can tell."""
        if one.is_ready:
            self._greeted.add(one.number)
        elif one.number not in self._greeted:
            raise Refused(
                '{name} ended, or was silent for {n} seconds, before its first hello: send {line}',
                name=one.side.name, n=int(one.patience), line='{"type":"hello","protocol":1}',
            )  # fmt: skip

    async def _person(self, entrant: Entrant) -> tuple[Side, str]:
        """Somebody of that name for each worker: who is one person would be invited to the games of all."""
        secret = draw_secret()
        person = await self.parlour.service.directory.create(entrant.name, secret)
        return Side(person.id, entrant.name), secret

    async def _play(
        self, nursery: trio.Nursery, those: tuple[Contestant, Contestant], number: DuelGame
    ) -> GameResult:  # fmt: skip
        service, seed = self.parlour.service, book_seed(self.seed, number.pair)
        async with trio.open_nursery() as both:
            for one in those:
                both.start_soon(one.begin, nursery)
        for one in those:
            self._check_greeted(one)
        id = await open_game(service, self.terms, number, (those[0].side, those[1].side), seed)
        async with service.table(id, attended=False) as live:
            table = DuelTable(live, number, self.terms.seconds)
            for one in those:
                one.table = table
                if not one.is_ready:
                    one.blame(CRASHED)
            result = await table.run()
        for one in those:
            await one.settle(result)
        return result
