"""Callers waiting to be admitted, taken round-robin by network.

So a storm of callers from a few networks delays callers of these networks only.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

import trio

T = TypeVar("T")


class Queue(Generic[T]):
    """Up to `most` waiting items, each of a network."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: OrderedDict[Hashable, deque[T]] = OrderedDict()
        """By network, in the order in which the networks have their turns."""
        self._length = 0
        self._changed = trio.Event()

    def __len__(self) -> int:
        """How many items wait."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """All waiting items."""
        return (one for those in self._of.values() for one in those)

    def push(self, network: Hashable, one: T) -> None:
        """Add an item."""
        self._of.setdefault(network, deque()).append(one)
        self._change(1)

    def pop(self) -> T:
        """Take the next item. Raises: KeyError when there is none."""
        network, those = self._of.popitem(last=False)
        one = those.popleft()
        if those:
            self._of[network] = those
        self._change(-1)
        return one

    def _change(self, by: int) -> None:
        self._length += by
        self._changed.set()

    async def wait_for_some(self) -> None:
        """Wait until there is an item."""
        while not self._length:
            await self._change_comes()

    async def wait_for_room(self) -> None:
        """Wait until there is room for another item."""
        while self._length >= self._most:
            await self._change_comes()

    async def _change_comes(self) -> None:
        self._changed = trio.Event() if self._changed.is_set() else self._changed
        await self._changed.wait()
