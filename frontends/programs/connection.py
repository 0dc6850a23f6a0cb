"""One program's connection: lines that come at the pace of any person's, and answers that are never waited for."""

from __future__ import annotations

import socket

import attrs
import trio

from core.base.message import Message
from frontends.locale.language import TEMPLATES, language
from frontends.programs.door.dispatch import take
from frontends.programs.door.program import Program
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Gone
from frontends.programs.protocol.lines import Lines, written
from frontends.programs.protocol.wording import said
from frontends.telnet.input_rate import Pace
from frontends.telnet.output import Later, Sender, Why
from frontends.telnet.reception import read_rest, take_now

READ_SIZE = 4096
"""Bytes that are dealt with before others get their turn."""
SLOW = 1 << 15
"""Bytes that wait to be read from which on a program gets states instead of events, and its next line waits."""
OUT_OF_HOUSE = {Why.BANNED: Code.SHUT_OUT, Why.KICKED: Code.SHUT_OUT, Why.ERROR: Code.FAILED, Why.OFTEN: Code.LIMIT,
                Why.MANY: Code.LIMIT, Why.FULL: Code.LIMIT}  # fmt: skip
"""The word for why the house hangs up; all others are `closing`."""


@attrs.define(eq=False)
class ProgramConnection:
    """A non-blocking stream socket, by lines.

    Attributes:
        received: bytes that came.
        is_half_closed: whether nothing more will come; the program may still read.
    """

    sock: socket.socket
    later: Later
    pace: Pace
    received: int = 0
    is_half_closed: bool = False
    program: Program | None = None
    out: Sender = attrs.field(init=False)
    _lines: Lines = attrs.field(factory=Lines)
    _is_waiting: bool = False
    _is_woken: bool = False

    foreign = ""
    """What else it speaks; nobody looks."""

    def __attrs_post_init__(self) -> None:
        self.out = Sender(self.sock, self.later, most_unsent=2 * SLOW + self.pace.traffic.unsent_bytes)

    def serve(self, program: Program) -> Program:
        """Be the way to a program. Returns: the program."""
        self.program, program.outlet = program, self
        self.out.on_empty = program.catch_up
        return program

    # The way out.

    @property
    def is_slow(self) -> bool:
        """Whether much that was sent is not read yet."""
        return self.out.unsent is not None and len(self.out.unsent) > SLOW

    def send(self, octets: bytes) -> None:
        """Send it now, or later what is not taken now."""
        self.out.send(octets)

    def wake(self) -> None:
        """Have a `receive` that waits answer without a line."""
        if self.pace.interrupt():
            self._is_woken = True
        elif self._is_waiting:
            self._is_woken = True
            trio.lowlevel.notify_closing(self.sock)

    # The way in.

    async def receive(self) -> list[bytes] | None:
        """The next lines, none when woken; None when nothing more comes."""
        self.pace.settle()
        while not self._is_woken:
            if self.is_half_closed or self.out.ended is not None:
                return None
            now = self._count()
            if (seconds := max(self.pace.until_read(now), self.pace.until_input(now))) > 0:
                await self.pace.rest(seconds)
            elif lines := await self._read_lines():
                return lines
        self._is_woken = False
        return []

    async def _read_lines(self) -> list[bytes]:
        self._is_waiting = True
        try:
            await trio.lowlevel.wait_readable(self.sock)
        except trio.ClosedResourceError:  # It was woken.
            return []
        finally:
            self._is_waiting = False
        now = self._count()
        if self.pace.must_wait(now):
            await self.pace.turn(behind=self.pace.is_hurried(now))
        chunk = self._read()
        self.pace.charge_read(now, chunk)
        return [*self._lines.feed(chunk), *(self._lines.end() if self.is_half_closed else ())]

    def _read(self) -> bytes:
        chunk = take_now(self.sock, READ_SIZE, self.out)
        if chunk is None:
            return b""
        self.is_half_closed = not chunk
        self.received += len(chunk)
        return chunk

    def _count(self) -> float:
        now = trio.current_time()
        self.pace.count(now, self.out.sent)
        return now

    async def before(self, number: int) -> None:
        """Wait until the line of that number may be done, of those that came at once: others get their turn between."""
        if number:
            self.pace.settle()
            while self.out.ended is None and (seconds := self.pace.until_input(self._count())) > 0:
                await self.pace.rest(seconds)
            await self.pace.turn(behind=True)
        self.pace.charge_input(trio.current_time())

    async def after(self) -> None:
        """Wait until a program that reads slowly has read what it was sent."""
        if self.is_slow:
            await self.out.drain()

    # What the house asks of every connection.

    async def meet(self, seconds: float) -> None:
        """Programs speak first."""
        await trio.lowlevel.checkpoint()

    @property
    def has_gone(self) -> bool:
        """Whether it is over."""
        return self.out.ended is not None

    def use_screen(self, screen: bool) -> None:
        """There is none."""

    def keep_alive(self) -> None:
        """TCP looks after it: an unasked line would be one more thing for programs to know."""

    def say_last(self, one: Message, why: Why) -> None:
        """Tell why the house hangs up."""
        words = self.program.words if self.program is not None else language(TEMPLATES)
        self.send(written(Gone(code=OUT_OF_HOUSE.get(why, Code.CLOSING), said=said(one, words))))

    def part(self, why: Why, said: Message) -> None:
        """End it from this side; `receive` gives None."""
        if self.out.ended is None:
            self.say_last(said, why)
            self.out.end(why)
            self.pace.interrupt()

    def close(self) -> None:
        """Close the socket."""
        try:
            read_rest(self.sock, READ_SIZE)
            self.out.end(self.why)
        finally:
            trio.lowlevel.notify_closing(self.sock)
            self.sock.close()

    @property
    def why(self) -> Why:
        """Why it is over."""
        return self.out.ended or (Why.HUNG_UP if self.is_half_closed else Why.LEFT)


async def attend(program: Program) -> int:
    """Answer a program that a connection serves until it leaves. Returns: 0, as visits do."""
    connection = program.outlet
    assert isinstance(connection, ProgramConnection)
    try:
        while not program.is_over and (lines := await connection.receive()) is not None:
            for number, line in enumerate(lines):
                await connection.before(number)
                await take(program, line)
                await connection.after()
                if program.is_over:
                    break
            await program.settle()
    finally:
        await program.close(lost=not program.is_over)
    return 0
