"""Boards of Terrace that several tests draw."""

from __future__ import annotations

from typing import Any

from core.games.terrace import GAME
from core.games.terrace.board import State
from core.table import TableView
from frontends.screens.controls import Scene
from frontends.screens.terrace import SCREEN
from frontends.screens.terrace.inputs import InputState
from frontends.terminal.picture import Look, Picture
from tests.core.games.test_terrace import given_board
from tests.frontends.screens.pictures import drawn
from tests.frontends.tables import table_view, view_of


def seen(state: State, seat: int | None = 0, **around: Any) -> TableView:
    """A table of the game at that position, some way into it."""
    given = {"options": {"variant": state.variant}, "deal": 7, "plays": 34, "undos": 2, "hints": 1, "elapsed": 754.0}
    view = around.pop("view", view_of(GAME, state, seat))
    return table_view(GAME, view, "Ann", outcome=GAME.outcome(state), **(given | around))


def scene(state: State, chosen: InputState | None = None, hint: str = "", **around: Any) -> Scene:
    return Scene(seen(state, **around), chosen or InputState(), hint)


def picture(state: State, chosen: InputState | None = None, look: Look | None = None, **around: Any) -> Picture:
    """The board on a canvas of 80 columns and 21 rows, or of another look."""
    return drawn(SCREEN, scene(state, chosen, **around), look or Look(rows=21))


def deep() -> State:
    """Terrace with a column of thirteen cards, the most there can be, a space and a locked stock."""
    return given_board(
        "terrace",
        columns="Qc Jd Tc 9h 8s 7d 6c 5h 4s 3d 2c Ah Ks,Td,5h Ad,-,Kh Qs,9s 8d 7c 6d 5s,4h 3s,9d,8c 7h 6s 5d",
        foundations="Kd,Ks Ah 2s 3d",
        waste="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc 4h 4s",
        reserve="3c 9h Th Ts 2h 3h 4d",
        stock="2c 3c",
        locked=True,
    )
