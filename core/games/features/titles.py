"""What games are called where people read of them: a variant by its own title."""

from collections.abc import Mapping

from core.games import GAMES
from core.games.terrace.board import VARIANTS
from core.table.state import Setup


def title_of(game: str, options: Mapping[str, str]) -> str:
    """The title of a game by its name, or that of its variant: "Signora", not "Terrace"."""
    variant = options.get("variant", "")
    return VARIANTS[variant].title if variant in VARIANTS else GAMES[game].title


def title_at(setup: Setup) -> str:
    """The title of what is played at a table that was opened so."""
    return title_of(setup.game.name, setup.options)
