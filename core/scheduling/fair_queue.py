"""Which waiting turn comes next: that of whoever has used least. Without I/O or a clock in it.

What people cause is done in turns. Each turn is charged to an account, which belongs to groups: a connection, of an
address, of a network. The next turn goes to the network that has used least, in it to such an address, and there to
such a connection: so the eighth connection of one address waits for the other seven, and nobody else does. (Start-time
fair queueing: Goyal, Vin and Cheng, 1996; here in levels, with debts that are forgiven in time.)

queue = FairQueue()
queue.add(account := Account(), "192.0.2.0/24", "192.0.2.7")
queue.push(account, turn, now)
turn = queue.take(account := queue.next(now), now)
account.charge(seconds, now)
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from itertools import count, islice
from typing import Any, Generic, TypeVar

import attrs

T = TypeVar("T")
FORGIVEN = 0.05
"""Seconds of use forgiven in each second: whoever uses a smaller share of a processor owes nothing."""
SMALL = 0.001
"""Seconds of use that do not count, about a turn: those who owe less than that wait in the order of arrival. More, and
who comes alone would wait for the second and third caller of each network in a crowd."""
HEAVY = 0.2
"""Seconds of use from which on somebody uses far more than people do."""
MOST = 1.0
"""The most seconds that anybody who waits owes: newcomers get ahead of them by no more than that."""
_NEIGHBOURS = 2
"""Groups whose members are neighbours, the narrowest ones: an address, and a network. Wider ones are of strangers."""
_FEW = 256
"""Groups in a group that are kept in any case."""


@attrs.define(eq=False)
class _Member:
    """An account, or a group of them, in a group."""

    group: Group | None = attrs.field(default=None, init=False)
    used: float = attrs.field(default=0.0, init=False)
    """Seconds, on the clock of the group it is in."""

    def debt(self, now: float) -> float:
        """Seconds that it has used beyond what is forgiven."""
        return max(0.0, self.used - self.group.clock(now)) if self.group is not None else 0.0

    def groups(self) -> Iterator[Group]:
        """Those it is in, from the narrowest to the widest."""
        group = self.group
        while group is not None:
            yield group
            group = group.group

    @property
    def is_waiting(self) -> bool:
        """Whether a turn waits here."""
        raise NotImplementedError


@attrs.define(eq=False)
class Group(_Member):
    """Those who share what they may use: an address, a network, everybody."""

    waiting: list[tuple[float, int, _Member]] = attrs.field(factory=list, init=False)
    """A heap of the members for whom something waits: what they had used when they came into it."""
    members: int = attrs.field(default=0, init=False)
    """Accounts in it."""
    _groups: dict[Hashable, Group] = attrs.field(factory=dict, init=False)
    _clock: float = attrs.field(default=0.0, init=False)
    _clocked_at: float = attrs.field(default=0.0, init=False)
    _most: int = attrs.field(default=_FEW, init=False)

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of a member's waits."""
        return bool(self.waiting)

    def clock(self, now: float) -> float:
        """Seconds that a member may have used by now without owing anything.

        While members wait it stays behind the one that has used least: in a crowd nobody's share is what is forgiven,
        so all would owe nothing, and who comes now and then would have to wait for all who always want something.
        """
        forgiven = self._clock
        if now > self._clocked_at:
            forgiven += FORGIVEN * (now - self._clocked_at)
            if self.waiting:
                forgiven = max(self._clock, min(forgiven, self.waiting[0][0] - 2 * SMALL))
        self._clock, self._clocked_at = forgiven, now
        return forgiven

    def within(self, key: Hashable, now: float) -> Group:
        """The group of this key in it, made if it is not there."""
        if (found := self._groups.get(key)) is None:
            if len(self._groups) >= self._most:
                self._forget(now)
            found = self._groups[key] = Group()
            found.group = self
        return found

    def _forget(self, now: float) -> None:
        """Drop groups without members and debts. The next time is when there are twice as many, so that this costs
        little for each."""
        self._groups = {
            key: group
            for key, group in self._groups.items()
            if group.members or group.is_waiting or group.debt(now)
        }  # fmt: skip
        self._most = max(_FEW, 2 * len(self._groups))

    def first(self, now: float) -> _Member:
        """The member whose turn is next."""
        self.clock(now)  # as long as those wait who waited until now
        while True:
            order, number, member = self.waiting[0]
            if member.used <= order:
                self._clock = max(self._clock, member.used - MOST)
                return member
            heapq.heapreplace(self.waiting, (member.used, number, member))  # It was charged while it waited.


@attrs.define(eq=False)
class Account(_Member):
    """What one connection is charged for."""

    spent: float = attrs.field(default=0.0, init=False)
    """Seconds charged in all."""
    items: tuple[Any, ...] = attrs.field(default=(), init=False)
    """Its turns that wait."""

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of its own waits."""
        return bool(self.items)

    def charge(self, seconds: float, now: float) -> None:
        """It has used so much of the processor, and all its groups with it."""
        self.spent += seconds
        member: _Member = self
        while (group := member.group) is not None:  # Not by `groups`: this is done for each step of a task.
            member.used = max(member.used, group.clock(now)) + seconds
            member = group

    def is_heavy(self, now: float) -> bool:
        """Whether it, its address or its network uses far more than people do. What many networks use together makes
        none of them heavy: else a house with thirty guests who use little each would stand idle half of the time."""
        return any(one.debt(now) > HEAVY for one in (self, *islice(self.groups(), _NEIGHBOURS)))

    def close(self) -> None:
        """Nothing will be charged any more; what its groups owe is remembered until it is forgiven."""
        for group in self.groups():
            group.members -= 1


class FairQueue(Generic[T]):
    """Turns that wait, each of an account."""

    def __init__(self) -> None:
        self._everybody = Group()
        self._numbers = count()
        self.length = 0
        """How many turns wait."""

    def add(self, account: Account, *keys: Hashable, now: float = 0.0) -> None:
        """Put an account into the groups of these keys, from the widest to the narrowest, until it is closed."""
        group = self._everybody
        group.members += 1
        for key in keys:
            group = group.within(key, now)
            group.members += 1
        account.group = group

    def move(self, account: Account, *keys: Hashable, now: float) -> None:
        """Move an account to other groups; what it owed stays with those it was in. Nothing is changed while a turn of
        it waits."""
        if not account.items:
            account.close()
            account.used = 0.0
            self.add(account, *keys, now=now)

    def push(self, account: Account, item: T, now: float) -> None:
        """Put a turn into the queue."""
        self.length += 1
        member: _Member = account
        is_new, account.items = not account.items, (*account.items, item)
        for group in account.groups():
            if not is_new:
                break
            is_new = not group.waiting
            self._wait(member, group, now)
            member = group

    def _wait(self, member: _Member, group: Group, now: float) -> None:
        order = max(member.used, group.clock(now) + SMALL)
        heapq.heappush(group.waiting, (order, next(self._numbers), member))

    def next(self, now: float) -> Account:
        """Whose turn is next. Raises: IndexError where nothing waits."""
        member: _Member = self._everybody
        while isinstance(member, Group):
            member = member.first(now)
        assert isinstance(member, Account)
        return member

    def is_next_heavy(self, now: float) -> bool:
        """Whether the next turn is of somebody who uses far more than people do; False where nothing waits."""
        return self.length > 0 and self.next(now).is_heavy(now)

    def take(self, account: Account, now: float) -> T:
        """Take the turn of whoever is next, as `next` has said just now."""
        item: T
        item, *rest = account.items
        self.length, account.items = self.length - 1, tuple(rest)
        member: _Member = account
        for group in account.groups():
            heapq.heappop(group.waiting)
            if member.is_waiting:
                self._wait(member, group, now)
            member = group
        return item
