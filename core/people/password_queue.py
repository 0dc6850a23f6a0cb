"""The lane in which digests of passwords are computed, one at a time: who goes first, however many wait.

async with lane.turn(Rank.SIGNING_IN, network):
    ...  # nobody else computes one

Without it a crowd that registers would keep an owner at the door for as long as it takes to serve all of them.
"""

import enum
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio
from msgspec import Struct, field

from core.base.token_bucket import Buckets, a_minute

FORGIVEN_A_MINUTE = 1.0
"""Turns of a network that no longer count against it, for each minute that has passed."""


class Rank(enum.IntEnum):
    """Who goes before whom; the lowest first."""

    AT_HOME = 0
    """Signs in from where that name came in before."""
    SIGNING_IN = 1
    REGISTERING = 2


class _Waiting(Struct, frozen=True, eq=False):
    """Somebody in the lane."""

    rank: Rank
    network: str
    number: int
    """In the order in which they came."""
    called: trio.Event = field(default_factory=trio.Event)


class Lane:
    """One turn at a time. Of those who wait the lowest rank goes first, then the network that had the fewest turns
    lately, then whoever came first."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` is in seconds, on any clock that does not run backwards."""
        self._now = now
        self._numbers = itertools.count()
        self._waiting: list[_Waiting] = []
        self._is_taken = False
        self._turns = Buckets(a_minute(FORGIVEN_A_MINUTE))

    @asynccontextmanager
    async def turn(self, rank: Rank, network: str) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it until the block ends."""
        one = _Waiting(rank, network, next(self._numbers))
        self._waiting.append(one)
        if not self._is_taken:
            self._call_next()
        try:
            await one.called.wait()
        except trio.Cancelled:
            if one.called.is_set():  # Whoever is called and hangs up at the same moment passes the turn on.
                self._call_next()
            else:
                self._waiting.remove(one)
            raise
        try:
            yield
        finally:
            self._call_next()

    def _call_next(self) -> None:
        self._is_taken = bool(self._waiting)
        if self._waiting:
            now = self._now()
            one = min(self._waiting, key=lambda other: (other.rank, self._owed(other.network, now), other.number))
            self._waiting.remove(one)
            self._turns.of(one.network, now).charge(now, 1.0)
            one.called.set()

    def _owed(self, network: str, now: float) -> float:
        """Seconds until all turns of a network are forgiven."""
        return self._turns.of(network, now).until(now)
