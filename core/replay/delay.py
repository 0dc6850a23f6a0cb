"""How much of a recorded game those may see who look on some moves late."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import fold
from core.table.commands import MOVES


def shown(recorded: Sequence[fold.Recorded], delay: int, *, over: bool) -> int:
    """How many of some records are shown to those who look on: all but the last moves and what came after them."""
    if over or not delay:
        return len(recorded)
    moves = [
        number
        for number, (_, info) in enumerate(recorded)
        if info.cause is not None and isinstance(info.cause.command, MOVES)
    ]
    return moves[max(0, len(moves) - delay)] if moves else len(recorded)
