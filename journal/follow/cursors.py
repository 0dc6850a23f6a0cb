"""Following a stream: each follower has a cursor, reads what comes after it, and waits for the next notification.

Nothing is ever sent to a follower. A bell only says that there may be something new; a follower then reads what comes
after its cursor. A follower is not woken for records that its owner has appended: when that goes on, it knows them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from operator import attrgetter
from typing import Generic, Protocol, TypeVar

import trio

from journal.api import Damaged, Entry, Record

Known = Callable[[], int] | None
"""What the owner of a follower has reached by other means, such as by appending; None for nothing."""
KEPT = 32
"""Newest records of a followed stream that are kept in memory."""
KEPT_OF_ALL = 512
"""Newest records of all streams that are."""
END = 1 << 62
"""A cursor after which there is never a record."""


class Bell:
    """Wakes all followers that wait for it."""

    def __init__(self) -> None:
        self.followers = 0
        self.is_dropped = False
        self._alarms: dict[Waiter, trio.Event] = {}

    def alarm(self, follower: Waiter) -> trio.Event:
        """The event that the next ring sets for a follower."""
        alarm = self._alarms.get(follower)
        if alarm is None:
            alarm = self._alarms[follower] = trio.Event()
        return alarm

    def forget(self, follower: Waiter) -> None:
        """Do not wake a follower that has stopped waiting."""
        self._alarms.pop(follower, None)

    def forget_records(self) -> None:
        """Keep no records in memory: the followers have to read them."""

    def ring(self, last: int | None = None, known: Known = None) -> None:
        """Wake the followers; with the seq of the `last` record only those who have not reached it, nor will when the
        task goes on that has appended it and given `known`."""
        for follower, alarm in tuple(self._alarms.items()):
            if last is None or (follower.reached < last and not follower.will_reach(known)):
                del self._alarms[follower]
                alarm.set()


class Tail(Bell):
    """A bell with the newest records of its stream in memory, so that a thousand followers need not read the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.records: tuple[Record, ...] = ()
        self.reading = trio.Lock()
        self.has_missed = False
        """Whether a record was stored since the last read began and is not in `records`. What was read may end
        before it: taken for the end of the stream, it would have followers wait for a record that is there."""

    def forget_records(self) -> None:
        """Keep no records in memory."""
        self.records = ()

    def since(self, after: int) -> tuple[Record, ...] | None:
        """The records after `after`; None when they have to be read."""
        if not self.records or self.records[0].seq > after + 1:
            return None
        return self.records[max(0, after + 1 - self.records[0].seq) :]

    def is_of_another(self, seq: int, line: bytes) -> bool:
        """Whether the stored line of a seq differs from the one in memory: the stream was dropped and begun again."""
        place = seq - self.records[0].seq if self.records else -1
        return 0 <= place < len(self.records) and self.records[place].line != line

    def push(self, records: Sequence[Record]) -> None:
        """Add consecutive records. Those in memory already are left out; after a gap only the new ones stay."""
        last = self.records[-1].seq if self.records else 0
        if not records or records[-1].seq <= last:
            return
        if records[0].seq > last + 1 or not self.records:
            self.records = tuple(records[-KEPT:])
        else:
            self.records = (*self.records, *records[last + 1 - records[0].seq :])[-KEPT:]


class Newest(Bell):
    """A bell with the newest records of all streams in memory, without a gap between them."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []
        self._begin = END
        """The position after which none is missing."""

    def forget_records(self) -> None:
        """Keep no records in memory."""
        self._entries, self._begin = [], END

    def since(self, position: int) -> tuple[Entry, ...] | None:
        """The records after a position; None when they have to be read."""
        return None if position < self._begin else tuple(self._entries[position - self._begin :])

    def push(self, before: int, entries: Sequence[Entry]) -> None:
        """Add the records at the positions that follow `before`. After a gap only the new ones stay."""
        if before != self._begin + len(self._entries):
            self._entries, self._begin = [], before
        self._entries += entries
        if (more := len(self._entries) - KEPT_OF_ALL) > 0:
            del self._entries[:more]
            self._begin += more


class Waiter(Protocol):
    """What a bell needs to know of a follower."""

    @property
    def reached(self) -> int:
        """The cursor of the last item it knows, from the stream or by other means."""

    def will_reach(self, known: Known) -> bool:
        """Whether whoever gave `known` with an append has given it with this follower, too."""


T = TypeVar("T")
B = TypeVar("B", bound=Bell)


class Bells(Generic[B]):
    """A bell for each stream that somebody follows, nothing for the others, and one for all streams together."""

    def __init__(self, make: Callable[[], B], of_all: Bell) -> None:
        """`of_all` rings for those who follow all streams."""
        self._make, self.of_all = make, of_all
        self._bells: dict[str, B] = {}
        self._dropped: set[B] = set()

    @contextmanager
    def of(self, stream: str) -> Iterator[B]:
        """The bell of a stream, made for its first follower and removed with its last."""
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

    def ring(self, stream: str, last: int, known: Known = None) -> None:
        """Wake those who follow a stream, as `Bell.ring` does."""
        if bell := self._bells.get(stream):
            bell.ring(last, known)

    def drop(self, stream: str) -> None:
        """Detach the followers of a dropped stream: appends to a new stream of that name do not wake them."""
        if bell := self._bells.pop(stream, None):
            bell.is_dropped = True
            self._dropped.add(bell)
            bell.ring()

    def wake_everybody(self) -> None:
        """Have every follower read for itself, also of a dropped stream, for the journal may be closed."""
        bells: tuple[Bell, ...] = (*self._bells.values(), *self._dropped, self.of_all)
        for bell in bells:
            bell.forget_records()
            bell.ring()


SEQ, POSITION = attrgetter("seq"), attrgetter("position")
"""The cursors of a record in its stream, and of an entry."""


class Follower(AsyncIterator[tuple[T, ...]]):
    """What `follow` and `follow_all` iterate over: the items after a cursor, without end."""

    def __init__(
        self,
        bell: Bell,
        after: int,
        look: Callable[[int], tuple[T, ...] | None],
        read: Callable[[int], Awaitable[tuple[T, ...]]],
        place: Callable[[T], int],
        known: Known = None,
    ) -> None:
        """`look` gives the items after a cursor from memory, or None when only `read` can.

        `place` gives the cursor of an item; `known` the cursor that the follower's owner has reached by other means.
        """
        self._bell, self._after = bell, after
        self._look, self._read, self._place, self._known = look, read, place, known

    @property
    def reached(self) -> int:
        """The cursor after which the next items are read."""
        if self._known is not None:
            self._after = max(self._after, self._known())
        return self._after

    def will_reach(self, known: Known) -> bool:
        """See `Waiter`."""
        return known is not None and known == self._known

    async def take_ready(self) -> tuple[T, ...]:
        """The next items that are stored already; none when there are none."""
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
    """Run a task while the block runs, then cancel it. An exception of the block is raised as it is, in no group."""
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
