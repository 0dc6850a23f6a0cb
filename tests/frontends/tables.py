"""Views of tables that were never played: what screens are given to draw."""

from __future__ import annotations

from typing import Any

from core.base.game import Audience, Game, Seat, Viewer, viewer_of
from core.table import PlayerView, TableView


def view_of(game: Game, state: Any, viewer: Viewer | int | None) -> Any:
    """The game's view from a seat; None is a spectator's."""
    return game.view(state, viewer if isinstance(viewer, Seat | Audience) else viewer_of(viewer))


def table_view(game: Game, view: Any, *players: str | PlayerView, outcome: Any = None, **more: Any) -> TableView:
    """A table with this view of its game, and these players."""
    sitting = tuple(PlayerView(player) if isinstance(player, str) else player for player in players)
    fields = {
        "id": "k3f9",
        "game": game.name,
        "options": {},
        "deal": None,
        "seat": view.seat,
        "turn": () if outcome else view.turn,
        "seq": 30,
        "commitment": "",
        "house_seed": "",
    }
    return TableView(players=sitting, view=view, outcome=outcome, **(fields | more))
