"""What a session has at one table: seats of its own, one that is lent to it, or only a place to look on from.

Nothing plays for a person but a `Seat`. `seated` makes one, which is refused where the seats are not the session's; it
plays until its block ends, until the seat is taken over from elsewhere, or until a seat that was lent is given back.

async with at(session, await tables.join(session, id)) as seat:
    await seat.play("roll")
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import attrs
from msgspec import Struct

from core.base.game import SPECTATOR, Game, Refused, Viewer, viewer_of
from core.base.message import message
from core.duels.rules import check_allowed, house_move
from core.games import GAMES
from core.live.decision import Busy, MovedOn
from core.live.delayed_view import for_watchers, is_free_to_watch, shut_out
from core.live.live_table import Actor, Listener, LiveTable
from core.live.repeated_moves import UsedBefore
from core.replay import transfer
from core.sessions.at_table.held_seats import NO_SEATS, Held, withdrawn
from core.sessions.identity.visitor import code_at
from core.sessions.limits import Limit
from core.sessions.session import ELSEWHERE, NAMELESS, Session
from core.table import Command, Move, TableView
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour")
LOOKING_ON = message("You are watching: only players can do that.")
READING = 10.0
"""Records that a move costs whose like has to be looked for in the journal."""
NOT_YOURS = message("You play for somebody: only they can do that.")


class TableRef(Struct, frozen=True):
    """Where a session may go: a table that is known to be there."""

    id: str
    held: Held = NO_SEATS
    """The session's seats there, with whose they are: a seat that is lent must never lead back as one's own."""


@attrs.define(eq=False)
class Seat:
    """A session at a table; `held` is what it has there, `NO_SEATS` for those who look on."""

    session: Session
    live: LiveTable
    held: Held
    code: str = ""
    """With which a guest comes back to it; empty for those who need none."""
    _actors: tuple[Actor, ...] = attrs.field(init=False)
    _viewer: Viewer = attrs.field(init=False)
    is_over: bool = attrs.field(default=False, init=False)
    """Whether nothing can be done with it any more: its block has ended, or a seat that was lent was taken back."""
    _lost: Refused | None = attrs.field(default=None, init=False)
    """Why it plays no more though somebody is still there."""
    _when_over: tuple[Callable[[Exception], None], ...] = attrs.field(default=(), init=False)

    def __attrs_post_init__(self) -> None:
        """Raises Refused where seats are not the session's; whoever owns the journal has those of all persons."""
        session, table = self.session, self.live.table
        own = table.people if session.is_home else session.persons | {session.visitor.id}
        self._actors = tuple(Actor(self.live, seat, own, self.held.stand_in) for seat in self.held.seats)
        self._viewer = viewer_of(self.held.seats[0] if self.held.seats else None)

    @property
    def id(self) -> str:
        """The table's."""
        return self.live.id

    @property
    def game(self) -> Game:
        """What is played."""
        return GAMES[self.live.table.game.name]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the person plays at, counted from 0; empty for those who look on."""
        return self.held.seats

    @property
    def stand_in(self) -> str:
        """The person's id where they play for whose seat it is; empty else."""
        return self.held.stand_in

    @property
    def number(self) -> int | None:
        """The seat that acts now: of several the one whose turn it is; None for those who look on."""
        if len(self.held.seats) < 2:
            return self.held.seats[0] if self.held.seats else None
        return next((seat for seat in self.held.seats if seat in self.live.turn), self.held.seats[0])

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the person sees: with several seats, those of the one that acts now.

        A seat that was lent shows nothing any more once it is not lent.
        """
        if self.held.stand_in and self.objection() is not None:
            return SPECTATOR
        return self._viewer if len(self.held.seats) < 2 else viewer_of(self.number)

    @property
    def view(self) -> TableView:
        """What the person may know now; the same object until the table moves on."""
        return self.live.view(self.viewer)

    @property
    def moves(self) -> Mapping[str, Any]:
        """The legal moves by the text a person types; empty while it is not their turn."""
        view = self.view
        is_turn = view.begun and view.seat is not None and view.seat in view.turn
        return self.game.moves(view.view) if is_turn else {}

    @property
    def seq(self) -> int:
        """The last record there."""
        return self.live.table.seq

    @property
    def ref(self) -> TableRef:
        """What leads back here."""
        return TableRef(self.id, self.held)

    # Asking something of the table.

    def acting(self, seat: int | None = None) -> Actor:
        """Who acts at the seat whose turn it is, or another of the person's own. Raises: Refused for who only looks
        on."""
        by = self.number if seat is None else seat
        actor = next((one for one in self._actors if one.seat == by), None)
        if actor is None or self.is_over:
            raise Refused(LOOKING_ON)
        return actor

    async def submit(self, command: Command, *, seen: int | None = None, seat: int | None = None) -> None:
        """Ask something of the table: by the seat that acts now, or by another of the person's own.

        `seen` is the last record that the person had seen when they decided this; None is all there are.

        Raises: Refused, MovedOn where the table has moved on since; JournalError.
        """
        actor = self.acting(seat)
        self._check_duel(command)
        await self._spend(command)
        try:
            await actor.submit(command, seen)
        except Refused as refused:
            self._judge(actor.seat, command, refused)
            raise

    async def play(self, text: str, *, seen: int | None = None) -> None:
        """Make a move, as `moves` spells it. Raises: as `submit`."""
        await self.submit(Move(text), seen=seen)

    async def play_once(self, text: str, name: str, *, seen: int) -> int:
        """Make a move that has a name of the player's own: asked for again it is made once, whatever happened between,
        as long as `seen` is as it was.

        Returns: the first record of what came of it. Raises: as `submit`; UsedBefore where that was another move.
        """
        actor = self.acting()
        self._check_duel(Move(text))
        is_at_hand = seen + 1 >= self.live.recent[0][1].seq
        await self._spend(Move(text), 1.0 if is_at_hand else READING)
        try:
            return await actor.submit_once(Move(text), seen, name)
        except Refused as refused:
            self._judge(actor.seat, Move(text), refused)
            raise

    def _check_duel(self, command: Command) -> None:
        """Raises Refused for what a player of a duel may not ask, and MovedOn where the house is to move on."""
        if self.live.table.setup.duel is None:
            return
        check_allowed(self.live.table, command)
        if isinstance(command, Move) and house_move(self.live.table):
            raise MovedOn

    async def _spend(self, command: Command, cost: float = 1.0) -> None:
        """Count it. In a duel of the house moves wait for their turn, so that no program need know the pace of a house:
        a duel has long enough games that all would meet the limit."""
        if isinstance(command, Move) and self.live.table.setup.is_of_house_duel:
            await self.session.wait_to_spend(Limit.RECORDS, cost)
        else:
            self.session.spend(Limit.RECORDS, cost)

    def _judge(self, seat: int, command: Command, refused: Refused) -> None:
        """Tell the referee of a duel of a move that is not legal."""
        if isinstance(command, Move) and not isinstance(refused, MovedOn | Busy | UsedBefore):
            referee = self.session.service.referees.get(self.id)
            if referee is not None:
                referee(seat)

    # Following it.

    @contextmanager
    def following(self, key: object, listener: Listener) -> Iterator[None]:
        """Be told what happens, by a callback that must not wait, from the moment in which `view` is looked at."""
        self.live.listeners[key] = listener
        try:
            yield
        finally:
            self.live.listeners.pop(key, None)

    @contextmanager
    def attending(self) -> Iterator[None]:
        """Let clock and computer players go on for as long as the person has a seat here."""
        attendance = self.session.service.attendance
        if self.held.seats:
            attendance.begin(self.live, self)
        try:
            yield
        finally:
            attendance.end(self.live, self)
            self.end(StopAsyncIteration())

    @contextmanager
    def until_over(self, listener: Callable[[Exception], None]) -> Iterator[None]:
        """Be told, by a callback that must not wait, why it plays no more: Refused where the person plays from
        elsewhere, StopAsyncIteration at the end of its block."""
        self._when_over = (*self._when_over, listener)
        try:
            yield
        finally:
            self._when_over = tuple(one for one in self._when_over if one != listener)

    def end(self, why: Exception) -> None:
        """Play no more, at the end of the block; `why` is for those who wait for that."""
        self.is_over = True
        for listener in self._when_over:
            listener(why)

    def objection(self) -> Refused | None:
        """Why the person may not be here, or not any more. A seat of one's own is kept whatever happens."""
        if self._lost is not None:
            return self._lost
        if self.held.seats:
            return withdrawn(self.live.table, self.held) if self.held.stand_in else None
        if is_free_to_watch(self.live.current):
            return None  # Looked at first, because each of a thousand who watch may ask this at a move.
        return shut_out(self.live, self.session.persons | {self.session.visitor.id})

    def lose(self) -> bool:
        """The person has sat down here from elsewhere. Returns: whether they look on from now on. Must not wait."""
        self.session.service.attendance.end(self.live, self)
        if self.held.stand_in:
            self._lost = Refused("You sat down at table {id} in another window.", id=self.id)
            self.end(self._lost)
            return False
        self.held, self.code, self._actors, self._viewer = NO_SEATS, "", (), viewer_of(None)
        for listener in self._when_over:
            listener(Refused(ELSEWHERE))
        return True


@asynccontextmanager
async def seated(session: Session, ref: TableRef) -> AsyncIterator[Seat]:
    """Sit or stand at a table. Raises: Refused for whom those seats are not, or who may not look on; JournalError."""
    async with session.service.table(ref.id, attended=False) as full:
        try:
            await full.load_talk()
        except Damaged as damaged:
            _LOG.warning("The talk at table %s cannot be read: %s", full.id, damaged)
        await _note_names(session, full)
        live = full if ref.held.seats else await for_watchers(full)
        # From here on nothing waits until the session follows the table: so what it is told now, and what comes as
        # news to its listener, is everything, each thing once. A late table ends with the first news nobody hears.
        seat = Seat(session, live, ref.held, code_at(session.visitor, live.id) if ref.held.seats else "")
        if (objection := seat.objection()) is not None:  # Meanwhile they were elsewhere, in a lesson or a replay.
            raise objection
        if seat.code:
            session.codes = (*(code for code in session.codes if code != seat.code), seat.code)
            session.allowance.note_right(full.stream)
        try:
            with seat.attending():
                yield seat
        finally:
            session.left = live.id, live.table.seq
            await _note_names(session, full)


@asynccontextmanager
async def at(session: Session, ref: TableRef) -> AsyncIterator[Seat]:
    """Sit or stand at a table, and be seen there; a session that is at another one already is at both.

    Raises: Refused for whom those seats are not, who may not look on, or who has no name yet; JournalError.
    """
    if not session.name:
        raise Refused(NAMELESS)
    async with seated(session, ref) as seat:
        beside = session.be_beside(seat) if session.at is not None else None
        if beside is None:
            session.be_at(seat)
        try:
            yield seat
        finally:
            if beside is None:
                session.be_at(None)
            else:
                session.end_beside(beside)


async def _note_names(session: Session, live: LiveTable) -> None:
    """Have the players' names in the file that holds the game, if it is one that holds a single game."""
    with suppress(JournalError):
        await session.service.journal.note(transfer.header(session.service, live.table))
