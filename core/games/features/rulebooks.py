"""The rules of every game as people read them: goal, course of play, scoring, an example, strategy. Pure messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.base.game import Game, Options
from core.games.elixir import rulebook as elixir
from core.games.features.examples import table_of
from core.games.features.rulebook import TOPICS, AsTyped, Book, Example, Grid, Part, Section
from core.games.mille import rulebook as mille
from core.games.pileon import rulebook as pileon
from core.games.terrace import rulebook as terrace

__all__ = ["BOOKS", "TOPICS", "AsTyped", "Book", "Example", "Grid", "Part", "Section", "book_of", "table_of"]

BOOKS: Mapping[str, Callable[[Options], Book]] = {
    "mille": mille.book,
    "elixir": elixir.book,
    "terrace": terrace.book,
    "pileon": pileon.book,
}
"""By the game's name, what makes the book of a variant."""


def book_of(game: Game, options: Options) -> Book | None:
    """The rules of a game as it is played with these options; None for a game without any."""
    make = BOOKS.get(game.name)
    return make(options) if make else None
