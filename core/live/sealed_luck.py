"""The minute in which sealed luck is to be revealed, at a live table: what happens when it is over."""

from __future__ import annotations

from math import inf

import trio

from core.live.automatic_play import decide_late
from core.live.live_table import LiveTable
from core.table import REVEAL_WITHIN, EndUnrevealed


def left(live: LiveTable) -> float:
    """Seconds until the minute is over; infinite where nothing is to be revealed.

    It counts from when the last seat was taken, but in a house that has begun since from then: until it was there,
    nobody could reveal anything. (Of another house that was away all the while this one knows nothing.)
    """
    if not (live.table.is_revealing and live.table.unrevealed):
        return inf
    own = live.service.began - live.service.now()
    return max(live.table.full_at - live.now(), own) + REVEAL_WITHIN


async def watch_reveal(live: LiveTable) -> None:
    """End a table against those who do not reveal in time."""
    while not live.table.begun and not live.table.ended:
        with trio.move_on_after(max(0.0, left(live))) as waited:
            await live.wait_moved()
        if waited.cancelled_caught:
            await decide_late(live, live.table, EndUnrevealed())


async def mind(live: LiveTable) -> None:
    """Begin the game at a table where nobody is, or end it, as is due. Raises: Refused, JournalError."""
    if not live.table.is_revealing or live.attended:
        return
    if live.table.is_ready:
        await live.begin_if_ready()
    elif left(live) <= 0.0:
        await live.submit(EndUnrevealed())
