"""The input of a connection: read at the pace it is allowed, and given out one input at a time.

The one task of a connection is the one that calls `receive`. Everything else that happens to it (news to show, the
house that hangs up, pictures that were held back) is a plain call from another task, which never waits.
"""

import math
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

import attrs
import trio

from core.base.message import message
from frontends.telnet.abilities import BARE
from frontends.telnet.input_rate import Pace
from frontends.telnet.output import Later, Sender, Why
from frontends.telnet.reception import take_now
from frontends.telnet.side_channel import GmcpChannel
from frontends.telnet.wire.events import WireEvent
from frontends.telnet.wire.protocol import Wire
from frontends.terminal.keyboard import ESCAPE_PAUSE
from frontends.terminal.picture import Look
from frontends.terminal.terminal import Closed, Given, Input, Key, Line, Resized, Warned

READ_SIZE = 1024
"""Bytes that are dealt with before others get their turn; as negotiation, which takes the longest, 0.8 ms."""
KEYS_AT_ONCE = 32
"""Keys of a line that are dealt with before others get their turn: each has the rest of the line drawn anew."""
PROBE_EVERY = 0.4
"""Seconds between two probes of a client that is not read from."""
LONG_AGO = -math.inf
TOO_FAST = message("That was too much at once: the rest is read a little later.")


@attrs.define(eq=False, weakref_slot=False)
class InputStream:
    """A non-blocking stream socket as one reads from it.

    Attributes:
        received: bytes that came from the client.
        is_half_closed: whether it will send nothing more than what waits in the socket, as `HangUps` noticed.
    """

    sock: socket.socket
    later: Later
    wire: Wire = attrs.field(factory=Wire)
    look: Look = BARE
    pace: Pace = attrs.field(factory=Pace)
    received: int = 0
    is_half_closed: bool = attrs.field(default=False, init=False)
    out: Sender = attrs.field(init=False)
    _has_ended: bool = attrs.field(default=False, init=False)
    """Whether the client will send nothing more; it may still read."""
    _inputs: tuple[Given, ...] = attrs.field(default=(), init=False)
    _taken: int = attrs.field(default=0, init=False)
    _is_resized: bool = attrs.field(default=False, init=False)
    """Whether the look has changed since the last `Resized`."""
    _on_screen: bool = attrs.field(default=False, init=False)
    """Whether a board is shown: then each key is an input by itself, while in line mode it may be a part of a line."""
    _resized_at: float = attrs.field(default=LONG_AGO, init=False)
    _beside: GmcpChannel | None = attrs.field(default=None, init=False)
    """Made when the client first says that it understands anything beside text."""
    _is_meeting: bool = attrs.field(default=False, init=False)
    _is_receiving: bool = attrs.field(default=False, init=False)
    _is_woken: bool = attrs.field(default=False, init=False)
    _when_gone: Callable[[], object] | None = attrs.field(default=None, init=False)
    """What is to be done when the client has gone, while something else is waited for."""
    _probed_at: float = attrs.field(default=LONG_AGO, init=False)
    _has_more: bool = attrs.field(default=False, init=False)
    """Whether keys of a line wait only because others get their turn first."""

    def _take(self, told: tuple[WireEvent, ...]) -> None:
        """Do at once what these events ask for, and put inputs into `_inputs`."""
        raise NotImplementedError

    def _interpret(self, input: Given) -> Input | None:
        """What an input means when its turn has come; None when it is a part of a line, say.

        A key at a board means itself, and does not come here.
        """
        raise NotImplementedError

    @property
    def has_gone(self) -> bool:
        """Whether the client sends nothing more, and nothing of what it sent waits."""
        return self._is_over and not self._inputs

    def note_half_closed(self) -> None:
        """The client sends nothing more than what waits in the socket."""
        self.is_half_closed = True

    def note_gone(self) -> None:
        """The client has gone: whatever is waited for on its behalf is given up."""
        self.out.end(Why.LOST)
        self.pace.interrupt()
        if self._when_gone is not None:
            self._when_gone()

    @contextmanager
    def parting(self, act: Callable[[], object]) -> Iterator[None]:
        """Have something done once, should the client go while the block waits for something else."""
        self._when_gone = act
        self._probe_again(act)
        try:
            yield
        finally:
            self._when_gone = None

    def _probe_again(self, act: Callable[[], object]) -> None:
        if self._when_gone is act:
            if self.out.ended is not None:
                act()
                return
            self._probe(trio.current_time())
            self.later.at(trio.current_time() + PROBE_EVERY, partial(self._probe_again, act))

    def _probe(self, now: float) -> None:
        """Send something invisible now and then: a client that has gone answers it with a reset."""
        if now >= self._probed_at + PROBE_EVERY and self.out.unsent is None:
            if self._probed_at > LONG_AGO:
                self.out.send(self.wire.probe())
            self._probed_at = now

    def count_given(self) -> int:
        """How many inputs have come so far; what waits in the socket is read for that."""
        before = self.received
        if not self._is_over:
            self._read_now(self._count())
        if self._is_receiving and (self.received > before or self._is_over):
            # Whoever waits for the socket in `receive` would wait on: what it waits for has been read here.
            trio.lowlevel.notify_closing(self.sock)
        return self._taken + len(self._inputs)

    def count_taken(self) -> int:
        """How many of them were received."""
        return self._taken

    @property
    def _is_over(self) -> bool:
        """Whether nothing more can come."""
        return self._has_ended or self.out.ended is not None

    async def meet(self, seconds: float) -> None:
        """Ask the client what it is, and wait for the answers at most so many seconds, or until something is typed.

        A visit that begins now begins with the look that follows; `Resized` tells it of what comes later.
        """
        self.out.send(self.wire.start())
        # An alarm of trio's own would be kept by it until long after the visit has begun.
        self.later.at(self.later.now() + seconds, self._end_meeting)
        self._is_meeting = True
        try:
            while self._is_meeting and not (self.wire.is_known or self._inputs or self._is_over):
                await trio.lowlevel.wait_readable(self.sock)
                now = self.later.now()
                if self.pace.is_hurried(now):
                    break  # A client that sends so much before it is greeted does not describe itself.
                self._read_now(now)
        except trio.ClosedResourceError:
            pass  # The client has had its time.
        finally:
            self._is_meeting, self._is_resized = False, self._beside is not None

    def _end_meeting(self) -> None:
        """Wake `meet`, if it still waits. Where something has just come, it runs already and looks at the flag."""
        if self._is_meeting:
            self._is_meeting = False
            trio.lowlevel.notify_closing(self.sock)

    def wake(self) -> None:
        """Have a `receive` that waits answer None."""
        if self.pace.interrupt():
            self._is_woken = True
        elif self._is_receiving:
            self._is_woken = True
            trio.lowlevel.notify_closing(self.sock)

    async def receive(self) -> Input | None:
        """What the person did next; None when woken."""
        self.pace.settle()
        if self._inputs and not self._is_over:
            # Others get their turn between two inputs. Before an input is taken, so that none is lost when whoever
            # asked for it has given up waiting in the meantime.
            await self.pace.turn(behind=True)
        elif self._is_resized or self._is_over:
            now = trio.current_time()
            if not self._is_over and self._next_size_at <= now and self.pace.must_wait(now):
                await self.pace.turn(behind=True)  # A board in another size is drawn anew, which takes long.
            else:
                await trio.lowlevel.checkpoint()
        while (received := self._next()) is None:
            if self._has_more and not self._is_woken:
                await self.pace.turn(behind=True)
                continue
            if not self._is_woken:
                self.pace.settle()  # Whoever has sent half a line keeps nobody waiting for the rest of it.
                self._is_receiving = True
                try:
                    await self._something()
                except trio.ClosedResourceError:
                    pass  # What was waited for has been read in `count_given`, or there is something else to be done.
                finally:
                    self._is_receiving = False
            if self._is_woken:
                self._is_woken = False
                return None
            if self._is_calm:
                if (received := self._read_one()) is not None:
                    return received
            else:
                now = self._count()
                if self.pace.must_wait(now):
                    await self.pace.turn(behind=self.pace.is_hurried(now))
                    now = trio.current_time()
                self._read_now(now)
            if len(self._inputs) > 1 and self.pace.is_crowded and not self._is_over:
                await self.pace.turn(behind=True)  # Whoever sends several at once does not wait for an answer to each.
        return received

    @property
    def _is_calm(self) -> bool:
        """Whether what comes next may be read and done at once, without counting it."""
        return self.pace.is_free and not (self._inputs or self._is_resized or self._has_ended or self.out.ended)

    def _something(self) -> Awaitable[None]:
        """What to wait for until there may be something to read or to tell. No coroutine of its own: one that
        waits is 0.2 KiB for everybody who sits in the lobby."""
        if self.pace.spare > 0 and self.wire.is_at_rest and not (self._inputs or self._is_resized):
            return trio.lowlevel.wait_readable(self.sock)
        now = self._count()
        seconds = self.pace.until_input(now) if self._inputs else self.pace.until_read(now)
        if seconds > 0:
            self._probe(now)
            return self.pace.rest(seconds)
        if self._is_resized or self.wire.awaits_more:
            return self._wait_for_time()
        return trio.lowlevel.wait_readable(self.sock)

    def _count(self) -> float:
        """Have counted what went through until now; the answer is the time."""
        now = self.later.now()
        self.pace.count(now, self.out.sent)
        return now

    def _next(self) -> Input | None:
        """The next input that may be given out now; None when there is none."""
        self._has_more = False
        if self.out.ended is not None:
            return Closed()  # Whoever is gone wants nothing done any more.
        if not (self._inputs or self._is_resized):
            return Closed() if self._has_ended else None
        now = self._count()
        if self._is_resized and now >= self._next_size_at:
            self._is_resized, self._resized_at = False, now
            return Resized(self.look, self._beside)
        if self._inputs and self.pace.until_input(now) > 0:
            return Warned(TOO_FAST) if self.pace.is_to_be_told(now) else None
        for _ in range(KEYS_AT_ONCE):
            if not self._inputs:
                break
            self._taken += 1
            first, self._inputs = self._inputs[0], self._inputs[1:]
            if (received := self._meant(first)) is not None:
                self.pace.charge_input(now)
                return received
        self._has_more = bool(self._inputs)
        return Closed() if self._has_ended and not self._inputs else None

    def _meant(self, input: Given) -> Input | None:
        return input if self._on_screen and isinstance(input, Key) else self._interpret(input)

    @property
    def _next_size_at(self) -> float:
        return self._resized_at + 1 / self.pace.traffic.sizes_a_second

    async def _wait_for_time(self) -> None:
        """Wait for the socket, until a window size may be given out, or until an ESC is known to be a key."""
        told_at = self._next_size_at if self._is_resized else math.inf
        key_at = trio.current_time() + ESCAPE_PAUSE if self.wire.awaits_more else math.inf
        with trio.CancelScope(deadline=min(told_at, key_at)) as waiting:
            await trio.lowlevel.wait_readable(self.sock)
        if waiting.cancelled_caught and key_at <= told_at:
            self._take(self.wire.flush())

    def _read_now(self, now: float) -> None:
        """Read what is there and may be read, without waiting."""
        if not self._is_over and self.pace.until_read(now) <= 0:
            chunk = self._read()
            self.pace.charge_read(now, chunk)
            self._take(self.wire.feed(chunk))

    def _read_one(self) -> Input | None:
        """Read while nothing waits: a single key or line, which is most of what comes, is answered directly."""
        chunk = self._read()
        events = self.wire.feed(chunk)
        self.pace.go_on()
        if len(events) == 1 and isinstance(given := events[0], Key | Line):
            self.pace.take(chunk)
            self._taken += 1
            return self._meant(given)
        self.pace.charge_read(self._count(), chunk)
        self._take(events)
        return None

    def _read(self) -> bytes:
        chunk = take_now(self.sock, READ_SIZE, self.out)
        if chunk is None:
            return b""
        self._has_ended = not chunk
        self.received += len(chunk)
        return chunk
