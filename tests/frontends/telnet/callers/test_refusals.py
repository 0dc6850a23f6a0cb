"""Refusals are all counted; of a flood from one address few are written down, and none of another address is lost."""

from __future__ import annotations

from typing import Any

import trio

from frontends.server import logs
from frontends.telnet.callers.refusals import MOST_NOTED, Refusals
from tests.frontends.logged import logged


def counted() -> int:
    return logs.counts()["refused", "many-of-address"]


async def test_flood_is_counted_and_not_written_down(autojump_clock: Any) -> None:
    refusals, before = Refusals(), counted()
    with logged() as log:
        for number in range(3 * MOST_NOTED):
            refusals.note(f"2001:db8::{number}", "many-of-address")
        refusals.note("192.0.2.7", "many-of-address")
        await trio.sleep(60)
        refusals.note("2001:db8::1", "many-of-address")
    assert log.getvalue().count("event=refused address=2001:db8::") == MOST_NOTED + 1
    assert log.getvalue().count("address=192.0.2.7") == 1
    assert counted() == before + 3 * MOST_NOTED + 2
