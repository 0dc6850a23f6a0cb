"""What each person and each address may do in a house: so much at once, then so much in a while.

A house has one `Allowances`. Each session has an `Allowance` of it, and spends from its person's tokens, its address's,
which are those of several people, and its network's, which are those of several addresses. The figures are in `limits`.
At home nothing is counted: `UNLIMITED`.
"""

from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from itertools import takewhile
from typing import Protocol, TypeAlias
from weakref import WeakValueDictionary

import trio
from msgspec import Struct

from core.base.durations import DAY, HOUR, to_wait
from core.base.game import Refused
from core.base.message import counted
from core.base.quota import Ledger, Quota
from core.base.recent import Recent
from core.base.token_bucket import Bucket, Buckets, Rate
from core.moderation.lockout import Tries
from core.people.password_queue import Lane, Rank
from core.sessions.limits import OVERDRAWN, Budget, Limit

REMEMBERED = 10_000
"""People and addresses whose tables that wait are counted: those who opened one last."""
Open: TypeAlias = Callable[[], Awaitable[str]]
"""Opens a table. Returns: its id."""
IsWaiting: TypeAlias = Callable[[str], Awaitable[bool]]
"""Whether a table that had a free seat still has."""


class Allowance:
    """What a session may still do: at home all of it, where nothing is counted."""

    __slots__ = ()
    network = ""
    """With whom the person shares what the house computes: all of their network; empty at home."""

    @property
    def budget(self) -> Budget:
        """The figures, which may change while a house is open."""
        return _AT_HOME

    def spend(self, limit: Limit, person: str, cost: float = 1.0) -> None:
        """Take so much from the shares of a person, by id, of address and network, or nothing. Raises: Refused."""

    def until(self, limit: Limit, person: str, cost: float = 1.0) -> float:
        """Seconds until so much can be spent; 0 when it can be now."""
        return 0.0

    def charge(self, limit: Limit, person: str, cost: float) -> None:
        """Take what was used already."""

    async def look_at(self, of: str, is_right: Callable[[], Awaitable[bool]], *, is_home: bool = False) -> bool:
        """Whether a code or a password for a stream is right; `is_home` if it was opened from that network before.

        Raises: Refused after too many, above all wrong ones.
        """
        return await is_right()

    def check_new_name(self) -> None:
        """Raises Refused where as many names were registered lately as may be, from the address or its network."""

    def take_new_name(self) -> None:
        """Count a name that is registered now. Raises: Refused."""

    def turn(self, of: str = "", *, is_home: bool = False) -> AbstractAsyncContextManager[None]:
        """Wait for one's turn to have the digest of a password made: first who comes back to a stream where it was
        opened before, then who does so from elsewhere, then who registers, for whom `of` is empty."""
        return nullcontext()

    def note_right(self, of: str) -> None:
        """The person has been given the code or the password for a stream here, so is no stranger when coming back."""

    async def open_waiting(self, person: str, open: Open, is_waiting: IsWaiting) -> str:
        """Open a table with a free seat. Raises: Refused for whom as many wait as may, and whatever `open` raises."""
        return await open()


_AT_HOME = Budget(bookmarks=10**9, watchers=10**9)
UNLIMITED = Allowance()


class Waiting(Struct, eq=False):
    """A table with a free seat."""

    table: str = ""
    """Its id; empty while it is being opened."""


class Recorder(Protocol):
    """Who is told what was refused, for the log and the metrics of whoever runs the house."""

    def refused(self, what: str) -> None:
        """Somebody exceeded a limit of that name: the value of a `Limit`, "tries", "names" or "waiting"."""

    def locked_out(self, address: str, what: str) -> None:
        """After too many wrong codes or passwords from an address, no more of them are looked at for a while."""


class _Silent:
    def refused(self, what: str) -> None: ...

    def locked_out(self, address: str, what: str) -> None: ...


class Allowances:
    """What everybody in a house has left of each limit."""

    def __init__(
        self, budget: Budget, recorder: Recorder | None = None, now: Callable[[], float] = trio.current_time
    ) -> None:
        """`now` is in seconds, on a clock that does not run backwards."""
        self.recorder, self.now = recorder or _Silent(), now
        self.tries = Tries(budget.tries_a_minute, budget.lockout_seconds)
        self.lane = Lane(now)
        self.names = Ledger()
        """When names were registered, and from where."""
        self.left: dict[Limit, tuple[Buckets, Buckets, Buckets]] = {}
        """The tokens of persons, addresses and networks."""
        self.looking: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        """Held while a code or a password is looked at, by what a wrong one counts for."""
        self.waiting: Recent[Hashable, tuple[Waiting, ...]] = Recent(REMEMBERED)
        """The tables that each opened, in order, and that had a free seat when they were last looked at."""
        self.set_budget(budget)

    def set_budget(self, budget: Budget) -> None:
        """Have other figures from now on; everybody begins anew with all tokens, who is locked out stays so."""
        self.budget = budget
        self.tries.set_figures(budget.tries_a_minute, budget.lockout_seconds)
        of_address = budget.people_of_an_address
        self.begin(budget.rates(), of_address, of_address * budget.addresses_of_a_network)

    def begin(self, rates: Mapping[Limit, Rate], of_address: float, of_network: float) -> None:
        """Give everybody all tokens anew; an address and a network have so many times those of a person."""
        for limit, rate in rates.items():
            self.left[limit] = Buckets(rate), Buckets(rate.times(of_address)), Buckets(rate.times(of_network))

    def drop_waiting(self, key: Hashable, one: Waiting) -> None:
        """Count a table no longer. The others stay, also those that were added while this one was looked at."""
        self.waiting[key] = tuple(other for other in self.waiting.get(key, ()) if other is not one)
        if not self.waiting[key]:
            del self.waiting[key]

    def waiting_before(self, key: Hashable, one: Waiting) -> tuple[Waiting, ...]:
        """Those that were counted for somebody before this one."""
        return tuple(takewhile(lambda other: other is not one, self.waiting.get(key, ())))

    def allowance(self, address: str, network: str = "") -> Allowance:
        """What a session from there may do; the network is one of several addresses, if it is known."""
        return _Counted(self, address, network or address)


class _Counted(Allowance):
    """The allowance of one session in a house where what people do is counted."""

    __slots__ = ("address", "house", "network")

    def __init__(self, house: Allowances, address: str, network: str) -> None:
        """`network` is the one around the address, or the address."""
        self.house, self.address, self.network = house, address, network

    @property
    def budget(self) -> Budget:
        """Those of the house."""
        return self.house.budget

    def spend(self, limit: Limit, person: str, cost: float = 1.0) -> None:
        """Take so much from all that it counts for, or from none. Raises: Refused."""
        now = self.house.now()
        buckets = self._buckets(limit, person, now)
        if (wait := max([bucket.until(now, cost) for bucket in buckets])) > 0:
            self.house.recorder.refused(limit.value)
            raise Refused(OVERDRAWN[limit].filled(time=to_wait(wait)))
        for bucket in buckets:
            bucket.charge(now, cost)

    def until(self, limit: Limit, person: str, cost: float = 1.0) -> float:
        """Until that can be taken from all that it counts for."""
        now = self.house.now()
        return max(bucket.until(now, cost) for bucket in self._buckets(limit, person, now))

    def charge(self, limit: Limit, person: str, cost: float) -> None:
        """Take what was used already."""
        now = self.house.now()
        for bucket in self._buckets(limit, person, now):
            bucket.charge(now, cost)

    def key(self, person: str) -> Hashable:
        """By what a person is counted: their id; who is nobody in the journal yet, by the session."""
        return person or self

    def _buckets(self, limit: Limit, person: str, now: float) -> tuple[Bucket, Bucket, Bucket]:
        of_person, of_address, of_network = self.house.left[limit]
        return of_person.of(self.key(person), now), of_address.of(self.address, now), of_network.of(self.network, now)

    async def look_at(self, of: str, is_right: Callable[[], Awaitable[bool]], *, is_home: bool = False) -> bool:
        """Count a wrong one for the address and for what it would open; a lockout is told, and logged once.

        Of those that count for the same, each is known before the next is looked at. Other people's do not wait.
        """
        tries = self.house.tries
        keys = tries.holding_up(self.address, of, self.network if is_home else "")
        async with AsyncExitStack() as stack:
            for key in keys:  # The address first, so that no two wait for each other for ever.
                await stack.enter_async_context(self.house.looking.setdefault(key, trio.Lock()))
            if wait := tries.wait(keys, self.house.now()):
                self.house.recorder.refused("tries")
                raise Refused("Too many wrong codes and passwords: try again in {time}.", time=to_wait(wait))
            self.spend(Limit.CHECKS, "")
            if await is_right():
                tries.note_right(self.address, of)
                return True
            for key in tries.note_wrong(dict.fromkeys((self.address, of, *keys)), self.house.now()):
                self.house.recorder.locked_out(self.address, key)
        return False

    def check_new_name(self) -> None:
        """Look at the quotas of address and network."""
        now = self.house.now()
        wait = max(self.house.names.wait(quota, now) for quota in self._name_quotas())
        if wait > 0:
            self.house.recorder.refused("names")
            raise Refused(
                "Your network registered many names: register in {time}, and play as a guest until then.",
                time=to_wait(wait),
            )

    def take_new_name(self) -> None:
        """Count one for address and network."""
        self.check_new_name()
        self.house.names.note(self._name_quotas(), self.house.now())

    def _name_quotas(self) -> tuple[Quota, Quota]:
        return (
            Quota(("address", self.address), self.budget.names_an_hour, HOUR),
            Quota(("network", self.network), self.budget.names_a_day, DAY),
        )

    def turn(self, of: str = "", *, is_home: bool = False) -> AbstractAsyncContextManager[None]:
        """One's turn in the lane of the house."""
        rank = Rank.SIGNING_IN if of else Rank.REGISTERING
        if is_home or self.house.tries.is_known(self.address, of):
            rank = Rank.AT_HOME
        return self.house.lane.turn(rank, self.network)

    def note_right(self, of: str) -> None:
        """Have lockouts of what is the person's not hold at this address."""
        self.house.tries.note_right(self.address, of)

    async def open_waiting(self, person: str, open: Open, is_waiting: IsWaiting) -> str:
        """Open a table with a free seat. It counts before anything is waited for, so that however many are opened at
        one moment, no more are opened than may be; what was not opened counts no longer."""
        own, budget = Waiting(), self.budget
        of_address = budget.tables_waiting * budget.people_of_an_address
        shares = {
            self.key(person): budget.tables_waiting,
            self.network: of_address * budget.addresses_of_a_network,
            self.address: of_address,  # The last, for where there is no network around it.
        }
        for key in shares:
            self.house.waiting[key] = (*self.house.waiting.get(key, ()), own)
        try:
            for key, most in shares.items():
                await self._check_waiting(key, own, most, is_waiting)
            own.table = await open()
        finally:
            for key in shares if not own.table else ():
                self.house.drop_waiting(key, own)
        return own.table

    async def _check_waiting(self, key: Hashable, own: Waiting, most: int, is_waiting: IsWaiting) -> None:
        """Where it looks as if there were too many, look at those that came before, and count those that still wait."""
        house = self.house
        if len(before := house.waiting_before(key, own)) < most:
            return
        for one in before:
            if one.table and not await is_waiting(one.table):
                house.drop_waiting(key, one)
        if (count := len(house.waiting_before(key, own))) >= most:
            house.recorder.refused("waiting")
            raise Refused(
                counted(
                    "{n} of your tables is already waiting for a player: invite somebody there first.",
                    "{n} of your tables are already waiting for a player: invite somebody there first.",
                    count,
                )
            )


class Asker(Struct, frozen=True):
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
        return self.allowance.network or self.person

    def check(self) -> None:
        """Raises Refused for whom no time is left."""
        self.allowance.spend(Limit.SOLVING, self.person, 0.0)

    def charge(self, seconds: float) -> None:
        """A solver has searched so long."""
        self.allowance.charge(Limit.SOLVING, self.person, seconds)
