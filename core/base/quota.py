"""Quotas: so many of something in so long, and never more. Without I/O or a clock.

A bucket (`token_bucket`) fills again as time goes by, so it gives nearly twice as much on the first day. Where
three a day must mean three, the times themselves are kept.
"""

import math
from bisect import insort
from collections.abc import Hashable, Iterable

from msgspec import Struct, field

_FEW = 256
"""Keys that are kept in any case."""


class Quota(Struct, frozen=True):
    """At most so many within so many seconds, of what is counted under a key."""

    key: Hashable
    most: int
    seconds: float


class _Times(Struct):
    """When something happened lately, the first one first, and for how long that matters."""

    at: list[float] = field(default_factory=list)
    seconds: float = 0.0


class Ledger:
    """When what happened, by the keys it is counted under. Times are seconds on one clock."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, _Times] = {}
        self._most = _FEW

    def wait(self, quota: Quota, now: float) -> float:
        """Seconds until one more is within a quota; 0.0 if it is now, infinite if it never is."""
        if not quota.most:
            return math.inf
        kept = self._kept.get(quota.key)
        if kept is None or len(kept.at) < quota.most:
            return 0.0
        return max(0.0, kept.at[-quota.most] + quota.seconds - now)

    def count(self, quota: Quota, now: float) -> int:
        """How many there were within a quota's time."""
        kept = self._kept.get(quota.key)
        return sum(at > now - quota.seconds for at in kept.at) if kept else 0

    def note(self, quotas: Iterable[Quota], at: float) -> None:
        """One more has happened, which may have been a while ago."""
        for quota in quotas:
            kept = self._kept.setdefault(quota.key, _Times())
            kept.seconds = max(kept.seconds, quota.seconds)
            insort(kept.at, at)
            newest = kept.at[-1]
            kept.at = [one for one in kept.at if one > newest - kept.seconds]
        if len(self._kept) > self._most:
            self._drop_old(at)

    def forget(self, key: Hashable) -> None:
        """Begin anew with a key."""
        self._kept.pop(key, None)

    def __len__(self) -> int:
        """How many keys are kept."""
        return len(self._kept)

    def _drop_old(self, now: float) -> None:
        """The next time is when there are twice as many, so that this costs little for each."""
        self._kept = {key: kept for key, kept in self._kept.items() if kept.at[-1] > now - kept.seconds}
        self._most = max(_FEW, 2 * len(self._kept))
