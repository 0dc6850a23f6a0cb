"""Critics: what a move has cost, as the strongest player of a game sees it from what the one who made it could know."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from core.base.lazy_import import Imported
from core.base.message import Argument


class Review(Struct, frozen=True):
    """What was better than a move, and by how much."""

    cost: float
    """In whatever the player counts; to be compared with other moves of the same game only."""
    played: Argument
    """The move in words that follow "you chose"."""
    better: Argument
    """What the player would have done, in such words."""
    points: int | None = None
    """About how many points that would have brought; None where the player does not count in points."""


class Critic(Struct, frozen=True):
    """What judges the moves of one game. It is given the view of the seat that moved, as it was before, and the move as
    it was typed. The functions may take long: they are module-level functions for a worker process.
    """

    player: str
    """Whose estimate it is: the name of a computer player."""
    glance: Callable[[Any, str], float]
    """What the move cost at a first look, in a few milliseconds; 0 where there was nothing to choose."""
    ponder: Callable[[Any, str], Review | None]
    """What it cost, in a second at most; None where nothing was better."""


_MILLE, _ELIXIR = "core.games.mille.bot.review", "core.games.elixir.bot.review"
CRITICS: Mapping[str, Critic] = {
    "mille": Critic("Comp strong", Imported(_MILLE, "glance"), Imported(_MILLE, "ponder")),
    "elixir": Critic("Adept strong", Imported(_ELIXIR, "glance"), Imported(_ELIXIR, "ponder")),
}
"""By the name of the game."""
