"""Where did I lose it? After a lost or stuck solitaire: the last position from which there was a way to win."""

from __future__ import annotations

from core.base.message import Message, message
from core.games.features.solvers import SOLVERS
from core.replay.turning_point import line_in_force, look_for, told
from frontends.visit.destination import Destination
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.table.at_table import AtTable


async def where(at: AtTable, rest: str) -> Destination | None:
    """Look for the move that lost the game; any key ends the search."""
    whole = await at.live.service.fold_again(at.id, at.live.table.seq)
    looking = message("Looking for the move that lost the game.")
    found = await wait(
        at.visit, looking, lambda: look_for(at.game.name, line_in_force(whole), asker=at.visit.session.asker)
    )
    if found is None:
        at.visit.say(STOPPED)
    else:
        await at.visit.read("\n".join(at.text(line) for line in told(found)))
    return None


def unless_it_can_be_asked(at: AtTable) -> Message | None:
    """Why there is nothing to ask: while a game can go well the answer would be a hint."""
    if at.game.name not in SOLVERS:
        return message("That is for solitaires.")
    if not at.table.outcome and not at.stuck:
        return message("That is told when the game is over, or stuck.")
    if at.table.outcome and at.table.outcome.winners:
        return message("This game is won.")
    return None
