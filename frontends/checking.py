"""What the laws of games look at of the screens: all that is drawn of a view, in both modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.game import Game
from core.table import PlayerView, TableView
from frontends.screens import screen_of
from frontends.screens.paint import paint
from frontends.screens.picture import Canvas, Look

LOOKS = (Look(), Look(rows=40, columns=120, colour=False, utf8=False))


def screen_for(game: Game) -> Callable[[Any], object]:
    """What everybody who has this view of a game is shown of it."""
    face = screen_of(game.name)

    def shown(view: Any) -> object:
        table = _table_of(game, view)
        pictures = []
        for look in LOOKS:
            canvas = Canvas(look)
            face.draw(table, face.idle(view), "", canvas)
            pictures.append(paint(None, canvas.picture(), look.colour))
        return pictures, tuple(face.describe(view, 40)), face.status(table) if face.status else ""

    return shown


def _table_of(game: Game, view: Any) -> TableView:
    """A table around the view, the same for every view."""
    options = {option.name: option.choices[0] for option in game.options}
    players = tuple(PlayerView(f"Player {seat + 1}") for seat in range(game.seats))
    return TableView("check", game.name, options, None, players, view.seat, view, view.turn, None, 1, "", "")
