"""Hints: what is proposed to a player, by the game's own rules or by its computer player.

Rules know no computer players, which are made of them; so where one gives the hints it is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from core.game import Game, Hint

Adviser: TypeAlias = Callable[[Any], Hint | None]
"""Of a view, what is proposed to its viewer; None when there is nothing to propose."""


def _mille(view: Any) -> Hint | None:
    from core.bots.mille.advice import advised  # loaded for the first hint: most games begin without one

    return advised(view)


def _elixir(view: Any) -> Hint | None:
    from core.bots.elixir.advice import advised

    return advised(view)


_ADVISERS: Mapping[str, Adviser] = {"mille": _mille, "elixir": _elixir}


def hint_of(game: Game) -> Adviser | None:
    """What gives hints in a game; None where there are none."""
    return game.hint or _ADVISERS.get(game.name)
