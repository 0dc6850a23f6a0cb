"""What somebody has played and won, as text."""

from __future__ import annotations

import trio

from core.base.message import Message
from frontends.visit.text.table_list import BEHIND
from frontends.visit.visit import Visit

PATIENCE = 1.0
"""Seconds for which a list waits for what the person has just done to be in it."""
MOST_NAMESAKES = 20
"""Persons of one name whose statistics are told."""


async def statistics(visit: Visit, name: str) -> str:
    """The person's own statistics, or those of everybody of a name."""
    await wait_for_views(visit)
    is_current = visit.service.views.caught_up.is_set()
    shown = await _all_called(visit, name)
    return shown if is_current else f"{shown}\n{visit.words.say(BEHIND)}"


async def wait_for_views(visit: Visit) -> None:
    """Lists are made a moment after the fact; what the person has just done should be in them."""
    last = visit.room.last_record or visit.left
    if last:
        with trio.move_on_after(PATIENCE):
            await visit.service.views.wait_for(*last)


async def wait_for_lists(visit: Visit) -> None:
    """The house has just been opened: its lists may still be being made."""
    with trio.move_on_after(PATIENCE):
        await visit.service.views.caught_up.wait()


async def _all_called(visit: Visit, name: str) -> str:
    views, words = visit.service.views, visit.words
    if not name:
        id = await visit.visitor.found(visit.name)
        return _lines(visit, await views.show_statistics(id, visit.name))
    ids = (await views.persons_called(name))[:MOST_NAMESAKES]
    names = await views.names_of(ids)
    played = [id for id in ids if await views.statistics_of(id)]
    if not played:
        return words.text("{name} has played nothing yet.", name=name)
    return "\n\n".join([f"{names[id]}\n{_lines(visit, await views.show_statistics(id, names[id]))}" for id in played])


def _lines(visit: Visit, shown: tuple[Message, ...]) -> str:
    return "\n".join(visit.words.say(line) for line in shown)
