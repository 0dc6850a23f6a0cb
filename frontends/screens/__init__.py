"""How games look, one module per game; a game without one gets the plain screen."""

from __future__ import annotations

from frontends.screens import elixir, mille, pileon, plain, terrace
from frontends.screens.controls import Screen

SCREENS: dict[str, Screen] = {
    screen.game: screen for screen in (mille.SCREEN, elixir.SCREEN, terrace.SCREEN, pileon.SCREEN)
}
"""By the name of the game."""
ONE_KEY_SCREENS: dict[str, Screen] = {screen.game: screen for screen in (elixir.ONE_KEY,)}
"""Screens that can be played with a single key, by the name of the game."""


def screen_of(game: str, one_key: bool = False) -> Screen:
    """The screen of a game, in its one-key manner if that is wanted and there is one."""
    if one_key and game in ONE_KEY_SCREENS:
        return ONE_KEY_SCREENS[game]
    return SCREENS.get(game) or plain.screen_for(game)
