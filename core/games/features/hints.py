"""Hints: what is proposed to a player, by the game's own rules or by its computer player.

Rules know no computer players, which are made of them; so where one gives the hints it is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from core.base.game import Game, Hint
from core.base.lazy_import import Imported

Adviser: TypeAlias = Callable[[Any], Hint | None]
"""Of a view, what is proposed to its viewer; None when there is nothing to propose."""

_ADVISERS: Mapping[str, Adviser] = {
    "mille": Imported("core.games.mille.bot.hints", "advised"),
    "elixir": Imported("core.games.elixir.bot.hints", "advised"),
}


def hint_of(game: Game) -> Adviser | None:
    """What gives hints in a game; None where there are none."""
    return game.hint or _ADVISERS.get(game.name)
