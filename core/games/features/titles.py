"""What games are called where people read of them: a variant by its own title."""

from collections.abc import Mapping

from core.games import LISTED
from core.table.state import Setup


def title_of(game: str, options: Mapping[str, str]) -> str:
    """The title of a game by its name, or that of its variant: "Signora", not "Terrace"."""
    listed = LISTED[game]
    return listed.variants.get(options.get("variant", ""), listed.title)


def title_at(setup: Setup) -> str:
    """The title of what is played at a table that was opened so."""
    return title_of(setup.game.name, setup.options)
