"""The same game once more, after one between two: with the same seats, or with the other one beginning."""

from __future__ import annotations

from core.base.message import Message, message
from core.sessions.others.rematch import NOT_OVER, objection, rematch
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.table.at_table import AtTable
from frontends.visit.text import wording


async def again(at: AtTable, rest: str) -> Destination | None:
    """The same game with the same opponent."""
    return await rematch(at.own)


async def swap(at: AtTable, rest: str) -> Destination | None:
    """The same, but the other one has the first seat."""
    return await rematch(at.own, swaps=True)


def unless_over(at: AtTable) -> Message | None:
    """Why there is nothing to play again."""
    why_not = objection(at.own)
    if why_not is NOT_OVER and not at.table.begun:
        return at.over if at.table.outcome else wording.NOT_BEGUN
    return why_not


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("rematch", again, message("the same game again"), keys=("R",), unless=unless_over),
    Action("swap", swap, message("the same again, and the other begins"), unless=unless_over),
)
