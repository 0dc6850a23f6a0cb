"""Following a stream through the failures of its store."""

import logging
from collections.abc import Awaitable, Callable, Sequence

import trio

from journal import Closed, Damaged, Journal, JournalError, Record, Unreadable

_LOG = logging.getLogger("parlour")
RETRY_DELAY = 1.0
"""Seconds from a failure to the next try."""

Take = Callable[[Sequence[Record]], Awaitable[None]]


async def follow(journal: Journal, stream: str, reached: Callable[[], int], take: Take) -> None:
    """Hand to `take` what is stored after record number `reached()`, as it comes, until cancelled.

    Most failures of a store pass by, so they end nothing, be it that the follower's own read fails or one that `take`
    makes for a batch: what was not taken comes again.

    Raises: Damaged, Unreadable, Closed, which do not pass by.
    """
    while True:
        try:
            async with journal.follow(stream, reached(), reached) as batches:
                async for records in batches:
                    await take(records)
        except (Damaged, Unreadable, Closed):
            raise
        except JournalError as error:
            _LOG.warning("What is new in %s cannot be read now, and is tried again: %s", stream, error)
        await trio.sleep(RETRY_DELAY)


async def follow_from_now(journal: Journal, stream: str, take: Take) -> None:
    """Hand on what is stored from now on; as `follow`."""
    seq = await _head(journal, stream)

    async def take_next(records: Sequence[Record]) -> None:
        nonlocal seq
        await take(records)
        seq = records[-1].seq

    await follow(journal, stream, lambda: seq, take_next)


async def _head(journal: Journal, stream: str) -> int:
    while True:
        try:
            return await journal.head(stream)
        except (Damaged, Unreadable, Closed):
            raise
        except JournalError as error:
            _LOG.warning("Where %s ends cannot be told now, and is looked up again: %s", stream, error)
        await trio.sleep(RETRY_DELAY)
