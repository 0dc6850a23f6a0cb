"""The player by whom deals are graded and published. It stays as it is, so that a deal keeps its grade.

People are advised by `core.games.terrace.bot`, which plays better.
"""

from core.base.chance import Dice
from core.games.terrace import played
from core.games.terrace.board import CANDIDATES, FULL, Open, State, hidden
from core.games.terrace.solver import Opening, attempt, spotted
from core.games.terrace.solver.packed_board import frame_of
from core.games.terrace.solver.planning import Effort, playout

SAMPLES = 4
"""Orders of the stock in which each base card is tried before one is chosen."""
GAMES = 3
"""That are played, each a little differently."""


def plain(state: State, dice: Dice) -> str:
    """How games ended that do not look at the stock: 1 for won, 0 for lost. The dice order stocks that are imagined."""
    opening: Opening = ((), state)
    if not state.base:
        begin = f"t{tried_base(state, dice)} f"
        opening = ((begin,), played(state, begin))
    return "".join("1" if attempt(opening, number, Effort()) else "0" for number in range(GAMES))


def tried_base(board: Open, dice: Dice) -> int:
    """The column of the base card with which games on imagined stocks ended best."""
    bases = range(1, CANDIDATES + 1)
    results = dict.fromkeys(bases, 0)
    for _ in range(SAMPLES):
        stock = dice.shuffled(hidden(board))
        imagined = State(board.variant, board.waste, board.reserve, board.foundations, board.columns, stock=stock)
        for number in bases:
            results[number] += _score(played(imagined, f"t{number} f"))
    return max(bases, key=results.__getitem__)


def _score(state: State) -> int:
    """What comes of a game: its score, and half of it again for a win."""
    score, _ = playout(frame_of(state.variant), spotted(state), lambda: 0.0, Effort())
    return score + (score == FULL) * FULL // 2
