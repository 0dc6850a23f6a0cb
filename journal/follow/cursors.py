"""Following: readers that pull with a cursor of their own and wait at a bell.

Nothing is ever sent to a follower. A bell only says that looking again may be worth it; a follower then reads
what comes after its cursor. Who has appended something himself knows it already, and is not woken for it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Generic, Protocol, TypeVar

import trio

from journal.api import Damaged, Record

KEPT = 32
"""So many of a followed stream's newest records are kept at hand."""


class Bell:
    """Any number of followers wait for its next ring."""

    def __init__(self) -> None:
        self.followers = 0
        self.is_dropped = False
        self._alarms: dict[Waiter, trio.Event] = {}

    def alarm(self, follower: Waiter) -> trio.Event:
        """What the next ring sets for a follower."""
        alarm = self._alarms.get(follower)
        if alarm is None:
            alarm = self._alarms[follower] = trio.Event()
        return alarm

    def forget(self, follower: Waiter) -> None:
        """Wake a follower no more, because it does not wait any longer."""
        self._alarms.pop(follower, None)

    def ring(self, last: int | None = None) -> None:
        """Wake the followers; with the `last` record there is, those who know it already sleep on."""
        for follower, alarm in tuple(self._alarms.items()):
            if last is None or follower.reached < last:
                del self._alarms[follower]
                alarm.set()


class Tail(Bell):
    """A bell with the newest records of its stream, so that a thousand followers need not read a disk."""

    def __init__(self) -> None:
        super().__init__()
        self.records: tuple[Record, ...] = ()
        self.reading = trio.Lock()
        self.has_missed = False
        """Whether something was stored since the last read began that is not kept. What was read may end before it, and
        kept as the end of the stream it would let its followers wait."""

    def since(self, after: int) -> tuple[Record, ...] | None:
        """The records after `after`; None when they have to be read."""
        if not self.records or self.records[0].seq > after + 1:
            return None
        return self.records[max(0, after + 1 - self.records[0].seq) :]

    def is_of_another(self, seq: int, line: bytes) -> bool:
        """Whether a stored line shows that the kept records were dropped and their stream begun again."""
        place = seq - self.records[0].seq if self.records else -1
        return 0 <= place < len(self.records) and self.records[place].line != line

    def push(self, records: Sequence[Record]) -> None:
        """Keep records that follow one another; those that are kept already are left out, a gap begins anew."""
        last = self.records[-1].seq if self.records else 0
        if not records or records[-1].seq <= last:
            return
        if records[0].seq > last + 1 or not self.records:
            self.records = tuple(records[-KEPT:])
        else:
            self.records = (*self.records, *records[last + 1 - records[0].seq :])[-KEPT:]


class Waiter(Protocol):
    """A follower as its bell knows it."""

    @property
    def reached(self) -> int:
        """The last record it knows, from the bell's stream or by other means."""


T = TypeVar("T")
B = TypeVar("B", bound=Bell)


class Bells(Generic[B]):
    """A bell for each stream that somebody follows, and nothing for the others."""

    def __init__(self, make: Callable[[], B]) -> None:
        self._make = make
        self._bells: dict[str, B] = {}
        self._dropped: set[B] = set()

    @contextmanager
    def of(self, stream: str) -> Iterator[B]:
        """The bell of a stream, which is there for as long as one of its followers is."""
        bell = self._bells.get(stream)
        if bell is None:
            bell = self._bells[stream] = self._make()
        bell.followers += 1
        try:
            yield bell
        finally:
            bell.followers -= 1
            if not bell.followers:
                self._dropped.discard(bell)
                if self._bells.get(stream) is bell:
                    del self._bells[stream]

    def get(self, stream: str) -> B | None:
        """The bell of a stream, if somebody follows it."""
        return self._bells.get(stream)

    def ring(self, stream: str) -> None:
        """Wake those who follow a stream."""
        if bell := self._bells.get(stream):
            bell.ring()

    def drop(self, stream: str) -> None:
        """Leave those who follow a stream with a bell that no append rings any more."""
        if bell := self._bells.pop(stream, None):
            bell.is_dropped = True
            self._dropped.add(bell)
            bell.ring()

    def __iter__(self) -> Iterator[B]:
        """All bells, those of dropped streams, too: their followers must hear when the journal is closed."""
        return iter((*self._bells.values(), *self._dropped))


END = 1 << 62
"""A cursor after which no record ever comes."""


class Follower(AsyncIterator[tuple[T, ...]]):
    """What `follow` and `follow_all` iterate over: the items after a cursor, without end."""

    def __init__(
        self,
        bell: Bell,
        after: int,
        look: Callable[[int], tuple[T, ...] | None],
        read: Callable[[int], Awaitable[tuple[T, ...]]],
        place: Callable[[T], int],
        known: Callable[[], int] | None = None,
    ) -> None:
        """`look` gives the items after a cursor from memory, or None when only `read` can.

        `place` is the cursor of an item; `known` the cursor that whoever follows has come to by other means.
        """
        self._bell, self._after = bell, after
        self._look, self._read, self._place, self._known = look, read, place, known

    @property
    def reached(self) -> int:
        """The cursor after which items are wanted."""
        if self._known is not None:
            self._after = max(self._after, self._known())
        return self._after

    async def take_ready(self) -> tuple[T, ...]:
        """The next items, without waiting for any that are not stored yet; nothing when there are none."""
        if batch := self._from_memory():
            await trio.lowlevel.checkpoint()
        else:
            batch = await self._from_store()
        return self._advance(batch)

    async def __anext__(self) -> tuple[T, ...]:
        has_waited = False
        while True:
            # Taken before looking, so that what is stored in between still rings for it.
            alarm = self._bell.alarm(self)
            if (batch := self._from_memory()) is None:
                batch, has_waited = await self._from_store(), True
            if batch:
                if not has_waited:
                    await trio.lowlevel.checkpoint()
                return self._advance(batch)
            try:
                await alarm.wait()
            except trio.Cancelled:
                self._bell.forget(self)  # else it would be kept for as long as anybody follows the stream
                raise
            has_waited = True

    def _from_memory(self) -> tuple[T, ...] | None:
        """The next items from memory; None when they have to be read."""
        if self._bell.is_dropped:
            self._after = END
        return self._look(self.reached)

    def _advance(self, batch: tuple[T, ...]) -> tuple[T, ...]:
        if batch:
            self._after = self._place(batch[-1])
        return batch

    async def _from_store(self) -> tuple[T, ...]:
        try:
            return await self._read(self._after)
        except Damaged as damage:
            if damage.position is not None:
                self._after = damage.position
            raise


@asynccontextmanager
async def background_task(task: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Run a task beside the block and cancel it at its end. The block's own exceptions leave it in no group."""
    failure: Exception | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(task)
        try:
            yield
        except Exception as error:
            failure = error
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure
