"""Chains of daily deals: what is recorded of them, in the stream `daily`, and which day has which secret.

A house that serves makes a chain of 3,650 days; its end, the beacon, is published before its first day, and each day's
secret when that day has begun. All houses on a journal go by the same chains, whenever they are opened, so they deal
the same; a mirror and a restored backup do, too. Days without a chain, as at home, go by the open formula.

All days follow from one secret, which stands here and nowhere else: whoever reads the journal or a backup knows the
deals to come. Of two chains that have a day, the one that was made later counts: so after a leak another one is begun,
and the days before it stay as they were.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Annotated, TypeAlias

import attrs
from msgspec import Meta, Struct

from core.base.durations import DAY, HOUR
from core.base.event_families import register
from core.base.hash_chain import links
from core.table import LONGEST_CHAIN, SealedDay
from core.table.events import DayText, HashText

STREAM = "daily"
DAYS = 3650
"""Of a chain."""
NOTICE = 1 * HOUR
"""Seconds before its first day in which a chain is there at the least: more than by what clocks of houses differ."""
AHEAD = 30 * DAY
"""Seconds before the end of the last chain from which on the next one is made."""


@attrs.frozen
class DaysSealed:
    """A house has fixed the deals of many days. Holds the secret: it never leaves here."""

    beacon: HashText
    """Published: it fixes all days."""
    days: Annotated[int, Meta(ge=1, le=LONGEST_CHAIN)]
    first: DayText
    secret: HashText = attrs.field(repr=False)
    """That of the last day, from which all others follow."""


class DayRevealed(Struct, frozen=True):
    """A day has begun, and from now on everybody may know its secret."""

    day: DayText
    secret: HashText


ChainEvent: TypeAlias = DaysSealed | DayRevealed
EVENTS: dict[str, type] = {"daily.sealed": DaysSealed, "daily.revealed": DayRevealed}
"""By kind."""
register(STREAM, EVENTS)


class Published(Struct, frozen=True):
    """A chain as everybody may know it."""

    beacon: str
    first: date
    last: date


def day_at(at: float) -> date:
    """The day in UTC of a time in seconds since the epoch."""
    return datetime.fromtimestamp(at, UTC).date()


def soonest_day(now: float) -> date:
    """The first day that can still be sealed now."""
    return day_at(now + NOTICE) + timedelta(1)


def sealed_days(secret: bytes, first: date, days: int = DAYS) -> DaysSealed:
    """A chain whose last day has that secret."""
    return DaysSealed(links(secret, days)[0].hex(), days, first.isoformat(), secret.hex())


@attrs.frozen
class Chain:
    """One chain. Raises: ValueError for one of which the beacon is not the end."""

    _made: DaysSealed
    first: date
    last: date
    _links: tuple[bytes, ...] = attrs.field(repr=False)

    @cached_property
    def published(self) -> Published:
        """What everybody may know."""
        return Published(self._made.beacon, self.first, self.last)

    def __getitem__(self, day: date) -> SealedDay:
        number = (day - self.first).days
        return SealedDay(self._made.beacon, day.isoformat(), self._made.first, self._links[number + 1].hex())


def chain_of(made: DaysSealed) -> Chain:
    """The chain with all of its secrets. Raises: ValueError for one of which the beacon is not the end."""
    found, first = links(bytes.fromhex(made.secret), made.days), date.fromisoformat(made.first)
    if found[0].hex() != made.beacon:
        raise ValueError("its secret does not lead to the beacon")
    return Chain(made, first, first + timedelta(made.days - 1), found)


@attrs.frozen
class Chains:
    """All chains of a journal, as the fold of its stream. Holds the secrets of days to come."""

    _chains: tuple[Chain, ...] = attrs.field(default=(), repr=False)
    revealed: frozenset[str] = frozenset()
    """The days of which everybody may know the secret."""

    def of(self, day: date) -> SealedDay | None:
        """A day in the chain that has it, of several the one made last; None where the open formula holds."""
        chain = next((one for one in reversed(self._chains) if one.first <= day <= one.last), None)
        return chain[day] if chain else None

    def has(self, sealed: SealedDay) -> bool:
        """Whether that is a day of one of them, be it replaced by a later one or not."""
        day = date.fromisoformat(sealed.day)
        return any(one.first <= day <= one.last and one[day] == sealed for one in self._chains)

    def published(self, today: date) -> tuple[Published, ...]:
        """The chains that are not over."""
        return tuple(one.published for one in self._chains if one.last >= today)

    def next_first(self, now: float) -> date | None:
        """The first day of the chain that is to be made now; None for none."""
        soonest = soonest_day(now)
        last = max((one.last for one in self._chains), default=None)
        if last is None:
            return soonest
        return max(soonest, last + timedelta(1)) if day_at(now + AHEAD) >= last else None

    def fold(self, events: Iterable[ChainEvent]) -> "Chains":
        """What follows from some more records. Raises: ValueError for what no house writes."""
        chains, revealed = self._chains, self.revealed
        for event in events:
            match event:
                case DaysSealed():
                    chains = (*chains, chain_of(event))
                case DayRevealed(day, secret):
                    known = Chains(chains).of(date.fromisoformat(day))
                    if known is None or known.secret != secret:
                        raise ValueError("its secret is not that of the day")
                    revealed |= {day}
        return Chains(chains, revealed)
