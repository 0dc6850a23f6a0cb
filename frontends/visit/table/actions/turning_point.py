"""Where did I lose it? After a lost or stuck solitaire: the last position from which there was a way to win."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.replay.turning_point import told
from core.sessions.at_table import play
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.table.at_table import AtTable


async def where(at: AtTable, rest: str) -> None:
    """Look for the move that lost the game; any key ends the search."""
    looking = message("Looking for the move that lost the game.")
    found = await wait(at.visit, looking, lambda: play.turning_point(at.own))
    if found is None:
        at.visit.say(STOPPED)
    else:
        await at.visit.read("\n".join(at.text(line) for line in told(found)))


def unless_it_can_be_asked(at: AtTable) -> Message | None:
    """Why there is nothing to ask: while a game can go well the answer would be a hint."""
    try:
        play.check_turning_point(at.own)
    except Refused as refused:
        return refused.message
    return None
