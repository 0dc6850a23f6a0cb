"""The strong player of El-Ixir: it plays the moves that look best to their ends, and takes what ends best."""

from math import tanh

from core.base.chance import Dice
from core.games.elixir import View
from core.games.elixir.bot.normal import attempted, lead
from core.games.elixir.bot.playouts import margins

ROUNDS = ((8, 24), (4, 24), (2, 48))
"""How many moves are compared, the best of the round before, and by how many games each."""
CLEAR = 20
"""Points by which a game is won clearly."""


def choose(view: View, dice: Dice) -> str:
    """A move for the viewer, who is to move. The dice decide what is rolled in the imagined games."""
    return chosen(view, dice, ROUNDS)


def chosen(view: View, dice: Dice, rounds: tuple[tuple[int, int], ...]) -> str:
    """A move that is found with so many imagined games; see `ROUNDS`."""
    if not view.rolled:
        return "roll"
    (seat,) = view.turn
    attempts = sorted(attempted(view, seat), key=lambda attempt: lead(attempt.board, seat), reverse=True)
    if attempts[0].board.full and attempts[0].board.scores[seat] > attempts[0].board.scores[1 - seat]:
        return attempts[0].text
    sums = [0.0] * len(attempts)
    order = list(range(len(attempts)))
    for count, samples in rounds:
        order = order[:count]
        if len(order) == 1:
            break
        seed = dice.below(1 << 64).to_bytes(8, "big")
        results = margins([attempts[place].board for place in order], 1 - seat, samples, seed)
        for place, found in zip(order, results, strict=True):
            sums[place] += sum(map(worth, found)) * (1 - 2 * seat)
        order.sort(key=lambda place: sums[place], reverse=True)
    return attempts[order[0]].text


def worth(margin: int) -> float:
    """What the end of a game counts for: hardly more for winning by many points than by `CLEAR`."""
    return tanh(margin / CLEAR)
