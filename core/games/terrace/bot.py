"""The player of Terrace: it sees what everybody sees, and plans up to the next card that is turned."""

from core.base.cards import PACK
from core.base.chance import Dice
from core.games.terrace import played
from core.games.terrace.board import CANDIDATES, FULL, State, View
from core.games.terrace.solver import spotted
from core.games.terrace.solver.packed_board import UNKNOWN, Path, Spot, closed, coded, frame_of, spot_of
from core.games.terrace.solver.planning import DEAL, Effort, plan, playout, typed
from core.games.terrace.solver.worth import unseen_in

SAMPLES = 4
"""Orders of the stock in which each base card is tried before one is chosen."""


def choose(view: View, dice: Dice) -> str:
    """The first step of the best plan; a deal when nothing else is better; empty when there is no more to be done."""
    if not view.base:
        return _base(view, dice)
    frame = frame_of(view.variant)
    if path := planned(view):
        return typed(frame, view, path[0])
    return "" if closed(frame, _spot(view)) else typed(frame, view, DEAL)


def planned(view: View) -> Path:
    """The steps that are best before the next card is turned; none where a card is to be turned at once."""
    unseen = unseen_in(coded(frame_of(view.variant), hidden(view), view.base))
    return plan(frame_of(view.variant), _spot(view), unseen, lambda: 0.0, Effort())


def _spot(view: View) -> Spot:
    return spot_of(frame_of(view.variant), view, bytes([UNKNOWN]) * view.stock)


def hidden(view: View) -> tuple[str, ...]:
    """The cards that do not lie open, in the order of the pack."""
    left = list(PACK + PACK)
    for pile in (view.waste, view.reserve, *view.foundations, *view.columns):
        for card in pile:
            left.remove(card)
    return tuple(left)


def _base(view: View, dice: Dice) -> str:
    """The base card with which games on imagined stocks ended best."""
    bases = range(1, CANDIDATES + 1)
    results = dict.fromkeys(bases, 0)
    for _ in range(SAMPLES):
        stock = dice.shuffled(hidden(view))
        for number in bases:
            results[number] += _imagined(view, stock, number)
    return f"t{max(bases, key=results.__getitem__)} f"


def _imagined(view: View, stock: tuple[str, ...], number: int) -> int:
    """What comes of a base card with that stock: the score, and half of it again for a win."""
    before = State(view.variant, view.waste, view.reserve, view.foundations, view.columns, stock=stock)
    state = played(before, f"t{number} f")
    score, _ = playout(frame_of(view.variant), spotted(state), lambda: 0.0, Effort())
    return score + (score == FULL) * FULL // 2
