"""The sealed days of a journal: made, revealed and asked for. The service's half of `daily_chains`, and a gate.

Nothing of a day leaves here before it has begun by the clock of this house, and a record says so.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import date

import attrs
import trio

from core.base.durations import DAY
from core.base.game import Refused
from core.base.hash_chain import LINK_BYTES
from core.books.daily_chains import (
    DAYS,
    STREAM,
    ChainEvent,
    Chains,
    DayRevealed,
    Published,
    chain_of,
    day_at,
    sealed_days,
    soonest_day,
)
from core.games.deals.daily import deal_of
from core.records import codec, fold, owned_stream
from core.table import SealedDay
from journal import Journal, JournalError, Record

_LOG = logging.getLogger("parlour")
LOOK = 600.0
"""Seconds after which a house looks at the latest whether a new day has begun."""


@attrs.define
class DailyChains:
    """The chains of a journal. All that waits raises JournalError, also Damaged where their stream is."""

    _journal: Journal
    _now: Callable[[], float]
    _chains: Chains = attrs.field(factory=Chains, init=False, repr=False)
    _last: Record | None = attrs.field(default=None, init=False)
    """The last record that is folded into them."""
    _lock: trio.Lock = attrs.field(factory=trio.Lock, init=False)

    @property
    def today(self) -> date:
        """The day that it is now, in UTC."""
        return day_at(self._now())

    def is_open(self, day: date) -> bool:
        """Whether the deals of a day go by the open formula, as far as the chains were read here."""
        return self._chains.of(day) is None

    async def day(self, day: date) -> SealedDay | None:
        """A day that has begun, in the chain that has it; None where the open formula holds. Raises: Refused before.

        That of today is revealed first.
        """
        if day > self.today:
            raise Refused("The deal of {day} is sealed until then.", day=day.isoformat())
        async with self._lock:
            chains = await (owned_stream.retry(self._revealed) if day == self.today else self._read())
            return chains.of(day)

    async def numbers(self, kind: str, days: Iterable[date]) -> dict[date, int]:
        """The numbers of a variant's deals for days that have begun. Raises: Refused for others."""
        wanted, today = frozenset(days), self.today
        if any(day > today for day in wanted):
            raise Refused("The deal of {day} is sealed until then.", day=max(wanted).isoformat())
        async with self._lock:
            chains = await self._read()
        return {day: deal_of(kind, day, chains.of(day)) for day in wanted}

    async def published(self) -> tuple[Published, ...]:
        """The chains that are not over, as everybody may know them."""
        async with self._lock:
            return (await self._read()).published(self.today)

    async def keep_sealed(self) -> None:
        """Make each chain before it is needed, and reveal each day when it has begun, until cancelled."""
        while True:
            try:
                await self.seal()
                await self.day(self.today)
            except JournalError as error:
                _LOG.warning("The deals of the coming days cannot be sealed now: %s", error)
            await trio.sleep(min(DAY - self._now() % DAY, LOOK))

    async def seal(self) -> None:
        """Make the next chain, if it is time for it; of several houses that do so at once, one does."""
        async with self._lock:
            await owned_stream.retry(self._sealed)

    async def seal_anew(self) -> Published:
        """Begin another chain with the first day that can still be sealed, because the secrets of the last one are no
        secrets any more. Days that have begun, and those before that day, stay as they are. Returns: the new chain.
        """
        made = sealed_days(secrets.token_bytes(LINK_BYTES), soonest_day(self._now()), DAYS)

        async def attempt() -> Chains | None:
            await self._read()
            return await self._appended(made)

        async with self._lock:
            await owned_stream.retry(attempt)
        return chain_of(made).published

    async def _sealed(self) -> Chains | None:
        chains = await self._read()
        if (first := chains.next_first(self._now())) is None:
            return chains
        return await self._appended(sealed_days(secrets.token_bytes(LINK_BYTES), first, DAYS))

    async def _revealed(self) -> Chains | None:
        chains = await self._read()
        sealed = chains.of(self.today)
        if sealed is None or sealed.day in chains.revealed:
            return chains
        return await self._appended(DayRevealed(sealed.day, sealed.secret))

    async def _appended(self, event: ChainEvent) -> Chains | None:
        """Append after the last record. Returns: None where another house was quicker."""
        records = await owned_stream.append(self._journal, self._now, STREAM, self._last, [event])
        return await self._read() if records else None

    async def _read(self) -> Chains:
        """All chains, after what is new was read."""
        after = self._last.seq if self._last else 0
        if records := await self._journal.read(STREAM, after):
            self._chains, self._last = _folded(self._chains, records), records[-1]
        return self._chains


async def chains_of(journal: Journal) -> Chains:
    """All chains of a journal. Raises: Damaged, JournalError."""
    records = await journal.read(STREAM)
    return _folded(Chains(), records) if records else Chains()


def _folded(chains: Chains, records: Sequence[Record]) -> Chains:
    with codec.Gate(STREAM, records[-1].seq):
        return chains.fold(event for event, _ in fold.decode(STREAM, records))
