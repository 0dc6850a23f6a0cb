"""The rules of every game as people read them: goal, course of play, scoring, an example, strategy. Pure messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.game import Game, Options
from core.rulebook import elixir, mille, pileon, terrace
from core.rulebook.book import TOPICS, AsTyped, Book, Example, Grid, Part, Section
from core.rulebook.examples import table_of

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
