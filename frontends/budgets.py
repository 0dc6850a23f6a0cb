"""What each person and each address may do in a house: so much at once, then so much in a while.

A house has one `Budgets`. Each visit has an `Allowance` of it, and spends from its person's share, its address's, which
is that of several people, and its network's, which is that of several addresses. At home nothing is counted:
`UNLIMITED`.
"""

from __future__ import annotations

import enum
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from itertools import takewhile
from typing import Protocol, TypeAlias
from weakref import WeakValueDictionary

import attrs
import trio

from core.budget import Bucket, Buckets, a_minute, an_hour
from core.game import Refused
from core.message import Message, counted, message
from core.tries import Tries
from frontends import logs
from frontends.config import Budget

REMEMBERED = 10_000
"""People and addresses whose tables that wait are counted: those who opened one last."""


Open: TypeAlias = Callable[[], Awaitable[str]]
"""Opens a table. Returns: its id."""
IsWaiting: TypeAlias = Callable[[str], Awaitable[bool]]
"""Whether a table that had a free seat still has."""


class Kind(enum.Enum):
    """What is counted."""

    TABLES = "tables"
    RECORDS = "records"
    TALK = "talk"
    """Lines at a table."""
    TELLS = "tells"
    """What is said to one person elsewhere, and invitations."""
    SHOUTS = "shouts"
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
    Kind.CHECKS: message("You have typed many codes and passwords lately: try again in {time}."),
    Kind.COPIES: message("You have gone back to many saves lately: try again in {time}."),
    Kind.REPLAYS: message("You have asked for many replays lately: try again in {time}."),
    Kind.SOLVING: message("The house has searched long for you lately: try again in {time}."),
}
"""What is said to those who exceed their share, or that of their address."""


class Allowance(Protocol):
    """What a visit may still do."""

    @property
    def budget(self) -> Budget:
        """The figures."""

    @property
    def share(self) -> str:
        """With whom the person shares what the house computes: all of their network; empty at home."""

    def spend(self, kind: Kind, person: str, cost: float = 1.0) -> None:
        """Take so much from the shares of a person, by id, of address and network, or nothing. Raises: Refused."""

    def charge(self, kind: Kind, person: str, cost: float) -> None:
        """Take what was used already."""

    async def look_at(self, of: str, is_right: Callable[[], Awaitable[bool]]) -> bool:
        """Whether a code or a password for a stream is right. Raises: Refused after too many, above all wrong ones."""

    def alone(self) -> AbstractAsyncContextManager[None]:
        """For what is dear to compute: wait until nobody else of the network is at such a thing."""

    def note_right(self, of: str) -> None:
        """The person has been given the code or the password for a stream here, so is no stranger when coming back."""

    async def open_waiting(self, person: str, open: Open, is_waiting: IsWaiting) -> str:
        """Open a table with a free seat. Raises: Refused for whom as many wait as may, and whatever `open` raises."""


class _Unlimited:
    """At home, where nothing is counted."""

    budget = Budget(bookmarks=10**9, watchers=10**9)
    share = ""

    def spend(self, kind: Kind, person: str, cost: float = 1.0) -> None:
        """Nothing is counted."""

    def charge(self, kind: Kind, person: str, cost: float) -> None:
        """Nothing is counted."""

    async def look_at(self, of: str, is_right: Callable[[], Awaitable[bool]]) -> bool:
        """Nothing is counted."""
        return await is_right()

    def alone(self) -> AbstractAsyncContextManager[None]:
        """Nobody else is there."""
        return nullcontext()

    def note_right(self, of: str) -> None:
        """Nobody is a stranger."""

    async def open_waiting(self, person: str, open: Open, is_waiting: IsWaiting) -> str:
        """As many as one likes."""
        return await open()


UNLIMITED = _Unlimited()


@attrs.define(eq=False)
class Waiting:
    """A table with a free seat."""

    table: str = ""
    """Its id; empty while it is being opened."""


class Budgets:
    """The shares of everybody in a house."""

    def __init__(self, budget: Budget) -> None:
        self.tries = Tries(budget.tries_a_minute, budget.lockout_seconds)
        self._looking: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        self.waiting: dict[object, tuple[Waiting, ...]] = {}
        """The tables that each opened, in order, and that had a free seat when they were last looked at."""
        self.heed(budget)

    def heed(self, budget: Budget) -> None:
        """Have other figures from now on; shares begin anew, who is locked out stays so."""
        self.budget = budget
        self.tries.heed(budget.tries_a_minute, budget.lockout_seconds)
        rates = {
            Kind.TABLES: an_hour(budget.tables_an_hour),
            Kind.RECORDS: a_minute(budget.records_a_minute),
            Kind.TALK: a_minute(budget.talk_a_minute, budget.talk_at_once),
            Kind.TELLS: a_minute(budget.tells_a_minute, budget.tells_at_once),
            Kind.SHOUTS: a_minute(budget.shouts_a_minute, budget.shouts_at_once),
            Kind.CHECKS: a_minute(budget.checks_a_minute),
            Kind.COPIES: an_hour(budget.copies_an_hour),
            Kind.REPLAYS: a_minute(budget.replays_a_minute),
            Kind.SOLVING: an_hour(budget.solver_seconds_an_hour, budget.solver_seconds_at_once),
        }
        self.of_person = {kind: Buckets(rate) for kind, rate in rates.items()}
        people = budget.people_of_an_address, budget.people_of_an_address * budget.addresses_of_a_network
        self.of_address, self.of_network = (
            {kind: Buckets(rate.times(several)) for kind, rate in rates.items()} for several in people
        )

    @asynccontextmanager
    async def one_by_one(self, *keys: str) -> AsyncIterator[None]:
        """Wait for those who are here with one of these keys, and keep others with them out.

        Whoever has several names the network first, so that no two wait for each other for ever.
        """
        async with AsyncExitStack() as stack:
            for key in keys:
                await stack.enter_async_context(self._looking.setdefault(key, trio.Lock()))
            yield

    def add_waiting(self, key: object, one: Waiting) -> None:
        """Count a table for somebody, who is now the last of those that are remembered."""
        self.waiting[key] = (*self.waiting.pop(key, ()), one)
        while len(self.waiting) > REMEMBERED:
            del self.waiting[next(iter(self.waiting))]

    def drop_waiting(self, key: object, one: Waiting) -> None:
        """Count it no longer. The others stay, also those that were added while this one was looked at."""
        if left := tuple(other for other in self.waiting.get(key, ()) if other is not one):
            self.waiting[key] = left
        else:
            self.waiting.pop(key, None)

    def waiting_before(self, key: object, one: Waiting) -> tuple[Waiting, ...]:
        """Those that were counted for somebody before this one."""
        return tuple(takewhile(lambda other: other is not one, self.waiting.get(key, ())))

    def allowance(self, address: str, network: str = "") -> Allowance:
        """What a visit from there may do; the network is one of several addresses, if it is known."""
        return _Share(self, address, network or address)


@attrs.define(eq=False)
class _Share:
    """The allowance of one visit."""

    budgets: Budgets
    address: str
    share: str
    """The network around the address, or the address."""

    @property
    def budget(self) -> Budget:
        """The figures."""
        return self.budgets.budget

    def _key(self, person: str) -> object:
        """Whoever is nobody in the journal yet has the share of this visit."""
        return person or self

    def _all(self, kind: Kind, person: str, now: float) -> tuple[Bucket, ...]:
        """What is left of the shares of the person, the address and the network."""
        return (
            self.budgets.of_person[kind].of(self._key(person), now),
            self.budgets.of_address[kind].of(self.address, now),
            self.budgets.of_network[kind].of(self.share, now),
        )

    def spend(self, kind: Kind, person: str, cost: float = 1.0) -> None:
        """Take from all shares, or from none."""
        now = trio.current_time()
        buckets = self._all(kind, person, now)
        wait = max(bucket.until(now, cost) for bucket in buckets)
        if wait > 0:
            logs.count("budget", kind.value)
            raise Refused(OVERDRAWN[kind].filled(time=_time(wait)))
        for bucket in buckets:
            bucket.charge(now, cost)

    def charge(self, kind: Kind, person: str, cost: float) -> None:
        """Take from all shares what was used already."""
        now = trio.current_time()
        for bucket in self._all(kind, person, now):
            bucket.charge(now, cost)

    async def look_at(self, of: str, is_right: Callable[[], Awaitable[bool]]) -> bool:
        """Count a wrong one for the address and for what it would open; a lockout is told, and logged once.

        Of those that count for the same, each is known before the next is looked at. Other people's do not wait.
        """
        tries = self.budgets.tries
        keys = tries.holding_up(self.address, of)
        async with self.budgets.one_by_one(self.share, *keys[1:]):  # An address is a part of its network.
            if wait := tries.wait(keys, trio.current_time()):
                logs.count("budget", "tries")
                raise Refused("There were too many wrong codes and passwords: try again in {time}.", time=_time(wait))
            self.spend(Kind.CHECKS, "")
            if await is_right():
                tries.note_right(self.address, of)
                return True
            for key in tries.note_wrong((self.address, of), trio.current_time()):
                logs.note(logging.WARNING, "locked-out", address=self.address, what=key)
        return False

    def alone(self) -> AbstractAsyncContextManager[None]:
        """One thing of the network at a time, so that strangers who sign in wait for one of each network at most."""
        return self.budgets.one_by_one(self.share)

    def note_right(self, of: str) -> None:
        """Have lockouts of what is the person's not hold at this address."""
        self.budgets.tries.note_right(self.address, of)

    async def open_waiting(self, person: str, open: Open, is_waiting: IsWaiting) -> str:
        """Open a table with a free seat. It counts before anything is waited for, so that however many are opened at
        one moment, no more are opened than may be; what was not opened counts no longer."""
        own, budget = Waiting(), self.budget
        of_address = budget.tables_waiting * budget.people_of_an_address
        shares = {
            self._key(person): budget.tables_waiting,
            self.share: of_address * budget.addresses_of_a_network,
            self.address: of_address,  # The last, for where there is no network around it.
        }
        for key in shares:
            self.budgets.add_waiting(key, own)
        try:
            for key, most in shares.items():
                await self._check_waiting(key, own, most, is_waiting)
            own.table = await open()
        finally:
            for key in shares if not own.table else ():
                self.budgets.drop_waiting(key, own)
        return own.table

    async def _check_waiting(self, key: object, own: Waiting, most: int, is_waiting: IsWaiting) -> None:
        """Where it looks as if there were too many, look at those that came before, and count those that still wait."""
        budgets = self.budgets
        if len(before := budgets.waiting_before(key, own)) < most:
            return
        for one in before:
            if one.table and not await is_waiting(one.table):
                budgets.drop_waiting(key, one)
        if (count := len(budgets.waiting_before(key, own))) >= most:
            logs.count("budget", "waiting")
            raise Refused(
                counted(
                    "{n} table of yours waits for a player already: invite somebody there first.",
                    "{n} tables of yours wait for players already: invite somebody there first.",
                    count,
                )
            )


def _time(seconds: float) -> Message:
    """A time to wait, as people say it."""
    if seconds < 100:
        return counted("{n} second", "{n} seconds", math.ceil(seconds))
    return counted("{n} minute", "{n} minutes", math.ceil(seconds / 60))


@attrs.frozen
class Asker:
    """On whose behalf solvers search: what they take is charged to the person."""

    allowance: Allowance
    person: str

    @property
    def key(self) -> object:
        """One search at a time."""
        return self.person or id(self.allowance)

    @property
    def share(self) -> str:
        """With all of the address; at home by oneself."""
        return self.allowance.share or self.person

    def check(self) -> None:
        """Raises Refused for whom no time is left."""
        self.allowance.spend(Kind.SOLVING, self.person, 0.0)

    def charge(self, seconds: float) -> None:
        """A solver has searched so long."""
        self.allowance.charge(Kind.SOLVING, self.person, seconds)
