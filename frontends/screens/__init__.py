"""How games look, one module per game; a game without one gets the plain screen."""

from functools import lru_cache
from importlib import import_module

from frontends.screens.controls import Screen

OWN = frozenset(("elixir", "mille", "pileon", "terrace"))
"""The games with a screen of their own: the module of that name in this package."""
ONE_KEY = frozenset(("elixir",))
"""Those with a second screen, `ONE_KEY` of the same module, that a single key plays."""


@lru_cache(maxsize=64)
def screen_of(game: str, one_key: bool = False) -> Screen:
    """The screen of a game; in its one-key mode if that is wanted and there is one.

    A screen's module is imported when somebody first plays that game.
    """
    module = import_module(f"{__name__}.{game if game in OWN else 'plain'}")
    if game not in OWN:
        found: Screen = module.screen_for(game)
    elif one_key and game in ONE_KEY:
        found = module.ONE_KEY
    else:
        found = module.SCREEN
    return found
