"""Who gives the hints of a game: its strongest player, or its solver, where that takes longer than `Game.hint` may."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from core.base.game import Game, Hint
from core.base.lazy_import import Imported


class Adviser(Struct, frozen=True):
    """What proposes moves of one game."""

    advise: Callable[[Any], Hint | None]
    """A view → the best move that is found, with its reason; None for those who are not to move, or where there is
    none. The same view has one answer. A hint without a move says that the position is lost."""
    slow: bool = False
    """Whether an answer may take more than a few milliseconds; it is then looked for in a worker process, for which
    `advise` must be a module-level function and the view picklable."""


_SLOW: Mapping[str, Adviser] = {
    "elixir": Adviser(Imported("core.games.elixir.bot.hints", "pondered"), slow=True),
    "terrace": Adviser(Imported("core.games.terrace.hints", "advised"), slow=True),
    "pileon": Adviser(Imported("core.games.pileon.hints", "advised"), slow=True),
}
"""By the name of the game. In the solitaires `Game.hint` is what AisleRiot proposes, which loses won games."""


def adviser_of(game: Game) -> Adviser | None:
    """Who gives the hints of a game; None where there are none."""
    return _SLOW.get(game.name) or (Adviser(game.hint) if game.hint else None)
