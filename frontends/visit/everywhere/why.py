"""The action `why`: what the last thing came of, and what stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from core.base.game import Game
from core.base.message import Message, message
from core.base.text import plain
from core.games.features.guides import explain
from core.table import TableView
from frontends.visit.action import Action
from frontends.visit.room import Room
from frontends.visit.text import wording

R = TypeVar("R", bound=Room)
Shown: TypeAlias = tuple[Game, TableView]
"""What is played somewhere, and how it is seen there."""


def row(shown: Callable[[R], Shown]) -> Action[R]:
    """The row of a room that shows that."""

    async def why(room: R, rest: str) -> None:
        game, table = shown(room)
        visit = room.visit
        lines = [visit.words.say(one, room.names) for one in explain(game, table.view, plain(rest))]
        await visit.read_column(lines)

    def unless(room: R) -> Message | None:
        return None if shown(room)[1].begun else wording.NOT_BEGUN

    return Action(
        "why",
        why,
        message("why it came out like this, or why a move is not allowed"),
        takes="[MOVE]",
        keys=("!",),
        unless=unless,
    )
