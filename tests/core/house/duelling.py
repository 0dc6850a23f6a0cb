"""Programs in a house that play duels, and what is recorded of those."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import attrs
import trio

from core.base.chance import Dice
from core.base.game import Refused
from core.base.message import english
from core.duels.duel import Duel, Stage
from core.duels.results import result_of
from core.duels.rules import CLOSED, side_at
from core.duels.score import score_of
from core.games.elixir.bot import easy
from core.games.mille.bot import normal
from core.house.called_table import GOES_ON
from core.house.duel_steward import DuelSteward
from core.house.duels import read
from core.presence.roster import Kind, Notice
from core.records import fold
from core.sessions.at_table.held_seats import Held, seats_of
from core.sessions.at_table.seat import Seat, TableRef, at
from core.sessions.duels import participation
from core.sessions.duels.terms import read_terms
from core.sessions.identity import programs
from core.sessions.limits import Budget
from core.sessions.others import invitations
from core.sessions.session import Session
from core.table import Table
from journal import Journal
from tests.core.sessions.houses import Ears, House, open_house
from tests.patience import PATIENCE

ROBO, BERT = "Robo", "Berta"


def well(seat: Seat) -> str:
    """What one of our computer players would do; the same in the same position."""
    dice = Dice(bytes(32), seat.game.name, seat.seq)
    return normal.choose(seat.view.view, dice) if seat.game.name == "mille" else easy.choose(seat.view.view, dice)


def not_at_all(seat: Seat) -> str:
    """Nothing."""
    return ""


def illegally(seat: Seat) -> str:
    """What nobody may."""
    return "nonsense"


@attrs.define(eq=False)
class Duellist(Ears):
    """A program that accepts each invitation, and plays all games at once."""

    nursery: trio.Nursery = attrs.field(kw_only=True)
    style: Callable[[Seat], str] = well
    session: Session | None = None
    seen: dict[str, list[object]] = attrs.field(factory=dict)
    """By table all views that it was shown."""
    comes: bool = True

    def hear(self, notice: Notice) -> None:
        self.noticed.append(english(notice.said))
        if notice.kind is Kind.INVITED and self.comes:
            self.nursery.start_soon(self._accept, notice.name)
        if notice.said.template == GOES_ON.template and self.comes:
            self.nursery.start_soon(self._come_back, str(dict(notice.said.args)["id"]))

    async def _accept(self, name: str) -> None:
        assert self.session is not None
        with suppress(Refused):
            ref = await invitations.accept(self.session, name)
            assert isinstance(ref, TableRef)
            await self.play_at(ref)

    async def _come_back(self, table: str) -> None:
        assert self.session is not None
        async with self.session.service.table(table, attended=False) as live:
            ref = TableRef(table, Held(seats_of(live.table, {self.session.visitor.id})))
        await self.play_at(ref)

    async def play_at(self, ref: TableRef) -> None:
        """Play a game to its end."""
        assert self.session is not None
        with suppress(Refused):
            async with at(self.session, ref) as seat:
                while seat.view.outcome is None:
                    seq = seat.seq
                    self.seen.setdefault(seat.id, []).append(seat.view)
                    text = self.style(seat) if seat.moves else ""
                    if text:
                        await trio.sleep(0)
                        with suppress(Refused):
                            await seat.play(text, seen=seq)
                    elif seat.seq == seq:
                        await seat.live.wait_moved()
                self.seen.setdefault(seat.id, []).append(seat.view)


@attrs.define(eq=False)
class Ring:
    """A house in which Anna has two programs, Robo and Berta, and duels are minded."""

    house: House
    nursery: trio.Nursery
    anna: Session
    robo: Duellist
    berta: Duellist
    tokens: list[str] = attrs.field(factory=list)
    """Of the two."""

    async def order(self, words: str = "elixir 2", names: str = f"{ROBO} {BERT}", by: Session | None = None) -> str:
        """Order a duel. Returns: its id."""
        who = by or self.anna
        duel = await participation.order(who, read_terms([*names.split(), *words.split()], who.allowance.budget))
        return duel.id

    async def read(self, id: str) -> Duel:
        return await read(self.house.service, id)

    async def until(self, id: str, stage: Stage = Stage.OVER) -> Duel:
        """The duel once it has come so far."""
        return await self.when(id, lambda duel: duel.stage is stage)

    async def when(self, id: str, holds: Callable[[Duel], bool]) -> Duel:
        """The duel once that is so."""
        with trio.fail_after(PATIENCE):
            while not holds(duel := await self.read(id)):
                await trio.sleep(0.005)
        return duel

    async def bot(self, owner: Session, name: str, style: Callable[[Seat], str] = well) -> Duellist:
        """A program of somebody's that is in, and plays like that."""
        made = await programs.make(owner, name)
        self.tokens.append(made.token)
        return await self.comes(made.token, style)

    async def comes(self, token: str, style: Callable[[Seat], str] = well) -> Duellist:
        """A program comes in with its token."""
        ears = Duellist(nursery=self.nursery, style=style)
        ears.session = self.house.enter("192.0.2.9", ears)
        await programs.come_in(ears.session, token)
        return ears

    async def person(self, name: str) -> Session:
        """Somebody who has registered that name, and knows it."""
        session = await self.house.registered(name)
        session.visitor.become(session.visitor.id, "")
        return session


@asynccontextmanager
async def a_ring(
    budget: Budget | None = None, journal: Journal | None = None, tokens: Sequence[str] = ()
) -> AsyncIterator[Ring]:
    """Such a house; with `tokens` the next one on a journal, into which the two programs come again."""
    budget = budget or Budget(records_a_minute=10**6)
    async with open_house(budget, journal, now=trio.current_time) as house, trio.open_nursery() as nursery:
        nobody = Duellist(nursery=nursery)
        ring = Ring(house, nursery, house.enter(), nobody, nobody)
        if tokens:
            ring.robo, ring.berta = [await ring.comes(token) for token in tokens]
        else:
            ring.anna = await ring.person("Anna")
            ring.robo, ring.berta = await ring.bot(ring.anna, ROBO), await ring.bot(ring.anna, BERT)
        nursery.start_soon(DuelSteward(house.service).run)
        yield ring
        nursery.cancel_scope.cancel()


async def table_of(ring: Ring, table: str) -> Table:
    """A table by its records, each of which the rules decide again."""
    stream = fold.stream_of(table)
    return fold.verify(stream, await ring.house.service.journal.read(stream))


async def check_results(ring: Ring, duel: Duel) -> None:
    """The results are those that follow from the tables and from what was noted as faults."""
    for game in duel.games.values():
        found = await table_of(ring, game.table)
        number = found.setup.duel
        assert number is not None
        fault = game.fault and (side_at(number, game.fault[0]), game.fault[1])
        assert result_of(found, number, fault) == game.result
    assert duel.score == score_of(one for one in duel.results if one.reason != CLOSED)
