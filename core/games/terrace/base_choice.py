"""Which of four cards to choose as the base: the one that suits the order of the reserve best.

The reserve lies open and can only go up, from its top, so the base decides which of its cards wait for which. In games
of 6,267 random deals, each base tried out twice, the pairs that `CROSSED` counts said more about the end than anything
else; the three weights are those that foretell it best.

Where foundations build in suit they say less than trying out does (of deals 1 to 40 of General's Patience, 43.1 cards
went up against 45.8), so `core.games.terrace.bot` does that there.
"""

from itertools import combinations

from core.games.terrace.board import CANDIDATES, RANK, Open, pile
from core.games.terrace.solver.packed_board import HEIGHTS, coded, distances, frame_of

CROSSED, TOP, DEEP = 3.3, 0.83, 0.056
"""What it costs, in cards that are up at the end, of which a won game has half as many again: a pair in the reserve of
which the upper card has to wait for the lower; a card that has to go up before the one on top; and each rank by which a
card of the reserve lies below the highest, once for every card on it."""


def best_base(board: Open) -> int:
    """The column of the card to choose, from 1; the first among equals."""
    return min(range(1, CANDIDATES + 1), key=lambda number: _cost(board, pile(board, f"t{number}")[-1]))


def _cost(board: Open, chosen: str) -> float:
    frame, base = frame_of(board.variant), RANK[chosen]
    reserve = coded(frame, board.reserve, base)
    up = bytearray(HEIGHTS * (4 if frame.in_suit else 2))
    up[coded(frame, (chosen,), base)[0]] = 1
    crossed = sum(lower < upper and lower // HEIGHTS == upper // HEIGHTS for lower, upper in combinations(reserve, 2))
    deep = sum(depth * (HEIGHTS - 1 - card % HEIGHTS) for depth, card in enumerate(reversed(reserve)))
    return crossed * CROSSED + distances(bytes(up))[reserve[-1]] * TOP + deep * DEEP
