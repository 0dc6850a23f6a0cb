"""What the plain screen takes from a game itself, and no catalogue can translate."""

from __future__ import annotations

import attrs

from core.base.game import SPECTATOR
from core.games import GAMES
from frontends.screens import OWN


def names_of_fields(game: str) -> set[str]:
    """The words in the names of its view's fields; none for a game with a screen of its own."""
    if game in OWN:
        return set()
    rules = GAMES[game]
    view = rules.view(rules.start({option.name: option.choices[0] for option in rules.options}), SPECTATOR)
    return {word for field in attrs.fields(type(view)) for word in field.name.split("_")}
