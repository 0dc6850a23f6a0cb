"""A program that takes part in a duel, in a process of its own.

It is sent what any program is sent that has come to a house, and nothing of the other one. What it may ask is little:
a duel would measure nothing if it could ask for hints, or look at games that are over.
"""

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE

import attrs
import trio

from core.duels.rules import CRASHED, GARBAGE, ILLEGAL, RESIGNED
from core.duels.score import GameResult
from core.house.duel_game import DuelTable, Side
from core.presence.roster import Attention, Kind
from core.sessions.parlour import Parlour
from core.sessions.session import Session
from frontends.programs.door.program import Program
from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Refused, Welcome
from frontends.programs.protocol.requests.arrival import Leave, Look
from frontends.programs.protocol.requests.identity import Bye, Hello
from frontends.programs.protocol.requests.invitations import Accept
from frontends.programs.protocol.requests.moves import Play, Resign
from frontends.programs.protocol.requests.request import Request
from frontends.programs.stdio import READ_SIZE, Streams, attend

ANSWERED: frozenset[type[Request]] = frozenset({Hello, Accept, Play, Resign, Look, Leave, Bye})
"""What a program may ask in a duel."""
TO_BEGIN = 30.0
"""Seconds in which a program has to say hello, at the least."""
TO_END = 1.0
"""Seconds that it has to end once its input has."""
_HEARS = Attention(off=tuple(kind.value for kind in Kind if kind is not Kind.INVITED))


@attrs.define(eq=False)
class ProcessStreams(Streams):
    """The way to a program in a process."""

    process: trio.Process = attrs.field(kw_only=True)

    async def put(self, octets: bytes) -> int:
        """Write all of them. Raises: OSError where nobody reads any more."""
        assert self.process.stdin is not None
        try:
            await self.process.stdin.send_all(octets)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise BrokenPipeError from error
        return len(octets)

    async def take(self) -> bytes:
        """What comes next; nothing at the end."""
        assert self.process.stdout is not None
        try:
            return bytes(await self.process.stdout.receive_some(READ_SIZE))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""


@attrs.define(eq=False)
class Watched(Program):
    """A program of which is seen what it is told."""

    on_told: Callable[[Answer], None] = attrs.field(default=lambda _: None, kw_only=True)

    def tell(self, *told: Answer) -> None:
        """Send answers."""
        Program.tell(self, *told)
        for one in told:
            self.on_told(one)


@attrs.define(eq=False)
class Contestant:
    """One side of a duel: its process is started when it is wanted, and anew when it has lost by a fault."""

    parlour: Parlour
    number: int
    """0 for the side that was named first."""
    side: Side
    secret: str
    """The person's."""
    command: tuple[str, ...]
    seconds: float
    table: DuelTable | None = None
    """The game in which its faults count."""
    fault: str = ""
    """Why it has to be started anew."""
    _program: Program | None = None
    _running: trio.CancelScope = attrs.field(factory=trio.CancelScope)
    _changed: trio.Event = attrs.field(factory=trio.Event)
    """Set when it has said hello, and when it is gone."""
    _ended: trio.Event = attrs.field(factory=trio.Event)

    @property
    def is_ready(self) -> bool:
        """Whether it has said hello and is there."""
        return self._program is not None and self._program.protocol > 0 and not self._ended.is_set()

    @property
    def patience(self) -> float:
        """Seconds in which it has to say hello."""
        return max(self.seconds, TO_BEGIN)

    async def begin(self, nursery: trio.Nursery) -> bool:
        """Start it, unless it runs and has done nothing wrong. Returns: whether it is ready to play."""
        if self.fault or not self.is_ready:
            await self.end()
            self.fault, self._changed, self._ended = "", trio.Event(), trio.Event()
            nursery.start_soon(self._run)
            with trio.move_on_after(self.patience):
                await self._changed.wait()
        return self.is_ready

    async def end(self) -> None:
        """Have no process any more."""
        if self._program is not None:
            self._running.cancel()
            await self._ended.wait()

    async def _run(self) -> None:
        session = self._enter()
        self._program = program = Watched(session, may_ask=ANSWERED, on_told=self._note)
        try:
            with trio.CancelScope() as self._running:
                async with _process(self.command) as process:
                    await attend(program, ProcessStreams(process=process))
            self.blame(GARBAGE if program.strikes >= session.allowance.budget.garbage_lines else CRASHED)
        finally:
            session.leave()
            self._ended.set()
            self._changed.set()

    def _enter(self) -> Session:
        session = self.parlour.enter()
        session.visitor.become(self.side.person, self.secret)
        session.be_called(self.side.name)
        session.listen(_HEARS)
        return session

    def _note(self, told: Answer) -> None:
        match told:
            case Welcome():
                self._changed.set()
            case Refused(code=Code.ILLEGAL):
                self.blame(ILLEGAL)
            case _:
                pass

    def blame(self, reason: str) -> None:
        """It has lost the game that it is in, and is started anew before the next. Never waits."""
        self.fault = self.fault or reason
        if self.table is not None:
            self.table.lose(self.number, reason)

    async def settle(self, result: GameResult) -> None:
        """The game is over: go from its table."""
        self.table = None
        if result.loser == self.number and result.reason != RESIGNED:
            self.fault = self.fault or result.reason
        if self._program is not None:
            await self._program.leave(result.table)


@asynccontextmanager
async def _process(command: tuple[str, ...]) -> AsyncIterator[trio.Process]:
    """A process with pipes; at the end of the block it has a moment to end by itself. Raises: OSError."""
    process = await trio.lowlevel.open_process(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
    try:
        yield process
    finally:
        with trio.CancelScope(shield=True):
            await _end(process)


async def _end(process: trio.Process) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdin.aclose()
    with trio.move_on_after(TO_END):
        await process.wait()
    with suppress(ProcessLookupError):  # What it has started ends with it.
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    await process.stdout.aclose()
