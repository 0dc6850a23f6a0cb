"""Short streams of one owner: however many append at once, each decides on what stands there."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from core.base.game import Refused
from core.records.house_events import Dropped
from core.records.owned_stream import change, events_of, retry
from journal import open_journal


def more(events: tuple[Any, ...]) -> tuple[Dropped, ...]:
    return (Dropped(f"x{len(events)}"),)


async def test_everybody_decides_on_what_stands_there() -> None:
    async with open_journal("memory:") as journal:
        async with trio.open_nursery() as nursery:
            for _ in range(8):
                nursery.start_soon(change, journal, lambda: 1000.0, "house", more)
        assert await events_of(journal, "house") == tuple(Dropped(f"x{number}") for number in range(8))


async def test_nothing_is_appended_where_nothing_follows() -> None:
    async with open_journal("memory:") as journal:
        assert await change(journal, lambda: 1000.0, "house", lambda _: ()) == ()
        assert await journal.head("house") == 0


async def test_attempt_is_made_again_until_nobody_comes_between_or_that_is_in_vain() -> None:
    left = [None, None, 7, 8]

    async def attempt() -> int | None:
        await trio.lowlevel.checkpoint()
        return left.pop(0) if left else None

    assert await retry(attempt) == 7
    assert await retry(attempt) == 8
    with pytest.raises(Refused):
        await retry(attempt)
