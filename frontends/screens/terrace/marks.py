"""What is marked on the board of Terrace: the cursor, the chosen card, its targets, a hint, what just moved.

Every mark has its own shape, so that none needs colours to be seen.
"""

import enum

import attrs
from msgspec.structs import replace

from core.games.terrace import allowed
from core.games.terrace.board import FOUNDATIONS, View, pile
from frontends.screens.controls import Scene
from frontends.screens.faces import suit_style
from frontends.screens.terrace.inputs import InputState, movable
from frontends.terminal.picture import BOLD, DIM, PLAIN, Look, Style

TARGET = Style(fg="green", bold=True)
HINT = Style(fg="yellow", bold=True)


class Mark(enum.Enum):
    """The shape of a card's frame."""

    NONE = "none"
    HERE = "here"
    """The cursor is there."""
    HELD = "held"
    """Its card is chosen."""
    TARGET = "target"
    """It takes the chosen card."""


@attrs.frozen
class Marks:
    """The marks of one picture, by place."""

    here: str
    """Where the cursor is; empty for watchers."""
    focus: str
    """Where the terminal's cursor stands, for watchers, too."""
    held: str
    targets: frozenset[str]
    movable: frozenset[str]
    source: str
    """The place from which the hint takes a card; empty without a hint."""
    target: str
    """The place to which the hint moves it."""
    fresh: tuple[str, ...]

    def mark(self, place: str) -> Mark:
        """The mark of a place; a target keeps its own under the cursor."""
        if place == self.held:
            return Mark.HELD
        if place in self.targets:
            return Mark.TARGET
        return Mark.HERE if place == self.here else Mark.NONE

    def frame(self, place: str) -> Style:
        """The style of the place's frame."""
        if place in self.targets:
            return TARGET
        if place in (self.source, self.target):
            return HINT
        if place in (self.here, self.held):
            return BOLD
        return PLAIN if place in self.movable else DIM

    def face(self, place: str, card: str) -> Style:
        """The style of the card in play of a place; of no card, if that is empty."""
        own = suit_style(card) if card else DIM
        chosen = place in (self.here, self.held)
        return replace(own, bold=chosen or place in self.movable, reverse=chosen, dim=not card and not chosen)

    def pointer(self, place: str, utf8: bool) -> str:
        """A sign beside the card in play: the hint lifts it, the hint puts one there, it has just come; or empty."""
        if place == self.source:
            return "▲" if utf8 else "^"
        if place == self.target:
            return "▼" if utf8 else "v"
        if place in self.fresh and place != self.held:
            return "◂" if utf8 else "<"
        return ""


def back_of_stock(view: View, look: Look) -> str:
    """What the stock shows of its cards; it is lighter while it gives none."""
    is_closed = view.base and allowed.closed(view, view.stock)
    return ("░" if is_closed else "▒") if look.utf8 else ":" if is_closed else "#"


def marks(scene: Scene) -> Marks:
    """What is marked in a scene."""
    view: View = scene.table.view
    state: InputState = scene.input
    able = movable(view)
    stock = {"s"} if view.seat in view.turn and not allowed.closed(view, view.stock) else set()
    lit = {*able, *stock} if state.lit or not (view.base or state.held) else set()
    source, target = _proposed(view, scene.hint)
    here = state.at if view.seat is not None else ""
    return Marks(
        here, here or next(iter(state.fresh), "t1"), state.held, frozenset(able.get(state.held, ())) | lit,
        frozenset(able) | stock, source, target, state.fresh,
    )  # fmt: skip


def _proposed(view: View, hint: str) -> tuple[str, str]:
    """The places from which and to which a proposed move goes; empty for what moves no card of its own."""
    if hint == "d":
        return ("s", "w") if view.base else ("", "")
    source, _, target = hint.partition(" ")
    if source == "b":  # the base card of a column
        source, target = f"t{target}", "f"
    if target == "f":
        target = allowed.foundation(view, source) if pile(view, source) else FOUNDATIONS[0]
    return (source, target) if target else ("", "")
