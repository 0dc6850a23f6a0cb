"""The player of Terrace: it sees what everybody sees, and plans up to the next card that is turned."""

from core.base.chance import Dice
from core.games.terrace.base_choice import best_base
from core.games.terrace.board import View, hidden
from core.games.terrace.solver.packed_board import UNKNOWN, Path, Spot, closed, coded, frame_of, spot_of
from core.games.terrace.solver.plain_player import tried_base
from core.games.terrace.solver.planning import DEAL, Effort, plan, typed
from core.games.terrace.solver.worth import unseen_in

MOST = 1000
"""Positions looked at before a deal. Few plans need so many, and are then much the better for it."""


def choose(view: View, dice: Dice) -> str:
    """The first step of the best plan; a deal when nothing else is better; empty when there is no more to be done."""
    return first_step(view, planned(view)) if view.base else f"t{base(view, dice)} f"


def base(view: View, dice: Dice) -> int:
    """The column of the card to choose as the base."""
    return tried_base(view, dice) if view.rules.in_suit else best_base(view)


def planned(view: View) -> Path:
    """The steps that are best before the next card is turned; none where a card is to be turned at once."""
    frame = frame_of(view.variant)
    unseen = unseen_in(coded(frame, hidden(view), view.base))
    return plan(frame, _spot(view), unseen, lambda: 0.0, Effort(), MOST)


def first_step(view: View, path: Path) -> str:
    """What a plan begins with, as it is typed: a deal where it has no steps; empty when there is no more to be done."""
    frame = frame_of(view.variant)
    if path:
        return typed(frame, view, path[0])
    return "" if closed(frame, _spot(view)) else typed(frame, view, DEAL)


def _spot(view: View) -> Spot:
    return spot_of(frame_of(view.variant), view, bytes([UNKNOWN]) * view.stock)
