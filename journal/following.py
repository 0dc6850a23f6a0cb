"""Following: readers that pull with a cursor of their own and wait at a bell.

Nothing is ever sent to a follower. A bell only says that looking again may be worth it; a follower then reads
what is behind its cursor. It takes the next ring before it reads, so a record stored in between rings for it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

import trio


class Bell:
    """Any number of tasks wait for its next ring."""

    def __init__(self) -> None:
        self.next = trio.Event()
        self.followers = 0

    def ring(self) -> None:
        """Wake everybody who waits for `next`, and begin a new one."""
        self.next.set()
        self.next = trio.Event()


T = TypeVar("T")
B = TypeVar("B", bound=Bell)


class Bells(Generic[B]):
    """A bell for each stream that somebody follows, and nothing for the others."""

    def __init__(self, make: Callable[[], B]) -> None:
        self._make = make
        self._bells: dict[str, B] = {}

    @contextmanager
    def of(self, stream: str) -> Iterator[B]:
        """The bell of a stream, which is there for as long as one of its followers is."""
        bell = self._bells.setdefault(stream, self._make())
        bell.followers += 1
        try:
            yield bell
        finally:
            bell.followers -= 1
            if not bell.followers:
                del self._bells[stream]

    def get(self, stream: str) -> B | None:
        """The bell of a stream, if somebody follows it."""
        return self._bells.get(stream)

    def ring(self, stream: str) -> None:
        """Wake those who follow a stream."""
        if bell := self._bells.get(stream):
            bell.ring()


class Follower(AsyncIterator[tuple[T, ...]]):
    """What `follow` and `follow_all` iterate over: the items behind a cursor, without end."""

    def __init__(
        self, bell: Bell, after: int, read: Callable[[int], Awaitable[tuple[T, ...]]], place: Callable[[T], int]
    ) -> None:
        """`read` gives the items behind a cursor, `place` the cursor behind an item."""
        self._bell, self._after, self._read, self._place = bell, after, read, place

    async def __anext__(self) -> tuple[T, ...]:
        while True:
            ring = self._bell.next
            batch = await self._read(self._after)
            if batch:
                self._after = self._place(batch[-1])
                return batch
            await ring.wait()
