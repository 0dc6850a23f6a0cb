"""What is left of a visit when it is over: nothing that has to be looked for."""

from __future__ import annotations

import gc
import weakref

import trio.testing

from frontends.visit.visit import Visit
from tests.frontends.terminals import House, open_house


async def ended(house: House, *lines: str) -> weakref.ref[Visit]:
    """A visit that is over, seen from outside: nothing here keeps it."""
    guest = house.enter("Anna")
    guest.type(*lines)
    guest.hang_up()
    await guest.left()
    seen = weakref.ref(house.visits.pop(guest))
    del guest
    await trio.testing.wait_all_tasks_blocked()
    return seen


async def is_freed(*lines: str) -> bool:
    """Whether a visit is freed when it is over, without the collector: in a house of people everybody waits for it."""
    async with open_house() as house:
        gc.disable()
        try:
            return (await ended(house, *lines))() is None
        finally:
            gc.enable()


async def test_visit_that_never_left_the_lobby_is_freed_when_it_ends():
    assert await is_freed("list", "help", "quit")


async def test_visit_to_a_table_is_freed_when_it_ends():
    assert await is_freed("new pileon deal=7", "1 14", "hint", "undo", "quit", "y", "stats", "quit")


async def test_visit_whose_line_is_cut_at_a_table_is_freed():
    assert await is_freed("new mille", "p")


async def test_visit_that_ends_in_a_replay_is_freed():
    assert await is_freed("new pileon deal=7", "1 14", "replay", "next")
