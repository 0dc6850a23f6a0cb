"""Having streams go for good: written down first, so that whoever keeps something of one lets go of it, too."""

from __future__ import annotations

from collections.abc import Callable

from core import owned
from core.game import Refused
from core.house import NAMES, STREAM, Dropped
from journal import Journal, Record

_TRIES = 20


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
    for _ in range(_TRIES):
        head = await journal.head(STREAM)
        last: Record | None = (await journal.read(STREAM, head - 1))[0] if head else None
        if await owned.append(journal, now, STREAM, last, [event]):
            return
    raise Refused("Others were quicker each time; please try again.")
