"""Slow, pure work in worker processes, so that no table waits: one question per table at a time, people first.

Every question waits in one queue until a worker is free. Searches and demonstrations never take the last worker, so
somebody who plays against the computer waits for other players at most, however many searches run. Among questions of
the same urgency, those who share (see `Question.sharing`) take turns: whoever asks about many tables gets one answer
while everybody else gets one. Each asker has one search at a time, and is charged for its time.

When nobody waits for an answer any more, a question that waits leaves the queue; a search that runs is ended together
with its worker; a short question runs to its end, and its answer is dropped. So searches have workers of their own: to
cancel many of them makes no player wait until new workers have started.

A worker may die, as when memory is short; then the question is put to another one, once.
"""

from __future__ import annotations

import enum
import logging
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import attrs
import trio
from msgspec import Struct, field

from core.base.game import Refused
from core.base.lazy_import import Imported
from core.base.recent import Recent

_LOG = logging.getLogger("parlour")
NICENESS = 10
"""By how much a worker's priority is lower than the program's, in steps of `nice`."""
OUT_OF_MEMORY = Path("/proc/self/oom_score_adj")
"""Where a process of Linux says how early it is ended when memory runs out; other systems have no such file."""
REMEMBERED = 1000
"""How many askers' last turns are remembered."""


class Urgency(enum.IntEnum):
    """Who waits for an answer; the smallest is answered first."""

    PERSON = 0
    SEARCH = 1
    """Somebody waits for a solver."""
    DEMONSTRATION = 2
    """Somebody watches the computer play."""


class Asker(Protocol):
    """Somebody on whose behalf a solver searches."""

    @property
    def key(self) -> object:
        """Searches with equal keys run one after the other."""

    @property
    def share(self) -> str:
        """Who shares the workers' time with others as one: a network or a person; empty for unknown."""

    def check(self) -> None:
        """Raises Refused when their time is used up."""

    def charge(self, seconds: float) -> None:
        """Charge the seconds for which a worker searched."""


@attrs.frozen(eq=False)
class Question:
    """A place in the queue."""

    urgency: Urgency
    table: str = ""
    """The id of the table, of which one question at a time is worked on; empty for none."""
    asker: object = None
    """The key of the asker, of whom one question at a time is worked on; None for nobody."""
    share: str = ""
    """As `Asker.share`."""
    let_in: trio.Event = attrs.field(factory=trio.Event, init=False)

    @property
    def sharing(self) -> str | int:
        """Who takes turns with others: the share, else the table, else this question by itself."""
        return self.share or self.table or id(self)


class Queue:
    """Which questions are worked on, and in what order those that wait come next."""

    def __init__(self, workers: int) -> None:
        """`workers` is how many questions are worked on at the same time, 2 at least."""
        self.workers = workers
        self._waiting: list[Question] = []
        self._under_way: list[Question] = []
        self._numbers = count(1)
        self._served: Recent[str | int, int] = Recent(REMEMBERED)
        """By `Question.sharing` the number of the last turn, which counts up; the latest at the end."""

    @asynccontextmanager
    async def turn(self, question: Question) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it as long as the block lasts."""
        await self.begin(question)
        try:
            yield
        finally:
            self.end(question)

    async def begin(self, question: Question) -> None:
        """Wait for one's turn, which lasts until `end`; cancelled, one leaves the queue."""
        self._waiting.append(question)
        self._let_in()
        try:
            await question.let_in.wait()
        except BaseException:
            self.end(question)
            raise

    def end(self, question: Question) -> None:
        """The turn is over, or nobody waits for it any more."""
        (self._under_way if question in self._under_way else self._waiting).remove(question)
        self._let_in()

    @property
    def load(self) -> Load:
        """How many questions there are now."""
        return Load(self.workers, len(self._under_way), len(self._waiting))

    def _let_in(self) -> None:
        while len(self._under_way) < self.workers:
            fitting = [question for question in self._waiting if self._may_begin(question)]
            if not fitting:
                break
            first = min(fitting, key=self._rank)
            self._waiting.remove(first)
            self._under_way.append(first)
            self._served[first.sharing] = next(self._numbers)
            first.let_in.set()

    def _rank(self, question: Question) -> tuple[int, int, int]:
        """By what questions come first; of equal ones, that which was asked first."""
        under_way = sum(other.sharing == question.sharing for other in self._under_way)
        return question.urgency, under_way, self._served.get(question.sharing, 0)

    def _may_begin(self, question: Question) -> bool:
        if question.table and any(other.table == question.table for other in self._under_way):
            return False
        if question.asker is not None and any(other.asker == question.asker for other in self._under_way):
            return False
        can_wait = sum(other.urgency is not Urgency.PERSON for other in self._under_way)
        return question.urgency is Urgency.PERSON or can_wait < self.workers - 1


class Load(Struct, frozen=True):
    """What the workers have to do."""

    workers: int
    """Questions that are worked on at the same time, at the most."""
    working: int
    waiting: int


class _Pool(Struct, eq=False):
    """The workers of this program, and those who wait for them."""

    queue: Queue = field(default_factory=lambda: Queue(max(2, os.cpu_count() or 1)))
    searchers: Any = None
    """The workers of searches, once they are there."""
    searchers_are_there: trio.Event | None = None
    """None before the first search."""
    is_warm: bool = False


_POOL: trio.lowlevel.RunVar[_Pool] = trio.lowlevel.RunVar("pool")


def _pool() -> _Pool:
    try:
        return _POOL.get()
    except LookupError:
        _POOL.set(_Pool())
        return _POOL.get()


def load() -> Load:
    """What the workers of this program have to do now."""
    return _pool().queue.load


async def in_worker(
    function: Callable[..., Any],
    *arguments: Any,
    urgency: Urgency = Urgency.PERSON,
    table: str = "",
    share: str = "",
) -> Any:
    """Run a module-level function that is soon done in a worker process, as soon as it is its turn.

    Cancelled after that, it runs to its end and its answer is dropped: to end it would be to end its worker, and to
    start another one takes as long as most answers.
    """
    queue, question = _pool().queue, Question(urgency, table, share=share)
    await queue.begin(question)
    answer = _Answer()
    # A task of the program's own, which outlives whoever waits here, and ends with the program at once.
    trio.lowlevel.spawn_system_task(_answer, queue, question, answer, partial(function, *arguments))
    await answer.is_there.wait()
    if answer.fault is not None:
        raise answer.fault
    return answer.value


class _Answer(Struct, eq=False):
    """What came of a question, or why nothing did."""

    value: Any = None
    fault: Exception | None = None
    is_there: trio.Event = field(default_factory=trio.Event)


async def _answer(queue: Queue, question: Question, answer: _Answer, work: Callable[[], Any]) -> None:
    import trio_parallel  # costs tens of milliseconds that most games never need

    try:
        answer.value = await _from_a_worker(trio_parallel.run_sync, partial(_at_low_priority, work))
    except Exception as fault:  # concerns whoever waits for the answer
        answer.fault = fault
    finally:
        queue.end(question)
        answer.is_there.set()


async def search(function: Callable[..., Any], *arguments: Any, asker: Asker | None = None) -> Any:
    """Run a solver's function on somebody's behalf: people who play come first. Cancelling ends it, and its worker.

    The time that its worker takes to start is charged, too.

    Raises: Refused when the asker has no time left, or two workers have died over it.
    """
    if asker is not None:
        asker.check()
    question = Question(Urgency.SEARCH, asker=asker.key, share=asker.share) if asker else Question(Urgency.SEARCH)
    async with _pool().queue.turn(question):
        began = trio.current_time()
        try:
            return await _from_a_worker((await _searchers()).run_sync, partial(function, *arguments))
        finally:
            if asker is not None:
                asker.charge(trio.current_time() - began)


async def _from_a_worker(run: Callable[..., Awaitable[Any]], work: Callable[[], Any]) -> Any:
    """The answer of a worker, or of a second one where the first has died. Raises: Refused where both have."""
    from trio_parallel import BrokenWorkerError

    for warning in ("A worker has died, so another one is asked: %s", "So has the other one: %s"):
        # As many workers as the queue lets in: it is the queue that decides who waits.
        limiter = trio.CapacityLimiter(_pool().queue.workers)
        try:
            return await run(work, cancellable=True, limiter=limiter)
        except BrokenWorkerError as died:
            _LOG.warning(warning, died.args[-1])
    raise Refused("The computer could not finish that: try again later.")


async def _searchers() -> Any:
    pool = _pool()
    if pool.searchers_are_there is None:
        pool.searchers_are_there = trio.Event()
        trio.lowlevel.spawn_system_task(_keep_searchers, pool, pool.searchers_are_there)
    await pool.searchers_are_there.wait()
    return pool.searchers


async def _keep_searchers(pool: _Pool, are_there: trio.Event) -> None:
    """Keep workers for searches until the program ends, which is as long as a task of its own lasts."""
    import trio_parallel

    try:
        # At low priority from their start on, which takes longer than many a search.
        async with trio_parallel.open_worker_context(init=_lower_priority) as pool.searchers:
            are_there.set()
            await trio.sleep_forever()
    except trio_parallel.BrokenWorkerError as died:
        # Told only now of a worker that was killed while it had nothing to do. Raised, it would end the whole program
        # as a fault of trio's own.
        _LOG.warning("A worker had died: %s", died.args[1:])


async def warm_up(function: Imported) -> None:
    """Start a worker that has a function at hand before somebody waits for it, which takes half a second; only once."""
    pool = _pool()
    if not pool.is_warm:
        pool.is_warm = True
        await in_worker(function.load)


def _at_low_priority(work: Callable[[], Any]) -> Any:
    """Do some work in a worker that may be new and still have the program's priority."""
    _lower_priority()
    return work()


@cache
def _lower_priority() -> None:
    """Lower this worker's priority, have it ended first when memory runs out, and let SIGTERM end it with status 0."""
    if not hasattr(os, "nice"):
        return
    if os.nice(0) < NICENESS:
        os.nice(NICENESS - os.nice(0))
    # Where memory runs out, Linux ends a worker then, and not the house.
    with suppress(OSError):
        OUT_OF_MEMORY.write_text("1000")
    # A service manager tells all processes of a house at once to end. The house would log a worker that ends by a
    # signal as one that has failed.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
