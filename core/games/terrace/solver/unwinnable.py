"""Proofs that a position of Terrace cannot be won, whatever is done.

`waits_for_itself` is an argument: cards of the reserve wait for cards beneath them. It imagines that every other card
is at hand whenever it is wanted; what cannot be won even so cannot be won at all. `exhausted` visits every position
that can be reached, apart from those that the argument rules out.
"""

from core.games.terrace.board import FULL
from core.games.terrace.solver.packed_board import HEIGHTS, Frame
from core.games.terrace.solver.planning import Effort
from core.games.terrace.solver.positions import SAFE, Deal, Position, way


def waits_for_itself(frame: Frame, reserve: bytes, up: bytes) -> bool:
    """Whether some card of the reserve, in play last, can never go up because too few can that go up before it.

    Never where the reserve fills spaces, because there its cards have another way out.
    """
    if "r" in frame.fill:
        return False
    at_hand = [frame.copies - reserve.count(card) for card in range(len(up))]
    gone = [0] * len(up)
    for card in reversed(reserve):
        gone[card] += 1
        if card % HEIGHTS and _reach(at_hand, card - 1) < up[card] + gone[card]:
            return True
        at_hand[card] += 1
    return False


def _reach(at_hand: list[int], card: int) -> int:
    """How many of a card can be up at most: no more than of any that goes up before it in its suit."""
    return min(at_hand[card - card % HEIGHTS : card + 1])


def exhausted(deal: Deal, start: Position, budget: int, effort: Effort) -> list[Position] | None:
    """The positions from the start to a win; none when every position was visited and there is no win.

    None instead when `effort` has reached the budget before.
    """
    before: dict[Position, Position | None] = {start: None}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position[5].total == FULL:
            return way(before, position)
        effort.spent += 1
        if effort.spent > budget:
            return None
        for then in _needed(deal, position):
            if then not in before and not ruled_out(deal, then):
                before[then] = position
                waiting.append(then)
    return []


def ruled_out(deal: Deal, position: Position) -> bool:
    """Whether the argument proves a position lost."""
    reserve, risen = position[2], position[5]
    found = risen.lost.get(reserve)
    if found is None:
        found = risen.lost[reserve] = waits_for_itself(deal.frame, deal.reserve[:reserve], risen.counts)
    return found


def _needed(deal: Deal, position: Position) -> list[Position]:
    """Whatever can be done; only one thing where it takes nothing away.

    That is a card that goes up while each of its equals has a place of its own there and nothing can be built on it any
    more, from the reserve, or from a column that it does not leave empty. Where the reserve fills spaces its
    cards are worth keeping; and what turns a card by itself is not done unasked.
    """
    stock, waste, reserve, one, two, risen, locked, redeals = position
    if not stock or waste.size:
        if reserve and "r" not in deal.frame.fill and risen.ready[deal.reserve[reserve - 1]] == SAFE:
            return [deal.reserve_up(position)]
        for side, other in ((one, two), (two, one)):
            for top, left in side.rising:
                if risen.ready[top] == SAFE and left.count == side.count:
                    sides = (left, other) if side is one else (other, left)
                    return [(stock, waste, reserve, *sides, risen.under(top), locked, redeals)]
    return list(deal.every(position))
