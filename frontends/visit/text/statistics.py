"""What somebody has played and won, as text."""

from __future__ import annotations

from core.base.message import Message
from core.sessions.lists import wait_for_own
from frontends.visit.text.table_list import BEHIND
from frontends.visit.visit import Visit

MOST_NAMESAKES = 20
"""Persons of one name whose statistics are told."""


async def statistics(visit: Visit, name: str) -> str:
    """The person's own statistics, or those of everybody of a name."""
    await wait_for_own(visit.session)
    is_current = visit.session.service.views.caught_up.is_set()
    shown = await _all_called(visit, name)
    return shown if is_current else f"{shown}\n{visit.words.say(BEHIND)}"


async def _all_called(visit: Visit, name: str) -> str:
    views, words = visit.session.service.views, visit.words
    if not name:
        id = await visit.session.found()
        return _lines(visit, await views.show_statistics(id, visit.session.name))
    ids = (await views.persons_called(name))[:MOST_NAMESAKES]
    names = await views.names_of(ids)
    played = [id for id in ids if await views.statistics_of(id)]
    if not played:
        return words.text("{name} has played nothing yet.", name=name)
    return "\n\n".join([f"{names[id]}\n{_lines(visit, await views.show_statistics(id, names[id]))}" for id in played])


def _lines(visit: Visit, shown: tuple[Message, ...]) -> str:
    return "\n".join(visit.words.say(line) for line in shown)
