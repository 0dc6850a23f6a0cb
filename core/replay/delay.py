"""How much of a recorded game watchers may see who are some moves late."""

from collections.abc import Sequence

from core.records import fold
from core.table.commands import MOVES


def shown(recorded: Sequence[fold.Recorded], delay: int, *, over: bool) -> int:
    """How many of these records watchers are shown: all before the last `delay` moves; all of them once it is over."""
    if over or not delay:
        return len(recorded)
    moves = [
        number
        for number, (_, info) in enumerate(recorded)
        if info.cause is not None and isinstance(info.cause.command, MOVES)
    ]
    return moves[max(0, len(moves) - delay)] if moves else len(recorded)
