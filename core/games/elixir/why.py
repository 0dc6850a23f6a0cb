"""Why something happened in El-Ixir: the rule behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.base.message import Message, counted, message
from core.games.elixir.board import Embrace
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled

if TYPE_CHECKING:
    from core.games.elixir import View


def why(view: View, fact: Event) -> Message:
    """The rule by which this happened."""
    match fact:
        case Rolled():
            return message("Up to four free tiles come up at the start of a turn, every free tile as likely.")
        case Placed():
            return message(
                "A block begins at a rolled tile and goes on, up to four tiles, until the next one is not free."
            )
        case Anchored(_, tiles):
            return counted(
                "That tile is joined to a corner of its owner without a gap, so it is anchored: a point for ever.",
                "Those {n} tiles are joined to a corner of their owner without a gap: they are anchored, a point each.",
                len(tiles),
            )
        case Embraced(seat, Embrace.COMPLETE, _, points):
            said = _COUNTED if points else _LOOSE
            return said if seat == view.seat or view.seat is None else _OTHERS_COUNTED if points else said
        case Embraced():
            return message(
                "Nothing free was left beside those tiles, and only anchored tiles and the border lay round them: "
                "so they went to whoever owns the anchored ones, a point each."
            )


_COUNTED = message(
    "A wall closed round those tiles and no corner that is free or the other's was left inside: whatever lies inside "
    "is taken, and it counts because it touches anchored tiles."
)
_OTHERS_COUNTED = message(
    "The wall closed round those tiles and cut them off from every corner that is not its owner's: whatever lies "
    "inside is taken. A diagonal gap, or a corner of your own inside, would have kept it open."
)
_LOOSE = message(
    "A wall closed round those tiles, so they are taken; they bring no points yet, because nothing of it is joined to "
    "a corner."
)
