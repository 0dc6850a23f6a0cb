"""Random games, made by the rules alone, and games that a viewer cannot tell from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Viewer
from core.replay.history import History
from core.replay.recording import Recording
from core.table import Resign, Table
from journal import Record
from tests.core.recorded import ID, recorder

NAMES = {"p0": "Anna", "p1": "Bert"}


def played(
    name: str, moves: int = 12, *, seed: bytes = b"choice", over: bool = False, **fields: Any
) -> Sequence[Record]:
    """A game after so many random moves; `over` gives it up."""
    made = recorder(name, **fields)
    made.play(moves, seed)
    if over and made.table.ended is None:
        made.ask(0, Resign())
    return made.records


def a_game(name: str, moves: int = 12, *, over: bool = False, **fields: Any) -> Recording:
    """Such a game, to step through."""
    return Recording(ID, played(name, moves, over=over, **fields), NAMES)


class Redealt(History):
    """The same game with all that a viewer cannot know dealt anew after each record."""

    def __init__(self, records: Sequence[Record], viewer: Viewer, seed: bytes) -> None:
        super().__init__(ID, records)
        self._viewer, self._seed = viewer, seed

    def table(self, seq: int) -> Table:
        table = super().table(seq)
        if not table.begun or table.ended:
            return table
        other = table.game.redeal(table.state, self._viewer, Dice(self._seed, "redeal", seq))
        return replace(table, now=replace(table.now, state=other))
