"""Budgets: so much at once, and then so much a second. Buckets of tokens, without I/O or a clock in them.

bucket = Bucket(Rate(at_once=10, a_second=2))
if not bucket.take(now):
    wait bucket.until(now) seconds, or refuse

What people do in a house is spent from several at once: a `Share` is what one visit may spend of the house's `Shares`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Hashable, Mapping

import attrs

from core.base.durations import to_wait
from core.base.game import Refused
from core.base.message import Message, message


@attrs.frozen
class Rate:
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


@attrs.define(eq=False)
class Bucket:
    """What is left of an allowance. Times are seconds on any clock that does not run backwards."""

    rate: Rate
    _used: float = 0.0
    """What was taken and has not come back, at `_at`."""
    _at: float = -math.inf

    def _used_at(self, now: float) -> float:
        if now > self._at:
            # What is infinite minus infinite is nothing used.
            back = (now - self._at) * self.rate.a_second
            self._used, self._at = max(0.0, self._used - back) if back < math.inf else 0.0, now
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
        most = self.rate.at_once - min(cost, self.rate.at_once)
        if self._used <= most:
            return 0.0
        missing = self._used_at(now) - most
        return max(0.0, missing / self.rate.a_second) if missing > 0 else 0.0

    def is_full(self, now: float) -> bool:
        """Whether it is as if nothing had ever been taken."""
        return self._used_at(now) <= 0


class Buckets:
    """A bucket for each of those who share a rate, by a key; those that are full are let go of."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: dict[Hashable, Bucket] = {}
        self._most = _FEW

    def of(self, key: Hashable, now: float) -> Bucket:
        """The bucket of a key; to be used at once, and asked for anew the next time."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._let_go(now)
            bucket = self._buckets[key] = Bucket(self.rate)
        return bucket

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._buckets)

    def _let_go(self, now: float) -> None:
        """Forget the full ones. The next time is when there are twice as many, so that this costs little for each."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._most = max(_FEW, 2 * len(self._buckets))


_FEW = 256
"""Buckets that are kept in any case."""


class Kind(enum.Enum):
    """What is counted of what people do in a house."""

    TABLES = "tables"
    RECORDS = "records"
    TALK = "talk"
    """Lines at a table."""
    TELLS = "tells"
    """What is said to one person elsewhere, and invitations."""
    SHOUTS = "shouts"
    REPORTS = "reports"
    CHECKS = "checks"
    """Codes and passwords that are looked at."""
    COPIES = "copies"
    REPLAYS = "replays"
    SOLVING = "solving"
    """Seconds of solvers."""


OVERDRAWN: Mapping[Kind, Message] = {
    Kind.TABLES: message("You have opened many tables lately: go on at one of them, or try again in {time}."),
    Kind.RECORDS: message("You have done very much here in a short time: go on in {time}."),
    Kind.TALK: message("You have said much lately: you can talk again in {time}."),
    Kind.TELLS: message("You have called on others much lately: try again in {time}."),
    Kind.SHOUTS: message("You have shouted enough for now: try again in {time}, or tell NAME what you have to say."),
    Kind.REPORTS: message("You have made many reports lately: try again in {time}."),
    Kind.CHECKS: message("You have typed many codes and passwords lately: try again in {time}."),
    Kind.COPIES: message("You have gone back to many saves lately: try again in {time}."),
    Kind.REPLAYS: message("You have asked for many replays lately: try again in {time}."),
    Kind.SOLVING: message("The house has searched long for you lately: try again in {time}."),
}
"""What is said to those who exceed their share, or that of their address."""


class Shares:
    """What everybody in a house has left of each kind: people, their addresses, and the networks around those."""

    def __init__(self, now: Callable[[], float], note_refused: Callable[[Kind], None]) -> None:
        self.now, self.note_refused = now, note_refused
        self.left: dict[Kind, tuple[Buckets, Buckets, Buckets]] = {}

    def begin(self, rates: Mapping[Kind, Rate], of_address: float, of_network: float) -> None:
        """Give everybody their shares anew; those of addresses and networks are so many times that of a person."""
        for kind, rate in rates.items():
            self.left[kind] = Buckets(rate), Buckets(rate.times(of_address)), Buckets(rate.times(of_network))


@attrs.define(eq=False)
class Share:
    """What one visit may spend, which is what its person, its address and its network all have left."""

    shares: Shares
    address: str
    network: str
    """The one around the address, or the address."""

    def spend(self, kind: Kind, person: str, cost: float = 1.0) -> None:
        """Take so much from all that it counts for, or from none. Raises: Refused."""
        now = self.shares.now()
        buckets = self._buckets(kind, person, now)
        wait = max(bucket.until(now, cost) for bucket in buckets)
        if wait > 0:
            self.shares.note_refused(kind)
            raise Refused(OVERDRAWN[kind].filled(time=to_wait(wait)))
        for bucket in buckets:
            bucket.charge(now, cost)

    def charge(self, kind: Kind, person: str, cost: float) -> None:
        """Take what was used already."""
        now = self.shares.now()
        for bucket in self._buckets(kind, person, now):
            bucket.charge(now, cost)

    def key(self, person: str) -> Hashable:
        """Whose share a person's is, by their id: who is nobody in the journal yet has that of the visit."""
        return person or self

    def _buckets(self, kind: Kind, person: str, now: float) -> tuple[Bucket, Bucket, Bucket]:
        of_person, of_address, of_network = self.shares.left[kind]
        return of_person.of(self.key(person), now), of_address.of(self.address, now), of_network.of(self.network, now)
