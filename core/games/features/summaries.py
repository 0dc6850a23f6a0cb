"""Summaries: what a game that is over came to, besides its outcome; for solitaires see `core.replay`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.base.game import Game
from core.base.message import Message
from core.games.elixir.summary import summarize as summarize_elixir
from core.games.mille.summary import summarize as summarize_mille
from core.table import TableView

SUMMARIES: Mapping[str, Callable[[Sequence[TableView]], Iterable[Message]]] = {
    "mille": summarize_mille,
    "elixir": summarize_elixir,
}
"""By the game's name: of the views of `EVERYONE`, the first before any move, then one after each move in force."""


def summary_of(game: Game, views: Sequence[TableView]) -> tuple[Message, ...]:
    """The lines of a game's summary; none for a game that has no summary."""
    summarize = SUMMARIES.get(game.name)
    return tuple(summarize(views)) if summarize else ()
