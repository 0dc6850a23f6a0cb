"""Positions of mille that several tests look at, and the tables they are seen at."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.base.game import Viewer
from core.games.mille import GAME
from core.games.mille.cards import PACK
from core.games.mille.state import State
from core.table import TableView
from frontends.screens.controls import Scene
from frontends.screens.mille.inputs import InputState, idle
from tests.core.games.mille.positions import after, cards, given, tableau
from tests.frontends.tables import table_view, view_of

NAMES = ("Ann", "Bob")

HIT = after(
    given(
        hands=(cards("75", "Go", "Puncture Proof", "200", "50", "Repairs"), cards("Flat Tire", *("25",) * 6)),
        own=tableau(
            "Go", "End of Limit", distances=("100", "50", "25", "50"), safeties=("Driving Ace", "Right of Way"),
            coups=cards("Right of Way"),
        ),
        other=tableau("Go", "Speed Limit", distances=("100",)),
        turn=1, deck=PACK[:65], discard=cards("End of Limit")[0], dealt=3, carried=(1000, 2075), games=(1, 0),
    ),
    "u flat tire",
)  # fmt: skip
"""Bob has just played Flat Tire on Ann, who holds the safety against it."""
PICKED = after(HIT, "p")
ASKED = after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p")
"""Ann has 700 miles and is asked about an extension."""


def table_of(state: State, viewer: Viewer | int | None, names: tuple[str, str] = NAMES, **more: Any) -> TableView:
    return table_view(GAME, view_of(GAME, state, viewer), *names, outcome=GAME.outcome(state), **more)


def scene_of(
    state: State,
    viewer: Viewer | int | None = 0,
    *,
    hint: str = "",
    log: tuple[str, ...] = (),
    names=NAMES,
    **input: Any,
) -> Scene:
    """A board to draw; what is left over goes into the input state."""
    table = table_of(state, viewer, names)
    return Scene(table, replace(idle(table.view), **input), hint, log)


def chosen(state: State, slot: int, seat: int = 0, **more: Any) -> InputState:
    """A card chosen by its slot."""
    hand = state.hands[seat]
    return InputState(slot=slot, card=hand[slot - 7 + len(hand)], **more)
