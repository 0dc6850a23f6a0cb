"""The games of the house, one line each."""

from core.base.game import Game
from core.games import elixir, mille, pileon, terrace

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        mille.GAME,
        elixir.GAME,
        terrace.GAME,
        pileon.GAME,
    )
}
"""By name, in the order in which the lobby offers them."""
