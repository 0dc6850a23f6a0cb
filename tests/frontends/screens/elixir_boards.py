"""Positions of El-Ixir, and tables that show them: what its screens are tested with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from core.games.elixir import GAME, State, View
from core.games.elixir.board import Embrace
from core.games.elixir.events import Embraced, Placed, Rolled
from core.table import PlayerView, TableView
from frontends.screens.controls import Pressed, Scene, Screen
from frontends.screens.elixir import ONE_KEY, SCREEN
from frontends.terminal.picture import Look, Picture
from tests.core.games.test_elixir import drawn
from tests.frontends.screens.pictures import drawn as picture_of
from tests.frontends.tables import table_view, view_of

ASCII = Look(rows=20, utf8=False, colour=False)
USUAL = Look(rows=20)
SMALLEST = Look(rows=17, columns=40)
NAMES = "Ann|Abacus|El-Ixir"
"""Words that no language changes."""
BOARD_ROWS = [
    "XXXXXXX.......",
    "X.....X.......",
    "X..oo.X.......",
    "X.....X....oo.",
    "X.....X.......",
    "xx..xxX.......",
    "..............",
    "....xxx.......",
    ".o....x...OOOO",
    ".o........OOOO",
    ".o........OOOO",
    "..........OOOO",
    "..........OOOO",
    ".............O",
]
BOARD = drawn(BOARD_ROWS)
PLACED = Placed(1, ("k9", "k10", "k11", "k12"))
BROUGHT = (Embraced(1, Embrace.COMPLETE, ("l10", "m10", "l11", "m11", "l12", "m12"), 6),)
READY = State(BOARD, 0, placed=PLACED, brought=BROUGHT)
ROLLED = State(BOARD, 0, ("j2", "c6", "i12", "n1"), PLACED, BROUGHT)
BOXED = State(drawn([".o.", "o..", "..."]), 0, ("a1", "e5"))
"""The first of the rolled tiles has no free neighbour."""
ENDED = State(drawn([*["OOOOOOOOOOOOOO"] * 7, "O", *["XXXXX"] * 6]), 0, (), Placed(1, ("a8",)))
LAST_ROLL = Rolled(1, ("b13", "k9", "h11", "n1"))
"""What `PLACED` was chosen from."""


def seen(state: State, seat: int | None = 0, *, with_roll: bool = False) -> View:
    """The view from a seat, without the roll for the last block; on request with `LAST_ROLL` in its place."""
    view: View = view_of(GAME, state, seat)
    recent = tuple(event for event in view.recent if not isinstance(event, Rolled))
    return replace(view, recent=(LAST_ROLL, *recent) if with_roll else recent)


def table_of(view: View, state: State = READY, **more: Any) -> TableView:
    """Ann and a computer player called Abacus at a table."""
    return table_view(
        GAME, view, "Ann", PlayerView("Abacus", is_bot=True), **({"outcome": GAME.outcome(state), "plays": 17} | more)
    )


def pressed(keys: Iterable[str], view: View, screen: Screen = SCREEN) -> Pressed:
    """What came of the last key; none before it may make a move."""
    result = Pressed(screen.idle(view))
    for key in keys:
        assert result.move is None, f"moved before {key}"
        result = screen.press(result.input, key, view)
    return result


def scene_of(
    state: State, *keys: str, seat: int | None = 0, screen: Screen = SCREEN, with_roll: bool = True, **more: Any
) -> Scene:
    """What is drawn after some keys."""
    view = seen(state, seat, with_roll=with_roll and state.placed == PLACED)
    return Scene(table_of(view, state), pressed(keys, view, screen).input, **more)


def picture(scene: Scene, look: Look = USUAL) -> Picture:
    """The board, with many keys or one, as the input state says."""
    return picture_of(SCREEN if scene.input.ticks is None else ONE_KEY, scene, look)


def text(scene: Scene, look: Look = USUAL) -> str:
    """The characters of the board."""
    return picture(scene, look).text()
