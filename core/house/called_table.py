"""A game of a duel that a house holds, at its table: programs come when they are called, or have lost.

The house itself keeps the table going: so the clock of who is to move runs on when both have left, and who hangs or
goes away runs out of time. After a restart both are waited for once more before it runs.
"""

from collections.abc import Awaitable, Callable

import attrs
import trio

from core.base.game import Refused
from core.base.message import Message, message
from core.duels import rules
from core.games.features.titles import title_at
from core.house.duel_game import DuelTable
from core.people.persons import unmarked
from core.presence.invitations import Invitation
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present, Somebody
from core.table import Close
from core.table.opening import Player

LOOK = 1.0
"""Seconds between two looks at who is in the house."""
GOES_ON = message("Your game at table {id} goes on: resume {id}")


@attrs.define(eq=False)
class CalledTable(DuelTable):
    """A game of a duel between those who are told of it wherever they are in this house."""

    note_fault: Callable[[int, str], Awaitable[tuple[int, str]]] = attrs.field(kw_only=True)
    """Stores, for a seat, why it has lost, before the house gives the game up for it. Returns: which seat has lost, and
    why, as it stands in the duel; another house on this journal may have noted something else before."""
    bot: str = attrs.field(default="", kw_only=True)
    """The name of the computer player that has the seat which is kept for nobody."""
    _called: set[Somebody] = attrs.field(factory=set, init=False)
    """Who was told of this game: a program that is at several tables is found several times."""

    async def close(self) -> None:
        """End the game with no winner, unless it is over."""
        try:
            await self.live.submit(Close())
        except Refused:
            await self.live.catch_up()

    async def _gather(self) -> None:
        """Call both, and go on once they are at the table; who has not sat down in time has lost, and who was here
        before and does not come back runs out of time."""
        service, live = self.live.service, self.live
        with trio.move_on_after(self.seconds) as waited:
            await self._seat_computer()
            while not (self._is_ready() or self.fault or live.table.ended):
                self._call()
                with trio.move_on_after(LOOK):
                    await self._wait()
        if waited.cancelled_caught and not live.table.begun:
            self._miss()
        service.attendance.begin(live, self)

    async def _seat_computer(self) -> None:
        for seat, person in enumerate(self.live.table.setup.reserved):
            if not person and not self.live.table.chairs[seat].is_taken:
                try:
                    await self.live.service.sit(self.live, seat, Player(bot=self.bot))
                except Refused:  # Another house on this journal was quicker.
                    await self.live.catch_up()

    def _is_ready(self) -> bool:
        here = {one.person for one in self.live.service.presence.at(self.live.id) if one.seats}
        return self.live.table.begun and all(person in here for person in self.live.table.setup.reserved if person)

    def _call(self) -> None:
        """Tell those who are in this house and not at the table, each once."""
        presence, table = self.live.service.presence, self.live.table
        for seat, person in enumerate(table.setup.reserved):
            for one in presence.here_of(person):
                if one.somebody not in self._called:
                    self._called.add(one.somebody)
                    if table.chairs[seat].is_taken:
                        presence.tell(Notice(Kind.DUEL, GOES_ON.filled(id=self.live.id)), [one])
                    else:
                        self._invite(person, 1 - seat, one)

    def _invite(self, person: str, other_seat: int, one: Present) -> None:
        service, setup = self.live.service, self.live.table.setup
        other = setup.reserved[other_seat]
        name: str = service.directory.shown_name(other) if other else self.bot
        said: Message = relayed_messages.INVITES.filled(name=name, game=title_at(setup))
        service.invitations.add(person, Invitation(self.live.id, unmarked(name), other, is_of_duel=True))
        service.presence.tell(Notice(Kind.INVITED, said, other, unmarked(name), rings=True), [one])

    async def _give_up(self, seat: int) -> None:
        assert self.fault is not None
        self.fault = await self.note_fault(*self.fault)
        await super()._give_up(self.fault[0])

    def lose_by_rules(self, seat: int) -> None:
        """Somebody has played what is not legal. Never waits."""
        self.lose_at(seat, rules.ILLEGAL)
