"""Output: sending without blocking, and what is sent later.

What is put out is sent at once, without blocking. What the kernel does not take is kept up to a limit and sent by a
task that lives only as long as there is something to send, so people who read have no task for it. Pictures that come
too quickly wait for their time in one queue of the whole house.
"""

from __future__ import annotations

import enum
import heapq
import logging
import math
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count

import trio
from msgspec import Struct

from frontends.server import logs

MOST_UNSENT = 1 << 16
"""Bytes kept for a client that does not read, by default; with more it is dropped."""


class Why(enum.Enum):
    """Why somebody's visit ended."""

    LEFT = "left"
    HUNG_UP = "hung-up"
    LOST = "connection-lost"
    TOO_SLOW = "too-slow-to-read"
    IDLE = "idle"
    NAMELESS = "no-name-in-time"
    CROWDED = "crowded-out"
    CLOSING = "house-closing"
    FOREIGN = "wrong-protocol"
    FULL = "house-full"
    MANY = "many-of-address"
    OFTEN = "too-often"
    KICKED = "kicked"
    BANNED = "banned"
    NOT_PROXIED = "not-proxied"
    ERROR = "error"


class Later:
    """What is sent later, for all connections of a house."""

    def __init__(self) -> None:
        self._nursery: trio.Nursery | None = None
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        """So that what is due at the same moment is never compared."""
        self._sleep = trio.CancelScope()
        self.now: Callable[[], float] = trio.current_time
        """The time on trio's clock."""

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Send what is due, until cancelled."""
        # Each picture asks for the time: without trio's way to its clock that costs half.
        self.now = trio.lowlevel.current_clock().current_time
        async with trio.open_nursery() as self._nursery:
            task_status.started()
            while True:
                self._sleep = trio.CancelScope(deadline=self._due[0][0] if self._due else math.inf)
                with self._sleep:
                    await trio.sleep_forever()
                while self._due and self._due[0][0] <= trio.current_time():
                    self.do(heapq.heappop(self._due)[2])

    def do(self, act: Callable[[], None]) -> None:
        """Do something for one client now; an exception is logged, and does not reach the others."""
        try:
            act()
        except Exception as fault:
            logs.note(logging.ERROR, "not-shown", fault=fault)

    def at(self, time: float, act: Callable[[], None]) -> None:
        """Do something at a time on trio's clock; it must not wait."""
        heapq.heappush(self._due, (time, next(self._numbers), act))
        # The task that sleeps need not wake for it: its alarm is set to the new time.
        if time < self._sleep.deadline:
            self._sleep.deadline = time

    def send(self, sender: Sender) -> None:
        """Send what a client has left unread, as soon as it reads."""
        if self._nursery is not None:
            self._nursery.start_soon(sender.send_rest, name="a client that does not read")


class Sender(Struct, eq=False):
    """One connection's way out.

    Attributes:
        sent: how many bytes the kernel has taken.
        ended: why nothing more can be sent; None while it can.
    """

    sock: socket.socket
    _later: Later
    on_empty: Callable[[], None] | None = None
    """Called once all that was unsent has been sent."""
    most_unsent: int = MOST_UNSENT
    sent: int = 0
    ended: Why | None = None
    unsent: bytearray | None = None
    """What waits to be sent; None while nothing does."""
    held: bytes = b""
    """What the blocks of `with` put out so far."""
    _blocks: int = 0
    """Those that are under way, one in another."""
    _is_empty: trio.Event | None = None

    def __enter__(self) -> None:
        """What the block puts out is sent as one, at its end: a packet costs as much as most of what it says. The block
        must not wait."""
        self._blocks += 1

    def __exit__(self, *_: object) -> None:
        """Send it."""
        self._blocks -= 1
        if not self._blocks:
            self._release()

    def _release(self) -> None:
        held, self.held = self.held, b""
        self._put(held)

    def send(self, octets: bytes) -> None:
        """Send now what can be sent now, and the rest later."""
        if self._blocks:
            self.held += octets
        else:
            self._put(octets)

    def _put(self, octets: bytes) -> None:
        if self.ended is not None or not octets:
            return
        if self.unsent is not None:
            self._keep(octets)
        else:
            self._send_later(octets[self._try(octets) :])

    def end(self, why: Why) -> None:
        """End the connection: tasks that wait to read from it or write to it are woken. The first reason counts."""
        if self.ended is None:
            self._release()
        if self.ended is None:
            self.ended = why
            self.on_empty = None  # So that nothing refers to the connection: it is freed when its visit is over.
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
            self._empty()

    async def send_rest(self) -> None:
        """Send what is unsent whenever the client reads again; then it is up to date."""
        while self.unsent and self.ended is None:
            # The socket may be announced closed meanwhile, to wake the tasks that wait for it.
            with suppress(trio.ClosedResourceError):
                await trio.lowlevel.wait_writable(self.sock)
                if self.ended is None:
                    del self.unsent[: self._try(self.unsent)]
        if self.ended is None:
            self._empty()
            if self.on_empty is not None:
                self._later.do(self.on_empty)

    async def drain(self) -> None:
        """Wait until everything is sent, or cannot be."""
        if self.unsent is not None and self.ended is None:
            self._is_empty = trio.Event()
            await self._is_empty.wait()

    def _try(self, octets: bytes | bytearray) -> int:
        try:
            sent = self.sock.send(octets)
        except BlockingIOError:
            return 0
        except OSError:
            self.end(Why.LOST)
            return 0
        self.sent += sent
        return sent

    def _send_later(self, rest: bytes) -> None:
        if rest and self.ended is None:
            self.unsent = bytearray()
            self._keep(rest)
            self._later.send(self)

    def _keep(self, octets: bytes) -> None:
        assert self.unsent is not None
        if len(self.unsent) + len(octets) > self.most_unsent:
            self.end(Why.TOO_SLOW)
        else:
            self.unsent += octets

    def _empty(self) -> None:
        self.unsent = None
        if self._is_empty is not None:
            self._is_empty.set()


def send_all(senders: Iterable[Sender], octets: bytes) -> None:
    """Send the same to many, as `send` does.

    This is what a delivery to a thousand spectators mostly is, so nothing is called for each but the kernel.
    """
    size = len(octets)
    for sender in senders:
        if sender.held or sender.unsent is not None:
            sender.send(octets)
            continue
        try:
            sent = sender.sock.send(octets)
        except OSError:  # Nothing is taken now: `send` finds out whether it can be later.
            sender.send(octets)
            continue
        sender.sent += sent
        if sent < size:
            sender._send_later(octets[sent:])
