"""Hints: what is proposed to a player, by the game's own rules or by its computer player.

Rules know no computer players, which are made of them; so where one gives the hints it is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from core.game import Game, Hint
from core.imported import Imported

Adviser: TypeAlias = Callable[[Any], Hint | None]
"""Of a view, what is proposed to its viewer; None when there is nothing to propose."""

_ADVISERS: Mapping[str, Adviser] = {
    "mille": Imported("core.bots.mille.advice", "advised"),
    "elixir": Imported("core.bots.elixir.advice", "advised"),
}


def hint_of(game: Game) -> Adviser | None:
    """What gives hints in a game; None where there are none."""
    return game.hint or _ADVISERS.get(game.name)
