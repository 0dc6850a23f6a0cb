"""What a game says of itself: which game has which rulebook, lesson, explanations and summary, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from core.base.chance import SEED_BYTES
from core.base.game import Game, Options, Refused, Seat
from core.base.lazy_import import Imported
from core.base.loaded_later import LoadedLater
from core.base.message import Message
from core.table import RecordInfo, Setup, TableView, open_table, view_table
from core.table.snapshot import Snapshot

if TYPE_CHECKING:
    from core.games.features.lesson import Lesson
    from core.games.features.rulebook import Book

BOOKS: Mapping[str, Callable[[Options], Book]] = {
    "mille": Imported("core.games.mille.rulebook", "book"),
    "elixir": Imported("core.games.elixir.rulebook", "book"),
    "terrace": Imported("core.games.terrace.rulebook", "book"),
    "pileon": Imported("core.games.pileon.rulebook", "book"),
}
"""What makes the book of a variant."""
LESSONS: Mapping[str, Lesson] = LoadedLater(
    ("mille", "elixir", "terrace", "pileon"), lambda name: import_module(f"core.games.{name}.lesson").LESSON
)
EXPLAIN: Mapping[str, Callable[[Any, str], tuple[Message, ...]]] = {
    "mille": Imported("core.games.mille.explanations", "explain"),
    "elixir": Imported("core.games.elixir.explanations", "explain"),
    "terrace": Imported("core.games.terrace.explanations", "explain"),
    "pileon": Imported("core.games.pileon.explanations", "explain"),
}
"""Explanations of a view, for `why`, made of nothing but what the viewer knows; the text is the move or card that was
asked about as it is typed, empty for all."""
SUMMARIES: Mapping[str, Callable[[Sequence[TableView]], Iterable[Message]]] = {
    "mille": Imported("core.games.mille.summary", "summarize"),
    "elixir": Imported("core.games.elixir.summary", "summarize"),
}
"""What a game that is over came to, besides its outcome; for solitaires see `game_summary`. Of the views of `EVERYONE`,
the first before any move, then one after each move in force."""


def load_all() -> None:
    """Have at hand what a house is asked for."""
    tuple(LESSONS.values())
    for said in (*BOOKS.values(), *EXPLAIN.values(), *SUMMARIES.values()):
        if isinstance(said, Imported):
            said.load()


def book_of(game: Game, options: Options) -> Book | None:
    """The rules of a game as it is played with these options; None for a game without any."""
    make = BOOKS.get(game.name)
    return make(options) if make else None


def example_table(game: Game, options: Options, state: Any, names: tuple[str, ...]) -> TableView:
    """A table that nobody plays at, in this state, as the first seat sees it; `names` are the players' by seat."""
    table = open_table(Setup("", game, options, bytes(SEED_BYTES)), RecordInfo(1, 0.0))
    return view_table(replace(table, begun=True, now=Snapshot(1, state)), Seat(0), names)


def explain(game: Game, view: Any, about: str) -> tuple[Message, ...]:
    """The explanation of a position. Raises: Refused for a game or a question that has none."""
    if game.name not in EXPLAIN:
        raise Refused("{game} has no explanations yet.", game=game.title)
    return EXPLAIN[game.name](view, about)


def summary_of(game: Game, views: Sequence[TableView]) -> tuple[Message, ...]:
    """The lines of a game's summary; none for a game that has no summary."""
    summarize = SUMMARIES.get(game.name)
    return tuple(summarize(views)) if summarize else ()
