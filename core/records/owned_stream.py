"""Short streams of one owner: read, decided on and appended to whole, however many do so at once."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from core.base.game import Refused
from core.records import codec, fold
from journal import Conflict, Journal, Record, seal

T = TypeVar("T")
_TRIES = 20


async def retry(attempt: Callable[[], Awaitable[T | None]]) -> T:
    """What an attempt to read, decide and append returns; None where others appended in between, so it is made again.

    Raises: Refused after 20 such attempts; what `attempt` raises.
    """
    for _ in range(_TRIES):
        if (done := await attempt()) is not None:
            return done
    raise Refused("Somebody else was quicker: try again.")


async def events_of(journal: Journal, stream: str) -> tuple[Any, ...]:
    """What stands in a stream. Raises: Damaged, JournalError."""
    return tuple(event for event, _ in fold.decode(stream, await journal.read(stream)))


async def change(
    journal: Journal, now: Callable[[], float], stream: str, decide: Callable[[tuple[Any, ...]], Sequence[Any]]
) -> tuple[Any, ...]:
    """Append what follows from what stands in a stream. Returns: all that stands there then.

    Raises: Refused, also what `decide` raises; Damaged; JournalError.
    """

    async def attempt() -> tuple[Any, ...] | None:
        records = await journal.read(stream)
        before = tuple(event for event, _ in fold.decode(stream, records))
        events = tuple(decide(before))
        if not events or await append(journal, now, stream, records[-1] if records else None, events):
            return (*before, *events)
        return None

    return await retry(attempt)


async def append(
    journal: Journal, now: Callable[[], float], stream: str, last: Record | None, events: Sequence[Any]
) -> tuple[Record, ...]:
    """Append after a record. Returns: the new records; none when somebody was quicker. Raises: JournalError."""
    records = seal(last, [codec.encode(event) for event in events], codec.time_text(now()))
    try:
        await journal.append(stream, last.seq if last else 0, records)
    except Conflict:
        return ()
    return records
