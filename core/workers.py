"""Slow, pure work in worker processes, so that no table waits: one question a table at a time, people first.

Every question waits in one queue until a worker is free. Searches and demonstrations never take the last worker, so
somebody who plays against the computer waits for other players at most, however many of those run. Of one who has
searches made, one is made at a time, and its time is charged. A question that nobody wants answered any more is
cancelled like any other task: it leaves the queue, or its worker is ended.
"""

from __future__ import annotations

import enum
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol

import attrs
import trio

from core.imported import Imported

POLITENESS = 10
"""How much lower than ours the priority of a worker is, in steps of the operating system."""


class Urgency(enum.IntEnum):
    """Who waits for an answer; the smallest is answered first."""

    PERSON = 0
    SEARCH = 1
    """Somebody waits for a solver."""
    DEMONSTRATION = 2
    """Somebody looks on while the computer plays."""


class Asker(Protocol):
    """On whose behalf something is searched."""

    @property
    def key(self) -> object:
        """Whose searches are made one after the other."""

    def check(self) -> None:
        """Raises Refused for whom no time is left."""

    def charge(self, seconds: float) -> None:
        """A worker has searched so long."""


@attrs.frozen(eq=False)
class _Question:
    """A place in the queue."""

    urgency: Urgency
    table: str
    asker: object
    let_in: trio.Event = attrs.field(factory=trio.Event)


class Queue:
    """Which questions are worked on, and in what order those that wait come next."""

    def __init__(self, workers: int) -> None:
        """`workers` is how many questions are worked on at the same time, 2 at least."""
        self.workers = workers
        self._waiting: list[_Question] = []
        self._under_way: list[_Question] = []

    @asynccontextmanager
    async def turn(self, urgency: Urgency, table: str = "", asker: object = None) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it as long as the block lasts; no two of one table or asker have it at once.

        An empty `table` stands for none, and does not keep others waiting; nor does None for the asker.
        """
        question = _Question(urgency, table, asker)
        self._waiting.append(question)
        self._let_in()
        try:
            await question.let_in.wait()
            yield
        finally:
            (self._under_way if question in self._under_way else self._waiting).remove(question)
            self._let_in()

    @property
    def load(self) -> Load:
        """How many questions there are now."""
        return Load(self.workers, len(self._under_way), len(self._waiting))

    def _let_in(self) -> None:
        for question in sorted(self._waiting, key=lambda question: question.urgency):
            if self._has_room(question):
                self._waiting.remove(question)
                self._under_way.append(question)
                question.let_in.set()

    def _has_room(self, question: _Question) -> bool:
        if question.table and any(other.table == question.table for other in self._under_way):
            return False
        if question.asker is not None and any(other.asker == question.asker for other in self._under_way):
            return False
        if len(self._under_way) >= self.workers:
            return False
        can_wait = sum(other.urgency is not Urgency.PERSON for other in self._under_way)
        return question.urgency is Urgency.PERSON or can_wait < self.workers - 1


@attrs.frozen
class Load:
    """What the workers have to do."""

    workers: int
    """Questions that are worked on at the same time, at the most."""
    working: int
    waiting: int


def load() -> Load:
    """What the workers of this program have to do now."""
    return _queue().load


_QUEUE: trio.lowlevel.RunVar[Queue] = trio.lowlevel.RunVar("queue")


def _queue() -> Queue:
    """The one queue of this program."""
    try:
        return _QUEUE.get()
    except LookupError:
        _QUEUE.set(Queue(max(2, os.cpu_count() or 1)))
        return _QUEUE.get()


async def in_worker(
    function: Callable[..., Any],
    *arguments: Any,
    urgency: Urgency = Urgency.PERSON,
    table: str = "",
    asker: Asker | None = None,
) -> Any:
    """Run a module-level function in a worker process as soon as it is its turn; cancelling ends it.

    Raises: Refused when the asker has no time left.
    """
    import trio_parallel  # costs tens of milliseconds that most games never need

    queue = _queue()
    if asker is not None:
        asker.check()
    async with queue.turn(urgency, table, asker.key if asker else None):
        began = trio.current_time()
        try:
            return await trio_parallel.run_sync(
                partial(_politely, function, *arguments), cancellable=True, limiter=_limiter(queue)
            )
        finally:
            if asker is not None:
                asker.charge(trio.current_time() - began)


async def search(function: Callable[..., Any], *arguments: Any, asker: Asker | None = None) -> Any:
    """The same for a solver, on somebody's behalf: people who play come first. Raises: Refused."""
    return await in_worker(function, *arguments, urgency=Urgency.SEARCH, asker=asker)


_WARM: trio.lowlevel.RunVar[bool] = trio.lowlevel.RunVar("warm", default=False)


async def warm_up(function: Imported) -> None:
    """Start a worker that has a function at hand before somebody waits for it, which takes half a second; only once."""
    if not _WARM.get():
        _WARM.set(True)
        await in_worker(function.load)


def _limiter(queue: Queue) -> trio.CapacityLimiter:
    """As many workers as the queue lets in: it is the queue that decides who waits."""
    return trio.CapacityLimiter(queue.workers)


def _politely(function: Callable[..., Any], *arguments: Any) -> Any:
    """The same in a worker, where all that is done gives way to the program itself and to other programs."""
    if hasattr(os, "nice") and os.nice(0) < POLITENESS:
        os.nice(POLITENESS - os.nice(0))
    return function(*arguments)
