"""A program at one table: it is told each thing once and in order; who reads too slowly gets the state instead."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import attrs

from core.base.game import Refused
from core.base.message import Message
from core.live.live_table import LiveTable, News
from core.sessions.at_table import sealed_luck
from core.sessions.at_table.happenings import after, happenings
from core.sessions.at_table.missed import missed
from core.sessions.at_table.seat import Seat, TableRef, at
from core.sessions.journal_errors import for_visitors
from frontends.programs.door.states import events_of, over_of, state_of
from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.codes import Code, Reason
from frontends.programs.protocol.answers.table import Event, State
from journal import Damaged, JournalError

if TYPE_CHECKING:
    from frontends.programs.door.program import Program


@attrs.define(eq=False)
class Place:
    """Where a program sits or stands."""

    program: Program
    seat: Seat
    end: tuple[Code, Message] | None = None
    """Why the program has to leave."""
    is_behind: bool = False
    """Whether it is to be given the state, because something was not told."""
    ticket: str = ""
    """For luck that was still sealed when it came."""
    no_ticket: Message | None = None
    """Why it gets none for that."""
    _has_ended: bool = False
    """Whether it was told that the game is over."""
    _held: AsyncExitStack = attrs.field(factory=AsyncExitStack)

    @classmethod
    async def take(cls, program: Program, ref: TableRef) -> Place:
        """Sit or stand there. Raises: as `seat.at`."""
        held = AsyncExitStack()
        seat = await held.enter_async_context(at(program.session, ref))
        ticket, no_ticket = await _ticket(seat)
        # Nothing waits from here on until the state is sent: what is not in it is news.
        place = cls(program, seat, ticket=ticket, no_ticket=no_ticket, held=held)
        held.enter_context(seat.following(place, place._hear))
        held.enter_context(seat.until_over(place._lose))
        return place

    @property
    def is_over(self) -> bool:
        """Whether the game there is over."""
        return self.seat.live.table.ended is not None

    async def leave(self) -> None:
        """Be there no more."""
        await self._held.aclose()

    # What is told.

    def begin(self, since: int = 0) -> None:
        """Tell where the table stands: after what happened since a record, if one is given and that is at hand."""
        if not since:
            self.show(Reason.ARRIVED, missed(self.seat.live, self.seat.held, self.seat.viewer)[0])
        elif (found := after(self.seat, since)) is None:
            self.show(Reason.UNKNOWN if since > self.seat.seq else Reason.TOO_OLD)
        else:
            self._tell(events_of(self.seat, self.program.words, *found), self._state())

    def show(self, reason: Reason, told: tuple[Message, ...] = ()) -> None:
        """Tell where it stands, without what led there."""
        self.is_behind = False
        self._tell([], self._state(reason, told))

    def catch_up(self) -> None:
        """The program has read all that it was sent."""
        if self.is_behind and self.end is None:
            self.show(Reason.SLOW)

    def _state(self, reason: Reason | None = None, told: tuple[Message, ...] = ()) -> State:
        program = self.program
        moves, past = program.wants_moves, program.wants_past
        return state_of(self.seat, program.words, moves=moves, past=past, reason=reason, told=told)

    def _tell(self, events: list[Event], state: State) -> None:
        answers: list[Answer] = [*events, state]
        if not self._has_ended and (over := over_of(self.seat, self.program.words)) is not None:
            self._has_ended = True
            answers.append(over)
        self.program.tell(*answers)

    # What befalls it.

    def _hear(self, live: LiveTable, news: News) -> None:
        if self.end is not None:
            return
        if (objection := self.seat.objection()) is not None:
            self._stop(Code.SHUT_OUT, objection.message)
        elif news.fault is not None:
            self._stop(Code.FAILED, for_visitors(news.fault))
        elif self.is_behind or self.program.is_slow:
            self.is_behind = True
        else:
            try:
                self._tell_news(live, news)
            except Damaged as damaged:  # Of what cannot be told, nobody knows what it was.
                self._stop(Code.FAILED, for_visitors(damaged))

    def _tell_news(self, live: LiveTable, news: News) -> None:
        said = live.heard(news.said, self.seat.viewer, self.program.session.attention)
        happened = happenings(self.seat, live.latest) if news.events else ()
        events = events_of(self.seat, self.program.words, happened, said)
        if news.events:
            self._tell(events, self._state())
        elif events:
            self.program.tell(*events)

    def _lose(self, why: Exception) -> None:
        if isinstance(why, Refused):
            self._stop(Code.TAKEN, why.message)

    def _stop(self, code: Code, said: Message) -> None:
        self.end = self.end or (code, said)
        self.program.wake()


async def _ticket(seat: Seat) -> tuple[str, Message | None]:
    """The ticket for luck that is still sealed, or why there is none."""
    if not sealed_luck.is_sealed(seat):
        return "", None
    try:
        return await sealed_luck.ticket(seat), None
    except Refused as refused:
        return "", refused.message
    except JournalError as error:
        return "", for_visitors(error)
