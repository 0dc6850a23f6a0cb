"""Removing streams for good, announced first in the stream `house`: whoever holds a copy drops it, too."""

import logging
from collections.abc import Callable, Sequence

from core.records import fold, owned_stream
from core.records.follower import follow_from_now
from core.records.house_events import NAMES, STREAM, Dropped
from journal import Journal, JournalError, Record

_LOG = logging.getLogger("parlour")


async def drop(journal: Journal, now: Callable[[], float], stream: str) -> None:
    """Remove a stream. Raises: Refused, JournalError."""
    await _announce(journal, now, Dropped(stream))
    await journal.drop(stream)


async def drop_name(journal: Journal, now: Callable[[], float], stream: str) -> None:
    """Remove the stream of a name, announced by the hash of its first record alone. Raises: Refused, JournalError."""
    if found := await journal.read(stream, 0, 1):
        await _announce(journal, now, Dropped(NAMES, found[0].hash))
        await journal.drop(stream)


async def _announce(journal: Journal, now: Callable[[], float], event: Dropped) -> None:
    async def attempt() -> Sequence[Record] | None:
        head = await journal.head(STREAM)
        last = (await journal.read(STREAM, head - 1))[0] if head else None
        return await owned_stream.append(journal, now, STREAM, last, [event]) or None

    await owned_stream.retry(attempt)


async def follow_removals(journal: Journal, hear: Callable[[str], None]) -> None:
    """Call `hear` with each stream whose removal any process announces from now on, until cancelled.

    The stream may still be there at that moment.
    """

    async def take(records: Sequence[Record]) -> None:
        for event, _ in fold.decode(STREAM, records):
            if isinstance(event, Dropped) and not event.first:
                hear(event.stream)

    try:
        await follow_from_now(journal, STREAM, take)
    except JournalError as error:
        _LOG.warning("What is dropped elsewhere is not heard of any more: %s", error)
