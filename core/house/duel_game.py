"""One game of a duel: opened with both seats kept, its two players called to it, and seen through to its end.

Nothing hangs: who does not come, goes away, plays what is not legal or does not move in time has lost.
"""

from collections.abc import Mapping

import attrs
import trio

from core.base.game import Game, Refused
from core.duels import rules
from core.duels.score import DRAW, WIN, GameResult
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
    kept = tuple(side.person for side in seated)
    opened = Opened(
        "", terms.game.name, terms.game.rules, tuple(terms.options.items()), seed.hex(), None, terms.seconds, kept,
        duel=number,
    )  # fmt: skip
    id = await service.store(opened)
    told = title_of(terms.game.name, terms.options)
    for side, other in (seated, seated[::-1]):
        said = relayed_messages.INVITES.filled(name=other.name, game=told)
        service.invite(side.person, Invitation(id, other.name, other.person), said)
    return id


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
        if self.fault is None and self.live.table.ended is None:
            self.fault = rules.side_at(self.duel, side), reason
            self._waiting.cancel()

    async def run(self) -> GameResult:
        """See the game through. Returns: how it ended. Raises: JournalError."""
        with trio.move_on_after(self.seconds) as waited:
            while not self.live.table.begun and self.fault is None:
                await self._wait()
        if waited.cancelled_caught:
            self._miss()
        while self.live.table.ended is None:
            try:
                await self._step()
            except Refused:  # Somebody else was quicker.
                await self.live.catch_up()
        return self.result()

    async def _step(self) -> None:
        """Do what the house has to do now, or wait until something happens."""
        live, table = self.live, self.live.table
        if self.fault is not None:
            await self._give_up(self.fault[0])
        elif text := rules.house_move(table):
            await self._actor(0).submit(Move(text), table.seq)
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
        return Actor(self.live, seat, self.live.table.chairs[seat].people)

    def result(self) -> GameResult:
        """How it ended, once it has."""
        table, duel = self.live.table, self.duel
        ended = table.ended
        assert ended is not None
        loser, reason = self.fault or (None, "")
        if self.fault is None and ended.reason in rules.REASONS:
            reason, loser = ended.reason, next((seat for seat in (0, 1) if ended.winners == (1 - seat,)), None)
        winners = ended.winners if loser is None else (1 - loser,)
        points = DRAW if len(winners) != 1 else WIN if rules.side_at(duel, winners[0]) == 0 else 0
        lead = None
        if not reason:
            own, other = (table.game.standing(table.state)[rules.side_at(duel, side)] for side in (0, 1))
            lead = own - other
        side = None if loser is None else rules.side_at(duel, loser)
        return GameResult(duel.pair, duel.game, self.live.id, points, reason, side, lead)
