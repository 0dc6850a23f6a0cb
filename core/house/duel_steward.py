"""Carrying duels out: calls their games, opens the tables, sees each game through, copies the results, tells who asked.

The id of a table is recorded before the table is opened: whoever finds it missing opens it.
"""

import logging
from collections.abc import Sequence
from functools import partial

import attrs
import trio

from core.base.game import Refused, check_options
from core.books.seed_books import BookSeeds
from core.duels import rules
from core.duels.duel import Duel, Game, Stage, advance, end_game, note_fault
from core.duels.events import DuelEvent
from core.duels.results import recorded_result
from core.duels.score import DRAW, GameResult
from core.games import GAMES
from core.games.features.bots import bot_of
from core.house import duels
from core.house.called_table import CalledTable
from core.house.contests import ROUND, Decide, Steward
from core.house.duel_calls import DuelCalls
from core.house.duel_game import Terms, opening
from core.records import fold
from core.table import DuelGame, Table
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour")
SELDOM = 30.0
"""Seconds after which a round is due though nothing has happened."""


@attrs.define(eq=False)
class DuelSteward(Steward[Duel]):
    """Minds the duels of a journal for one house."""

    contests = duels.DUELS
    _seeds: dict[str, BookSeeds] = attrs.field(factory=dict, init=False)
    _seen: set[str] = attrs.field(factory=set, init=False)
    """The ids of the tables that are seen through."""
    _at: dict[str, CalledTable] = attrs.field(factory=dict, init=False)
    calls: DuelCalls = attrs.field(init=False)
    _nursery: trio.Nursery = attrs.field(init=False)
    """In which games are seen through."""

    def __attrs_post_init__(self) -> None:
        self.calls = DuelCalls(self.service)

    async def run(self) -> None:
        """Mind them until cancelled. Raises: JournalError."""
        self._seen.clear()  # After a failure this begins anew, and no game is seen through.
        async with trio.open_nursery() as self._nursery:
            await super().run()

    async def mind(self) -> float:
        """Do what is due in all of them. Returns: after how many seconds something is due again, at the latest."""
        those = await self.service.views.open_duels()
        for id in {*self.known, *(one.id for one in those)}:
            await self.try_to_mind(id)
        return ROUND if self.known else SELDOM

    async def mind_one(self, id: str) -> Duel:
        """Do what is due in one. Returns: it then."""
        duel = await self.look(id)
        waits = self.service.moderation.is_draining and duel.stage is Stage.RUNNING
        while not waits and advance(duel, self.service.now(), lambda: "x"):
            words = [await self.service.free_table_id() for _ in range(duel.terms.at_once)]
            before = duel.seq
            duel = await self.change(id, partial(_advanced, at=self.service.now(), words=words))
            if duel.seq == before:
                break
        for game in duel.under_way:
            if game.table not in self._seen:
                self._seen.add(game.table)
                self._nursery.start_soon(self._see_through, duel, game)
            elif duel.stage is Stage.STOPPING and (table := self._at.get(game.table)):
                await table.close()
        await self.calls.tell(duel)
        return duel

    def forget(self, id: str) -> None:
        """Mind one no longer."""
        super().forget(id)
        self._seeds.pop(id, None)

    # Games that go on.

    async def _see_through(self, duel: Duel, game: Game) -> None:
        """Have a game played to its end, and what is due then done; what fails is tried again in the next round."""
        try:
            await self.change(duel.id, await self._play(duel, game))
        except (Refused, JournalError) as error:
            _LOG.warning("Table %s of duel %s could not be minded, and is tried again: %s", game.table, duel.id, error)
            return
        finally:
            self._seen.discard(game.table)
        await self.try_to_mind(duel.id)

    async def _play(self, duel: Duel, game: Game) -> Decide[Duel]:
        """Have a game played. Returns: what then follows from where the duel stands."""
        service, id = self.service, game.table
        number = duels.numbered(self._seeds_of(duel), duel.id, game.pair, game.game)
        await self._open(duel, game, number)
        try:
            async with service.table(id, attended=False) as live:
                bot = next((bot_of(duel.terms.game, one.level).name for one in duel.terms.sides if one.level), "")
                note = partial(self._note_fault, duel.id, id, number)
                table = CalledTable(live, number, duel.terms.patience, note_fault=note, bot=bot)
                if game.fault is not None:
                    table.fault = rules.side_at(number, game.fault[0]), game.fault[1]
                self._at[id], service.referees[id] = table, table.lose_by_rules
                if duel.stage is Stage.STOPPING:
                    await table.close()
                try:
                    await table.run()
                finally:
                    service.attendance.end(live, table)
                return partial(_ended, table=live.table)
        except Damaged as damage:
            _LOG.warning("Table %s of duel %s cannot be read: %s", id, duel.id, damage)
            return partial(end_game, result=GameResult(game.pair, game.game, id, DRAW, rules.CLOSED))
        finally:
            self._at.pop(id, None)
            service.referees.pop(id, None)

    def _seeds_of(self, duel: Duel) -> BookSeeds:
        if duel.id not in self._seeds:
            self._seeds[duel.id] = duels.seeds_of(bytes.fromhex(duel.terms.secret), duel.terms.pairs)
        return self._seeds[duel.id]

    async def _open(self, duel: Duel, game: Game, number: DuelGame) -> None:
        """Open the table of a game with both seats kept, unless that was done."""
        if await self.service.journal.head(fold.stream_of(game.table)):
            return
        rules_of = GAMES[duel.terms.game]
        terms = Terms(duel.id, rules_of, check_options(rules_of, dict(duel.terms.options)), duel.terms.seconds)
        first, second = (side.person for side in duel.terms.sides)
        seed = self._seeds_of(duel)[game.pair - 1]
        await self.service.store_opened(opening(terms, number, (first, second), seed, game.table))

    async def _note_fault(self, id: str, table: str, number: DuelGame, seat: int, reason: str) -> tuple[int, str]:
        side = rules.side_at(number, seat)
        duel = await self.change(id, partial(note_fault, table=table, side=side, reason=reason))
        game = duel.at(table)
        side, reason = game.fault if game is not None and game.fault else (side, reason)
        return rules.side_at(number, side), reason


def _ended(duel: Duel, table: Table) -> Sequence[DuelEvent]:
    """The game of a table is over."""
    return end_game(duel, recorded_result(duel, table))


def _advanced(duel: Duel, at: float, words: Sequence[str]) -> Sequence[DuelEvent]:
    """What is due now, with those words for the tables."""
    left = iter(words)
    return advance(duel, at, lambda: next(left))
