"""Hints at Pileon: the next move of a solution. A won game is never lost by following one."""

from core.base.cards import definite, plural
from core.base.game import Hint
from core.base.message import Argument, Message, message
from core.games.pileon import View, read, run, some
from core.games.pileon.solver import effort, judge

BUDGET = 400_000
"""Positions that may be looked at; the hardest of a thousand deals takes some five thousand."""
LOST = message("You cannot win this any more.")


def advised(view: View) -> Hint | None:
    """The next move of a solution; `LOST` where that is proved. None for those who are not to move."""
    if view.seat not in view.turn:
        return None
    verdict = judge(view, BUDGET)
    if verdict.move:
        return _proposed(view, verdict.move)
    if verdict.known:
        return Hint(LOST)
    move = effort(view)
    return _proposed(view, move) if move else None


def _proposed(view: View, typed: str) -> Hint:
    """The move with its reason, without the number of cards where as many as fit are moved."""
    source, target, _ = typed.split()
    short = f"{source} {target}"
    return Hint(_why(view, typed), short if read(view, short) == read(view, typed) else typed)


def _why(view: View, typed: str) -> Message:
    """The move in words, and what it uncovers."""
    move = read(view, typed)
    source, target = view.piles[move.source - 1], view.piles[move.target - 1]
    said = message("{cards} from pile {source} to the empty pile {target}: {gain}.")
    more: dict[str, Argument] = {}
    if target:
        said = message("{cards} from pile {source} onto {onto} on pile {target}: {gain}.")
        more = {"onto": definite(target[-1])}
    gain = _gain(source, move.count, move.source)
    return said.filled(cards=some(source[-move.count :]), source=move.source, target=move.target, gain=gain, **more)


def _gain(pile: tuple[str, ...], count: int, number: int) -> Message:
    if count < run(pile):
        return message("the other {ranks} can follow", ranks=plural(pile[-1]))
    if count == len(pile):
        return message("then pile {number} is empty", number=number)
    return message("then pile {number} shows {card}", number=number, card=definite(pile[-1 - count]))
