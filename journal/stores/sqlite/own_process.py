"""A database in a process of its own: for a house, whose event loop is busy.

A thread needs the interpreter some ten times for a commit, between the calls of SQLite, and waits for it each time
while the loop computes: 30 to 100 ms for a commit that takes 2 (`python -m tests.hostile openings`). This process has
an interpreter of its own; the loop hands it packets and is told when the answer is there. It also checks and unpacks
what is read. What waits to be read shares packets: on a busy machine the way there and back takes ten times as long as
most reads, and hundreds who come in at once would wait for one another.

When it dies, nobody knows what became of a commit under way, and what only reads is asked again: the next call starts
the process anew.
"""

from __future__ import annotations

import errno
import logging
import math
import os
import pickle
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import attrs
import trio

from journal.api import JournalError, OutcomeUnknown
from journal.atomic_files import explained
from journal.blocking_threads import Places
from journal.sentences import Sentence, sentence
from journal.stores.sqlite.access import Access
from journal.stores.sqlite.database import Database
from journal.stores.sqlite.opening import Place, lost
from journal.stores.sqlite.store_process import LENGTH, Answer, Asked, packed

_LOG = logging.getLogger("parlour.journal")
_PROGRAM = ("-P", "-m", "journal.stores.sqlite.store_process")
CHUNK = 1 << 16
"""Bytes that are taken from a line at once. For twice as many the system is asked for memory each time, which takes
longer than all the rest."""
READS_TOGETHER = 8
"""Reads in one packet at the most: the last one waits for the others."""
GRACE_SECONDS = 5.0
"""Seconds for the process to end by itself once its lines are closed."""

P = ParamSpec("P")
T = TypeVar("T")


@attrs.frozen(eq=False)
class _Line:
    """Our end of a line to the process; one question at a time."""

    sock: socket.socket

    async def ask(self, packet: bytes) -> bytes:
        """The answer to a packet. Raises: OSError when the process has died.

        It is sent and received at once where that goes without waiting: each wait is a round of the event loop, some
        milliseconds in a busy house.
        """
        await self._send(packet)
        await trio.lowlevel.wait_readable(self.sock)  # The answer is never there yet.
        received = await self._receive(LENGTH.size)
        (length,) = LENGTH.unpack_from(received)
        received += await self._receive(LENGTH.size + length - len(received))
        return received[LENGTH.size :]

    async def _send(self, packet: bytes) -> None:
        left = memoryview(packet)
        while left:
            try:
                left = left[self.sock.send(left) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(self.sock)

    async def _receive(self, least: int) -> bytes:
        received = b""
        while len(received) < least:
            try:
                chunk = self.sock.recv(CHUNK)
            except BlockingIOError:
                await trio.lowlevel.wait_readable(self.sock)
                continue
            if not chunk:
                raise ConnectionResetError
            received += chunk
        return received


@attrs.define(eq=False)
class _Call:
    """What is asked, and what came of it."""

    asked: Asked
    leads: Sequence[_Call] = ()
    """The calls that are to be sent with it, itself among them, now that it has a line."""
    woken: trio.Event = attrs.field(factory=trio.Event, init=False)
    """Set when it has a line, or was answered on that of another one."""
    value: Any = attrs.field(default=None, init=False)
    fault: Exception | None = attrs.field(default=None, init=False)


class _Lane(Places):
    """Calls of one kind. Those that wait for a line are then sent together, up to a number."""

    def __init__(self, process: _OwnProcess, kind: str, most: int, together: int = 1) -> None:
        super().__init__(kind, most)
        self.lines: list[_Line] = []
        """Those that are free, to the process that runs now."""
        self._process, self._together = process, together
        self._calls: deque[_Call] = deque()
        """What waits because no line is free, the oldest first."""

    @property
    def waiting(self) -> int:
        """Calls that wait for a line."""
        return len(self._calls)

    async def run(self, method: Callable[Concatenate[Database, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """See `Lane`."""
        await trio.lowlevel.checkpoint_if_cancelled()
        call = _Call((method.__name__, arguments, named))
        if self.limiter.available_tokens:
            # As a rule a line is free: to wait for one would be another round of the event loop all the same.
            self._have_line((call,))
        else:
            await self._wait(call)
        if call.leads:
            await self._send(call.leads)
        if call.fault is not None:
            raise call.fault
        answer: T = call.value
        return answer

    def _have_line(self, calls: Sequence[_Call]) -> None:
        self.limiter.acquire_on_behalf_of_nowait(calls[0])
        calls[0].leads = calls

    async def _wait(self, call: _Call) -> None:
        """Wait until a call has a line, or was answered together with others."""
        self._calls.append(call)
        try:
            await call.woken.wait()
        except BaseException:
            if call in self._calls:
                self._calls.remove(call)
            elif call.leads:  # It was given a line in the same moment, and others with it.
                await self._send(call.leads)
            raise

    async def _send(self, calls: Sequence[_Call]) -> None:
        """Have calls answered, and give the line to those that wait."""
        calls[0].leads = ()  # It is one of them: a circle would keep what was read until garbage is looked for.
        try:
            with trio.CancelScope(shield=True):  # A line whose answer nobody takes could not be used again.
                answers = await self._process.ask(self, packed([call.asked for call in calls]))
            for call, answer in zip(calls, answers, strict=True):
                call.value, call.fault = answer
                call.woken.set()
        except Exception as fault:  # The process has died, and does not start.
            for call in calls:
                call.fault = fault
                call.woken.set()
        finally:
            self.limiter.release_on_behalf_of(calls[0])
            if self._calls:
                # A share for each line: the others are free soon, too.
                share = min(self._together, math.ceil(len(self._calls) / self.most))
                self._have_line(following := [self._calls.popleft() for _ in range(share)])
                following[0].woken.set()


class _OwnProcess:
    """The process, and the lines to it."""

    def __init__(self, path: Path, patience: float, *, read_only: bool) -> None:
        self._opening = packed([("open", (path, patience), {"read_only": read_only})])
        self._directory = Path.cwd()
        self.writes = _Lane(self, "journal writes", 1)
        # More threads that compute in the process would keep commits waiting: their median doubles with four.
        self.reads = _Lane(self, "journal reads", 2, together=READS_TOGETHER)
        self.pages = _Lane(self, "journal pages", 2)
        self._starting = trio.Lock()
        self._process: trio.Process | None = None
        self._has_died = False
        self._place: Place | None = None
        self.damage: Sentence | None = None
        """The sentence about a bad page, once one was read."""

    @property
    def _lanes(self) -> tuple[_Lane, ...]:
        return self.writes, self.reads, self.pages

    async def ask(self, lane: _Lane, packet: bytes) -> Sequence[Answer]:
        """What the calls in a packet return or raise. Raises: OutcomeUnknown when the process has died meanwhile."""
        try:
            return await self._ask(lane, packet)
        except OutcomeUnknown:
            if lane is self.writes:
                raise
            return await self._ask(lane, packet)  # Reading twice does no harm.

    async def _ask(self, lane: _Lane, packet: bytes) -> Sequence[Answer]:
        if self._has_died:
            await self._start_again()
        line, lines = lane.lines.pop(), lane.lines
        try:
            answer = await line.ask(packet)
        except OSError as error:
            self._has_died = self._has_died or lines is lane.lines
            line.sock.close()
            raise _died() from error
        lines.append(line)
        return self._taken(answer)

    def _taken(self, packet: bytes) -> Sequence[Answer]:
        """The answers in a packet."""
        answers: Sequence[Answer]
        answers, self.damage = pickle.loads(packet)
        return answers

    async def _start_again(self) -> None:
        async with self._starting:
            if self._has_died:
                await self.stop()
                _LOG.error(self._ended())
                await self.start()

    def _ended(self) -> Sentence:
        """For the log: how the process has ended, which is started again."""
        assert self._process is not None
        code = self._process.returncode or 0
        why = f"signal {-code}" if code < 0 else f"status {code}"
        return sentence("The journal's process has died ({why}); it starts again.", why=why)

    async def start(self) -> Place:
        """Start the process, and have it open the database; the answer is where its files are. Raises: JournalError."""
        if self._place is not None:  # A new file would be made where one is missing, and its log thrown away.
            self._place.check(all_files=False)
        lines = await self._lines()
        for lane in self._lanes:
            lane.lines = [lines.pop() for _ in range(lane.most)]
        try:
            ((place, fault),) = self._taken(await self.writes.lines[0].ask(self._opening))
        except OSError as error:
            raise _died() from error
        if fault is not None:
            raise fault
        if self._place is not None and place.identities[0] != self._place.identities[0]:
            raise lost(place.path)
        self._place, self._has_died = place, False
        return self._place

    async def _lines(self) -> list[_Line]:
        """Lines to a new process. Raises: JournalError when it cannot be started."""
        with ExitStack() as on_failure, ExitStack() as theirs:
            numbers, lines = [], []
            try:
                for _ in range(sum(lane.most for lane in self._lanes)):
                    our_end, their_end = socket.socketpair()
                    on_failure.enter_context(our_end)
                    our_end.setblocking(False)
                    numbers.append(theirs.enter_context(their_end).fileno())
                    lines.append(_Line(our_end))
                self._process = await trio.lowlevel.open_process(
                    (sys.executable, *_PROGRAM, *map(str, numbers)), cwd=self._directory, pass_fds=numbers,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    # Ctrl-C is for the house alone. In a session of its own it would get a share of a busy processor
                    # apart from that of the house (sched(7), autogroups), and each would wait for the other's.
                    process_group=0,
                )  # fmt: skip
            except OSError as error:
                if error.errno == errno.EMFILE:
                    raise explained(self._directory, error) from error
                raise JournalError(
                    "The journal's process cannot start ({why}); raise the limit and try again.",
                    why=error.strerror,
                ) from error
            on_failure.pop_all()
        return lines

    async def stop(self) -> None:
        """End the process, after what it has begun."""
        for lane in self._lanes:
            for line in lane.lines:
                line.sock.close()
            lane.lines = []
        if self._process is not None:
            with trio.move_on_after(GRACE_SECONDS):
                await self._process.wait()
            self._process.kill()
            await self._process.wait()


def _died() -> OutcomeUnknown:
    return OutcomeUnknown("The journal's process has died; try again.")


@asynccontextmanager
async def in_own_process(path: Path, patience: float, *, read_only: bool) -> AsyncIterator[Access]:
    """The database in a file, in a process that ends with the block. Raises: JournalError."""
    process = _OwnProcess(path, patience, read_only=read_only)
    try:
        place = await process.start()
        try:
            yield Access(process.writes, process.reads, process.pages, place.files, lambda: process.damage)
        finally:
            with suppress(JournalError):
                await process.writes.run(Database.close)
    finally:
        with trio.CancelScope(shield=True):
            await process.stop()
