"""Budgets: so much at once, and then so much a second. Buckets of tokens, without I/O or a clock in them.

bucket = Bucket(Rate(at_once=10, a_second=2))
if not bucket.take(now):
    wait bucket.until(now) seconds, or refuse
"""

from __future__ import annotations

import math
from collections.abc import Hashable

from msgspec import Struct


class Rate(Struct, frozen=True):
    """How much somebody may do."""

    at_once: float
    a_second: float

    def times(self, factor: float) -> Rate:
        """The same for so many together."""
        return Rate(self.at_once * factor, self.a_second * factor)


def a_minute(count: float, at_once: float | None = None) -> Rate:
    """So many a minute, by default as many at once."""
    return Rate(count if at_once is None else at_once, count / 60)


def an_hour(count: float, at_once: float | None = None) -> Rate:
    """So many an hour, by default as many at once."""
    return Rate(count if at_once is None else at_once, count / 3600)


UNLIMITED = Rate(math.inf, math.inf)


class Bucket(Struct, eq=False, gc=False):
    """What is left of an allowance. Times are seconds on any clock that does not run backwards.

    Not of attrs: everybody in a house has several, and a struct is smaller and sooner made.
    """

    rate: Rate
    _used: float = 0.0
    """What was taken and has not come back, at `_at`."""
    _at: float = -math.inf

    def _used_at(self, now: float) -> float:
        if now > self._at:
            if self._used > 0:
                # What is infinite minus infinite is nothing used.
                back = (now - self._at) * self.rate.a_second
                self._used = self._used - back if back < self._used else 0.0
            self._at = now
        return self._used

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take so much if it is there; False when it is not, and nothing is taken."""
        if self._used_at(now) + cost > self.rate.at_once:
            return False
        self._used += cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Whether so much could be taken now."""
        # What has come back since only makes more of it, and mostly need not be counted.
        return self._used + cost <= self.rate.at_once or self._used_at(now) + cost <= self.rate.at_once

    def charge(self, now: float, cost: float) -> None:
        """Take what was used already; what is not there is owed, and comes off what comes back."""
        self._used = self._used_at(now) + cost

    def until(self, now: float, cost: float = 1.0) -> float:
        """Seconds until so much can be taken, or as much as there ever is; 0 when it can be now."""
        most = self.rate.at_once - cost if cost < self.rate.at_once else 0.0
        if self._used <= most:
            return 0.0
        missing = self._used_at(now) - most
        return max(0.0, missing / self.rate.a_second) if missing > 0 else 0.0

    def is_full(self, now: float) -> bool:
        """Whether it is as if nothing had ever been taken."""
        return self._used_at(now) <= 0


class Buckets:
    """A bucket for each of those who share a rate, by a key; those that are full are dropped."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: dict[Hashable, Bucket] = {}
        self._most = _FEW

    def of(self, key: Hashable, now: float) -> Bucket:
        """The bucket of a key; to be used at once, and asked for anew the next time."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._drop_full(now)
            bucket = self._buckets[key] = Bucket(self.rate)
        return bucket

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._buckets)

    def _drop_full(self, now: float) -> None:
        """Forget the full ones. The next time is when there are twice as many, so that this costs little for each."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._most = max(_FEW, 2 * len(self._buckets))


_FEW = 256
"""Buckets that are kept in any case."""
