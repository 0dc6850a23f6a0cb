"""Threads for work that blocks: each kind has some of its own, so that no kind waits for another.

Trio lends 40 threads to all who name no limiter. Sixty lookups of names that hang once kept every list, every store
and every proof waiting for them. So whatever blocks says here of which kind it is. Trio's own threads are left to what
cannot name a limiter: the start of processes.

Where the machine has room for no more threads, that costs an answer, and not what asked for it.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, TypeVar
from weakref import WeakSet

import trio
from msgspec import Struct

from journal.api import JournalError

T = TypeVar("T")
_NO_ROOM = "can't start new thread"
"""What the interpreter says where there is no room, in an error without a type of its own."""
_KNOWN: WeakSet[Places] = WeakSet()


class Load(Struct, frozen=True):
    """What is done in the places of one kind."""

    most: int
    working: int
    waiting: int
    """Tasks that wait for a place."""


class Places:
    """So many places for one kind of work; each run of trio has its own."""

    def __init__(self, kind: str, most: int) -> None:
        self.kind, self.most = kind, most
        # Of the run and not of the module: a thread that was left behind when a run ended never gives its place back.
        self._limiter: trio.lowlevel.RunVar[trio.CapacityLimiter] = trio.lowlevel.RunVar(kind)
        _KNOWN.add(self)

    @property
    def limiter(self) -> trio.CapacityLimiter:
        """What lets the tasks of this run in."""
        try:
            return self._limiter.get()
        except LookupError:
            limiter = trio.CapacityLimiter(self.most)
            self._limiter.set(limiter)
            return limiter

    @property
    def waiting(self) -> int:
        """Tasks of this run that wait for a place."""
        return self.limiter.statistics().tasks_waiting


class Threads(Places):
    """So many threads for one kind of work."""

    async def run(self, work: Callable[..., T], *arguments: object, abandon_on_cancel: bool = False) -> T:
        """What `work` returns, or raises, in a thread. Raises: JournalError also when none could be started.

        With `abandon_on_cancel`, who is cancelled goes on at once. The thread is then busy until its work ends, and
        nobody else has it, so however many give up, no more than `most` are ever at it.
        """
        with _room_for_threads():
            return await trio.to_thread.run_sync(
                work, *arguments, abandon_on_cancel=abandon_on_cancel, limiter=self.limiter
            )


@contextmanager
def _room_for_threads() -> Iterator[None]:
    """Raises: JournalError where a thread cannot be started."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != _NO_ROOM:
            raise
        raise JournalError("This machine has no room for another thread; raise the limit and try again.") from error


class StandingThread(Places):
    """One thread that is always there, for work that somebody waits for piece by piece.

    The way to a thread that trio lends, and back, takes three rounds of the event loop; to this one it takes one.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind, 1)
        self._line: socket.socket
        """A byte there begins the work that is given, and one comes back when it is done."""
        self._work: Callable[[], Any] | None = None
        self._value: Any = None
        self._fault: BaseException | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have the thread for as long as the block lasts. Raises: JournalError when it cannot be started."""
        self._line, theirs = socket.socketpair()
        with self._line:
            self._line.setblocking(False)
            with _room_for_threads(), ExitStack() as on_failure:
                on_failure.enter_context(theirs)
                threading.Thread(target=self._serve, args=(theirs,), name=self.kind, daemon=True).start()
                on_failure.pop_all()
            yield

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns, or raises, in the thread; once begun, it is finished."""
        # Nearly always it is free: to wait for it would be another round of the event loop all the same.
        if self.limiter.available_tokens:
            await trio.lowlevel.checkpoint_if_cancelled()
            self.limiter.acquire_nowait()
        else:
            await self.limiter.acquire()
        try:
            with trio.CancelScope(shield=True):
                self._work = work
                self._line.send(b"\0")
                await trio.lowlevel.wait_readable(self._line)
                self._line.recv(1)
            value: T = self._taken()
            return value
        finally:
            self.limiter.release()

    def _taken(self) -> Any:
        """What came of the work, of which nothing is kept here."""
        value, fault = self._value, self._fault
        self._work = self._value = self._fault = None
        try:
            if fault is not None:
                raise fault
            return value
        finally:
            del fault  # It knows this frame, which would keep it until garbage is looked for.

    def _serve(self, line: socket.socket) -> None:
        with line, suppress(OSError):  # Of a line whose other end was closed in the middle of the work.
            while line.recv(1):
                assert self._work is not None
                try:
                    self._value = self._work()
                except BaseException as fault:  # whatever it is belongs to whoever asked
                    self._fault = fault
                line.send(b"\0")


class Lookups(Threads):
    """Threads that look up host names. A lookup cannot be ended: it hangs for as long as the name servers let it."""

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """The addresses of a host, each once. Raises: OSError, UnicodeError."""
        ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        try:
            found = ask(flags=socket.AI_NUMERICHOST)  # An address needs no thread.
        except socket.gaierror:
            found = await self.run(ask, abandon_on_cancel=True)
        return tuple(dict.fromkeys(str(one[4][0]) for one in found))


def loads() -> Mapping[str, Load]:
    """What there is to do now in this run of trio, by kind."""
    found: dict[str, Load] = {}
    for places in sorted(_KNOWN, key=lambda one: one.kind):
        other, working = found.get(places.kind, Load(0, 0, 0)), places.limiter.borrowed_tokens
        found[places.kind] = Load(other.most + places.most, other.working + working, other.waiting + places.waiting)
    return found
