"""Callers waiting to be admitted, taken round-robin by network, and mostly from networks of which none came in lately.

So a storm of callers from many networks delays callers of these networks, and hardly anybody else.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

import trio

T = TypeVar("T")
MOST_KNOWN = 4096
"""Networks of which it is remembered that somebody came in lately, those of which somebody came in last."""
MOST_STRANGERS = 3
"""Items of other networks that are taken one after the other while one of these waits."""


class Queue(Generic[T]):
    """Up to `most` waiting items, each of a network."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: OrderedDict[Hashable, deque[T]] = OrderedDict()
        """By network, in the order in which the networks have their turns: those of which somebody came in lately."""
        self._of_strangers: OrderedDict[Hashable, deque[T]] = OrderedDict()
        """The same for all other networks."""
        self._known: OrderedDict[Hashable, None] = OrderedDict()
        self._strangers = 0
        """How many of them were taken one after the other while others waited."""
        self._length = 0
        self._changed = trio.Event()

    def __len__(self) -> int:
        """How many items wait."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """All waiting items."""
        return (one for part in (self._of_strangers, self._of) for those in part.values() for one in those)

    def push(self, network: Hashable, one: T) -> None:
        """Add an item."""
        part = self._of if network in self._known else self._of_strangers
        if network not in part:
            part[network] = deque()
        part[network].append(one)
        self._change(1)

    def pop(self) -> T:
        """Take the next item. Raises: KeyError when there is none."""
        is_stranger = bool(self._of_strangers) and (self._strangers < MOST_STRANGERS or not self._of)
        self._strangers = self._strangers + 1 if is_stranger and self._of else 0
        network, those = (self._of_strangers if is_stranger else self._of).popitem(last=False)
        one = those.popleft()
        self._know(network)
        if those and network in self._of:
            self._of[network].extend(those)
        elif those:
            self._of[network] = those
        self._change(-1)
        return one

    def _know(self, network: Hashable) -> None:
        self._known[network] = None
        self._known.move_to_end(network)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

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
