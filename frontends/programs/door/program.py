"""One program in the house, as a visit is one person: its lines go in one by one, what it is told goes out at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any, Protocol, TypeAlias

import attrs

from core.base.message import Message, Name, message
from core.presence.roster import Notice
from core.sessions.at_table.seat import TableRef
from core.sessions.identity.visitor import Guest
from core.sessions.session import Audience, Session
from frontends.locale.language import TEMPLATES, Language, language
from frontends.programs.door.classroom import Classroom
from frontends.programs.door.place import Place
from frontends.programs.door.refusals import Denied
from frontends.programs.door.viewing import Viewing
from frontends.programs.protocol.answers import house
from frontends.programs.protocol.answers.answer import Answer, Said
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Ack, Gone
from frontends.programs.protocol.lines import written
from frontends.programs.protocol.requests.request import Request
from frontends.programs.protocol.wording import said

NOT_THERE = message("You are not at table {id}. To go back to your seat: resume")
MANY_TABLES = message("You are at {most} tables already: leave one first.")
GOODBYE = message("Good-bye.")


class Outlet(Protocol):
    """The way to a program. Nothing of it waits."""

    @property
    def is_slow(self) -> bool:
        """Whether much that was sent is not read yet."""

    def send(self, octets: bytes) -> None:
        """Send it now, or later what is not taken now."""

    def wake(self) -> None:
        """Have whoever waits for the program's next line look at it."""


class Nowhere:
    """Before there is a way to it."""

    is_slow = False

    def send(self, octets: bytes) -> None:
        """Drop it."""

    def wake(self) -> None:
        """Nobody waits."""


@attrs.define(eq=False)
class Program(Audience):
    """A program. With slots: a house may be full of them."""

    session: Session
    outlet: Outlet = attrs.field(factory=Nowhere)
    words: Language = attrs.field(factory=lambda: language(TEMPLATES))
    protocol: int = 0
    """The number it speaks; 0 until it has said hello."""
    wants_moves: bool = True
    wants_past: bool = False
    may_ask: Collection[type[Request]] | None = None
    """What is answered; None is everything."""
    places: Mapping[str, Place] = attrs.field(factory=dict)
    """By the ids of their tables."""
    lesson: Classroom | None = None
    """In which it is, beside its tables."""
    viewing: Viewing | None = None
    """The replay that it sees with others."""
    brought: bytes = b""
    """What it has sent of a game that is to be brought in."""
    is_over: bool = False
    """Whether it is to be let go."""
    strikes: int = 0
    """Lines of garbage that came one after the other."""

    def __attrs_post_init__(self) -> None:
        self.session.audience = self
        if isinstance(self.session.visitor, Guest):
            self.session.visitor.is_program = True
        self.session.given = frozenset({"language"})

    @property
    def has_name(self) -> bool:
        """Whether it has said who it is."""
        return bool(self.session.name)

    # What it is told. Nothing here waits.

    @property
    def is_slow(self) -> bool:
        """Whether it reads more slowly than it is told."""
        return self.outlet.is_slow

    def wake(self) -> None:
        """Look at once whether it has to leave a table."""
        self.outlet.wake()

    def tell(self, *told: Answer) -> None:
        """Send answers."""
        self.outlet.send(written(*told))

    def said(self, one: Message, names: Sequence[Name] = ()) -> Said:
        """A message in its language; `names` are those of the players by seat."""
        return said(one, self.words, names)

    def each_said(self, those: Iterable[Message], names: Sequence[Name] = ()) -> list[Said]:
        """The same of several."""
        return [self.said(one, names) for one in those]

    def hear(self, notice: Notice) -> None:
        """Be told something of the others; who reads slowly misses it."""
        if not self.is_slow:
            self.tell(house.Notice(kind=notice.kind.value, name=notice.name, said=self.said(notice.said)))

    def be_told(self, said: Message) -> None:
        """Be told something about oneself."""
        self.tell(house.Notice(kind="self", said=self.said(said)))

    def shut_out(self, said: Message) -> None:
        """Leave, as it may not be here any more."""
        self.part(Code.SHUT_OUT, said)
        self.outlet.wake()

    def announce(self, said: Message) -> None:
        """Be told something that concerns everybody in the house."""
        self.tell(house.Notice(kind="house", said=self.said(said)))

    def catch_up(self) -> None:
        """It has read all that it was sent."""
        for place in self.places.values():
            place.catch_up()
        if self.viewing is not None:
            self.viewing.catch_up()

    def farewell(self, code: Code, said: Message) -> bytes:
        """The last line it is sent."""
        return written(Gone(code=code, said=self.said(said)))

    # Where it is.

    def place(self, table: str) -> Place:
        """Where it is at a table. Raises: Denied."""
        if (place := self.places.get(table)) is None or place.end is not None:
            raise Denied(Code.NOT_THERE, NOT_THERE.filled(id=table[:40]))
        return place

    def check_room(self) -> None:
        """Raises Denied for a program that is at as many tables as may be; one whose game is over makes room."""
        most = self.session.allowance.budget.tables_of_program
        if sum(not place.is_over for place in self.places.values()) >= most:
            raise Denied(Code.LIMIT, MANY_TABLES.filled(most=most))

    async def _make_room(self) -> None:
        """Go from the first table whose game is over, where room is wanted. Raises: as `check_room`."""
        self.check_room()
        if len(self.places) >= self.session.allowance.budget.tables_of_program:
            await self.leave(next(id for id, place in self.places.items() if place.is_over))

    async def go(self, ref: TableRef, request: Request, since: int = 0) -> None:
        """Be at a table, too, and be told so, then where it stands. Raises: as `seat.at`."""
        place = self.places.get(ref.id)
        if place is None or place.end is not None or place.seat.held != ref.held:
            await self.leave(ref.id)
            await self._make_room()
            place = await Place.take(self, ref)
            self.places = {**self.places, ref.id: place}
        said = [self.said(place.no_ticket)] if place.no_ticket else []
        self.tell(Ack(id=request.id, at=place.seat.seq, table=ref.id, ticket=place.ticket, said=said))
        place.begin(since)

    async def leave(self, table: str) -> None:
        """Be at a table no more; nothing for one where it is not."""
        if (place := self.places.get(table)) is not None:
            self.places = {id: other for id, other in self.places.items() if other is not place}
            await place.leave()

    async def end_lesson(self) -> None:
        """Be in no lesson."""
        if (lesson := self.lesson) is not None:
            self.lesson = None
            await lesson.leave()

    def see(self, viewing: Viewing | None) -> None:
        """See a replay with others in place of the one before, or none."""
        if self.viewing is not None:
            self.viewing.end()
        self.viewing = viewing

    async def settle(self) -> None:
        """Leave the tables where it may not be any more."""
        for id, place in tuple(self.places.items()):
            if place.end is not None:
                code, why = place.end
                await self.leave(id)
                self.tell(Gone(table=id, code=code, said=self.said(why)))

    # The end.

    def part(self, code: Code, said: Message) -> None:
        """Say good-bye; nothing more is taken."""
        if not self.is_over:
            self.outlet.send(self.farewell(code, said))
            self.is_over = True

    async def close(self, *, lost: bool) -> None:
        """Go from all tables, and out of the house; `lost` where it has not taken leave."""
        try:
            async with AsyncExitStack() as stack:  # So that it goes from each, whatever goes wrong at another.
                for place in self.places.values():
                    stack.push_async_callback(place.leave)
                stack.push_async_callback(self.end_lesson)
        finally:
            self.places = {}
            self.see(None)
            self.session.leave(lost=lost)


Handler: TypeAlias = Callable[[Program, Any], Awaitable[Answer | None]]
"""What a request does. It returns the answer, or None where it has sent it itself; raises Refused, JournalError."""
Handlers: TypeAlias = Mapping[type[Request], Handler]
"""What each request does."""


def by_name(act: Callable[[Session, str], Awaitable[object]]) -> Handler:
    """What is done for the `name` in a request, and answered by nothing but that it is done."""

    async def handle(program: Program, asked: Any) -> Ack:
        await act(program.session, asked.name)
        return Ack(id=asked.id)

    return handle
