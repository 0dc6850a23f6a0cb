"""What the laws of games look at of the screens: all that is drawn of a view, in both modes."""

from collections.abc import Callable
from typing import Any

import attrs

from core.base.game import Game
from core.table import PlayerView, TableView
from frontends.screens import screen_of
from frontends.screens.controls import Scene
from frontends.terminal.paint import paint
from frontends.terminal.picture import Canvas, Look

LOOKS = (Look(rows=21), Look(rows=40, columns=84, colour=False, utf8=False), Look(rows=17, columns=40))


def screen_for(game: Game) -> Callable[[Any], object]:
    """What everybody who has this view of a game is shown of it."""
    face = screen_of(game.name)
    options = {option.name: option.choices[0] for option in game.options}
    players = tuple(PlayerView(f"Player {seat + 1}") for seat in range(game.seats))

    def shown(view: Any) -> object:
        table = TableView("check", game.name, options, None, players, view.seat, view, view.turn, None, 1, "", "")
        pictures = []
        for look in LOOKS:
            canvas = Canvas(look)
            face.draw(Scene(table, face.idle(view)), canvas)
            pictures.append(paint(None, canvas.picture(), look.colour))
        told = tuple(tuple(face.describe(table, attrs.evolve(LOOKS[0], reader=reader))) for reader in (False, True))
        return pictures, told, face.score(table), face.hand(table)

    return shown
