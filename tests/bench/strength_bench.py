"""How the levels of the computer players compare: `python -m tests.bench.strength_bench GAME LEVEL OTHER FROM TO`.

Every number is a game with hands or rolls of its own; the one who begins changes with every number.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from math import sqrt

from core.games.features.bots import bot_of
from tests.bench.elixir_bench import match
from tests.bench.mille_greedy import played_game
from tests.core.games.mille.positions import play_on

SURE = 1.96
"""Standard deviations of an interval that holds 95 of 100."""


def interval(wins: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % certainty (Wilson)."""
    share, spare = wins / games, SURE**2 / games
    middle, half = share + spare / 2, SURE * sqrt(share * (1 - share) / games + spare / 4 / games)
    return (middle - half) / (1 + spare), (middle + half) / (1 + spare)


def _margin(game: str, level: str, other: str, number: int) -> int:
    """By how many points the level wins a game."""
    players = bot_of(game, level).choose, bot_of(game, other).choose
    if game == "elixir":
        return match(number, *players).margin
    first, second = (partial(play_on, player=players[seat ^ number % 2]) for seat in (0, 1))
    totals, _, _ = played_game((first, second), number)
    return totals[number % 2] - totals[1 - number % 2]


def run(game: str, level: str, other: str, numbers: Iterable[int]) -> None:
    """Print the share of games that a level wins against another."""
    margins: list[int] = []
    for number in numbers:
        margins.append(_margin(game, level, other, number))
        if len(margins) % 100 == 0:
            print(f"{len(margins)} games", file=sys.stderr, flush=True)
    wins, ties = sum(margin > 0 for margin in margins), margins.count(0)
    low, high = interval(wins, len(margins))
    print(f"{game}: {level} wins {wins} of {len(margins)} games against {other}, {ties} ties: ", end="")
    print(f"{wins / len(margins):.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], sys.argv[3], range(*map(int, sys.argv[4:6])))
