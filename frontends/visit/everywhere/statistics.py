"""What somebody has played and won, in the lobby and at tables."""

from collections.abc import Sequence

from core.base.message import Message, message
from core.base.text import clean
from core.projections.statistics import show
from core.sessions.lists import statistics as found
from core.sessions.lists.statistics import Statistics
from core.table import LONGEST_NAME
from frontends.visit.action import Action
from frontends.visit.room import Room
from frontends.visit.text.table_list import BEHIND


async def stats(room: Room, rest: str) -> None:
    """What the person, or everybody of a name, has played and won."""
    session, name = room.visit.session, clean(rest, LONGEST_NAME)
    lines: list[Message | str] = []
    if name:
        for one in await found.of_name(session, name):
            lines += [*([""] if lines else []), one.name, *_lines(one)]
        lines = lines or [message("{name} has played nothing yet.", name=name)]
    else:
        lines += _lines(await found.of_own(session))
    await room.visit.read(*lines, *([BEHIND] if session.service.views.is_behind else ()))


def _lines(of: Statistics) -> Sequence[Message]:
    return show(of.tallies, of.name, of.ratings)


STATS: Action[Room] = Action("stats", stats, message("your results, or those of NAME"), takes="[NAME]")
