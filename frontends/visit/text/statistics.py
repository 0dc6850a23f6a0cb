"""What somebody has played and won, as text."""

from __future__ import annotations

from core.projections.statistics import show
from core.sessions.lists import statistics as found
from core.sessions.lists.statistics import Statistics
from frontends.visit.text.table_list import BEHIND
from frontends.visit.visit import Visit


async def statistics(visit: Visit, name: str) -> str:
    """The person's own statistics, or those of everybody of a name."""
    session, words = visit.session, visit.words
    if name:
        named = await found.of_name(session, name)
        shown = "\n\n".join(f"{one.name}\n{_lines(visit, one)}" for one in named)
        shown = shown or words.text("{name} has played nothing yet.", name=name)
    else:
        shown = _lines(visit, await found.of_own(session))
    return f"{shown}\n{words.say(BEHIND)}" if session.service.views.is_behind else shown


def _lines(visit: Visit, of: Statistics) -> str:
    return "\n".join(visit.words.say(line) for line in show(of.tallies, of.name, of.ratings))
