"""The games of the house, one line each. What is listed is known of all; their rules are loaded as they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from core.base.event_families import register
from core.base.loaded_later import LoadedLater

if TYPE_CHECKING:
    from core.base.game import Game


class Listed(NamedTuple):
    """What is said of a game that nobody plays yet: the same as its own record says."""

    title: str
    seats: int
    numbered: bool = False
    """Whether its deals have numbers."""
    variants: Mapping[str, str] = {}
    """The titles of its variants by their names, the usual one first; empty where there are none."""


LISTED: Mapping[str, Listed] = {
    "mille": Listed("Mille", seats=2),
    "elixir": Listed("El-Ixir", seats=2),
    "terrace": Listed(
        "Terrace",
        seats=1,
        numbered=True,
        variants={
            "terrace": "Terrace",
            "generals-patience": "General's Patience",
            "falling-stars": "Falling Stars",
            "signora": "Signora",
            "redheads": "Redheads",
            "blondes-and-brunettes": "Blondes and Brunettes",
            "wood": "Wood",
        },
    ),
    "pileon": Listed("Pileon", seats=1, numbered=True),
}
"""By name, in the order in which the lobby offers them."""
NUMBERED = tuple(kind for name, game in LISTED.items() if game.numbered for kind in game.variants or (name,))
"""What has deals with numbers: the variants of each solitaire, or the game where it has none."""
FOR_TWO = tuple(name for name, game in LISTED.items() if game.seats > 1)
"""The games that two play."""


def _load(name: str) -> Game:
    """The record of a game, after its events were made known.

    Several threads may ask for it at once. One that imported a part of the rules first, and then the whole, might wait
    for another that does it the other way round: whoever needs a part has asked for the game before.
    """
    game: Game = import_module(f"{__name__}.{name}").GAME
    register("table", {f"{name}.{word}": event for word, event in game.events.items()})
    return game


# Who plays one game at home would wait for the rules of all others, and who asks for help for those of all.
GAMES: Mapping[str, Game] = LoadedLater(LISTED, _load)
"""By name, in the same order."""
