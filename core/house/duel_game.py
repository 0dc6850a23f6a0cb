"""One game of a duel: opened with both seats kept, its two players called to it, and seen through to its end.

Nothing hangs: who does not come, goes away, plays what is not legal or does not move in time has lost.
"""

from collections.abc import Mapping

import attrs
import trio

from core.base.game import Game, Refused
from core.duels import rules
from core.duels.results import result_of
from core.duels.score import GameResult
from core.games.features.titles import title_of
from core.house.service import Service
from core.live.live_table import Actor, LiveTable
from core.presence.invitations import Invitation
from core.presence.other_houses import relayed_messages
from core.table import CloseUnbegun, DuelGame, Move, Opened, Resign


@attrs.frozen
class Side:
    """One of the two who play a duel."""

    person: str
    """The person's id."""
    name: str


@attrs.frozen
class Terms:
    """What is played in a duel."""

    id: str
    """The duel's."""
    game: Game
    options: Mapping[str, str]
    seconds: int
    """For each move, and for coming to the table."""


async def open_game(
    service: Service, terms: Terms, number: DuelGame, sides: tuple[Side, Side], seed: bytes
) -> str:  # fmt: skip
    """Open the table of a game, and invite both. `sides` are in the order of the duel. Returns: its id."""
    seated = sides if number.game == 1 else sides[::-1]
    id = await service.store(opening(terms, number, (sides[0].person, sides[1].person), seed))
    told = title_of(terms.game.name, terms.options)
    for side, other in (seated, seated[::-1]):
        said = relayed_messages.INVITES.filled(name=other.name, game=told)
        service.invite(side.person, Invitation(id, other.name, other.person), said)
    return id


def opening(terms: Terms, number: DuelGame, persons: tuple[str, str], seed: bytes, table: str = "") -> Opened:
    """The first record of the table of a game. `persons` are the sides' in the order of the duel; empty for none."""
    game, kept = terms.game, persons if number.game == 1 else persons[::-1]
    options = tuple(terms.options.items())
    return Opened(
        table, game.name, game.rules, options, seed.hex(), None, terms.seconds, kept, duel=number,
    )  # fmt: skip


@attrs.define(eq=False)
class DuelTable:
    """A game of a duel at its table, in this house."""

    live: LiveTable
    duel: DuelGame
    seconds: float
    """For which both are waited for."""
    fault: tuple[int, str] | None = attrs.field(default=None, init=False)
    """The seat of who has lost before the end, and why."""
    _waiting: trio.CancelScope = attrs.field(factory=trio.CancelScope, init=False)

    def lose(self, side: int, reason: str) -> None:
        """Have a side lose, unless the game is over, or lost already. Never waits."""
        self.lose_at(rules.side_at(self.duel, side), reason)

    def lose_at(self, seat: int, reason: str) -> None:
        """The same for the side at a seat."""
        if self.fault is None and self.live.table.ended is None:
            self.fault = seat, reason
            self._waiting.cancel()

    async def run(self) -> GameResult:
        """See the game through. Returns: how it ended. Raises: JournalError."""
        await self._gather()
        while self.live.table.ended is None:
            try:
                await self._step()
            except Refused:  # Somebody else was quicker.
                await self.live.catch_up()
        return self.result()

    async def _gather(self) -> None:
        """Wait until both have come; who does not has lost."""
        with trio.move_on_after(self.seconds) as waited:
            while not self.live.table.begun and self.fault is None:
                await self._wait()
        if waited.cancelled_caught:
            self._miss()

    async def _step(self) -> None:
        """Do what the house has to do now, or wait until something happens."""
        live, table = self.live, self.live.table
        if self.fault is not None:
            await self._give_up(self.fault[0])
        elif text := rules.house_move(table):
            await self._actor(table.persons[0]).submit(Move(text), table.seq)
        elif table.now.plays > rules.MOST_MOVES and table.turn:
            self.fault = table.turn[0], rules.ENDLESS
        elif table.seq == live.table.seq:
            await self._wait()

    async def _wait(self) -> None:
        with trio.CancelScope() as self._waiting:
            await self.live.wait_moved()

    def _miss(self) -> None:
        """Somebody has not come; where neither has, it is told of the first seat, and in the other game of the other's
        side."""
        missing = (seat for seat, chair in enumerate(self.live.table.chairs) if not chair.is_taken)
        self.fault = self.fault or (next(missing, 0), rules.ABSENT)

    async def _give_up(self, seat: int) -> None:
        if self.live.table.begun:
            await self._actor(seat).submit(Resign())
        else:
            await self.live.submit(CloseUnbegun())

    def _actor(self, seat: int) -> Actor:
        chair = self.live.table.chairs[seat]
        return Actor(self.live, seat, None if chair.bot else chair.people)

    def result(self) -> GameResult:
        """How it ended, once it has."""
        return result_of(self.live.table, self.duel, self.fault)
