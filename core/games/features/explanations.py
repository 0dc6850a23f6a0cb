"""Why: explanations of what happened and of what cannot be done, made of what a viewer knows and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.base.game import Game, Refused
from core.base.message import Message
from core.games.elixir import explanations as elixir
from core.games.mille import explanations as mille
from core.games.pileon import explanations as pileon
from core.games.terrace import explanations as terrace

EXPLAIN: Mapping[str, Callable[[Any, str], tuple[Message, ...]]] = {
    "mille": mille.explain,
    "elixir": elixir.explain,
    "terrace": terrace.explain,
    "pileon": pileon.explain,
}
"""By the game's name: of a view, and the move or card that was asked about as it is typed, empty for all."""


def explain(game: Game, view: Any, about: str) -> tuple[Message, ...]:
    """The explanation of a position. Raises: Refused for a game or a question that has none."""
    if game.name not in EXPLAIN:
        raise Refused("Nothing can be explained in {game} yet.", game=game.title)
    return EXPLAIN[game.name](view, about)
