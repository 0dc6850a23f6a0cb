"""Names that belong to a person, one stream each: the last claim in it counts, while its person is called so.

A change of name is three steps: claim the new one, be called so, drop the old one. A house may die after any of them,
so a name whose claimant is called otherwise is free `UNDER_WAY` seconds later; until then the change may still go on,
in this house or another one.
"""

from collections.abc import Awaitable, Callable, Mapping

import attrs

from core.people import persons
from core.people.look_alike_names import claimed_skeletons, skeleton
from core.people.persons import Claimed, Named, Person
from core.records import fold, owned_stream
from core.records.house_events import NAMES
from core.records.stream_removal import drop_name
from journal import Damaged, Journal, Record

UNDER_WAY = 3600.0
"""Seconds that no change of name lasts, however slow the store."""


@attrs.frozen
class Claims:
    """The names of a journal. Every method raises JournalError, and Damaged for the stream of a name."""

    _journal: Journal
    _now: Callable[[], float]
    _person: Callable[[str], Awaitable[Person]]
    """All that is known of a person now. Raises: Damaged."""

    async def holder(self, name: str) -> str | None:
        """The id of the person who holds a name, or one that reads like it; None when it is free."""
        for stream in _streams(name):
            if (holder := await self._holder(name, stream, await self._journal.read(stream))) is not None:
                return holder
        return None

    async def take(self, name: str, id: str) -> bool:
        """Claim a name for a person. Returns: whether it is theirs now, or was before."""
        stream = _stream(name)

        async def attempt() -> bool | None:
            records = await self._journal.read(stream)
            if (holder := await self.holder(name)) is not None:
                return holder == id
            last = records[-1] if records else None
            # After what was read: of all who find a name free, in whatever house, one gets it.
            return bool(await owned_stream.append(self._journal, self._now, stream, last, [Claimed(id)])) or None

        return await owned_stream.retry(attempt)

    async def drop(self, name: str, id: str) -> None:
        """Drop a name, if it was a person's last. Raises: Refused."""
        for stream in _streams(name):
            if (records := await self._journal.read(stream)) and _last(stream, records)[0] == id:
                await drop_name(self._journal, self._now, stream)

    async def names_of(self, id: str) -> Mapping[str, float]:
        """All that a person was ever called, and when each began last, as a time of the service's clock."""
        stream = persons.stream_of(id)
        recorded = fold.decode(stream, await self._journal.read(stream))
        return {event.name: info.at for event, info in recorded if isinstance(event, Named)}

    async def _holder(self, name: str, stream: str, records: tuple[Record, ...]) -> str | None:
        if not records:
            return None
        id, since = _last(stream, records)
        try:
            if skeleton((await self._person(id)).name) == skeleton(name):
                return id
            since = max([since, *(await self.names_of(id)).values()])
        except Damaged:
            return id  # What they are called may be read again some day.
        return id if self._now() - since <= UNDER_WAY else None


def _stream(name: str) -> str:
    return f"{NAMES}{skeleton(name) or 'nobody'}"


def _streams(name: str) -> tuple[str, ...]:
    """Where a name may have been claimed, or one that reads like it."""
    return tuple(dict.fromkeys((*(f"{NAMES}{one}" for one in claimed_skeletons(name) if one), _stream(name))))


def _last(stream: str, records: tuple[Record, ...]) -> tuple[str, float]:
    """Whose the last claim is, and when it was made."""
    event, info = fold.decode(stream, records)[-1]
    return event.person, info.at
