"""Having streams go for good: written down first, so that whoever keeps something of one lets go of it, too."""

from __future__ import annotations

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
    """Remove the stream of a name, which nothing tells afterwards. Raises: Refused, JournalError."""
    if found := await journal.read(stream, 0, 1):
        await _announce(journal, now, Dropped(NAMES, found[0].hash))
        await journal.drop(stream)


async def _announce(journal: Journal, now: Callable[[], float], event: Dropped) -> None:
    async def attempt() -> Sequence[Record] | None:
        head = await journal.head(STREAM)
        last = (await journal.read(STREAM, head - 1))[0] if head else None
        return await owned_stream.append(journal, now, STREAM, last, [event]) or None

    await owned_stream.retry(attempt)


async def hear_of_drops(journal: Journal, hear: Callable[[str], None]) -> None:
    """Tell what is said to be dropped from now on, in whichever process, until cancelled. It may not be gone yet."""

    async def take(records: Sequence[Record]) -> None:
        for event, _ in fold.decode(STREAM, records):
            if isinstance(event, Dropped) and not event.first:
                hear(event.stream)

    try:
        await follow_from_now(journal, STREAM, take)
    except JournalError as error:
        _LOG.warning("What is dropped elsewhere is not heard of any more: %s", error)
