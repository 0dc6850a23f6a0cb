"""What it costs to list all legal moves, as is done for a program after each move: of every game, beside its floor.

    python -m tests.bench.moves_bench

The floor is what no list of so many moves can do without: a mapping of that size.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median

from core.base.chance import Dice
from core.base.game import Game, Play, Seat
from core.games import GAMES

MOST = 30.0
"""Microseconds that Pileon's may take at the median; mille's take 12."""
GAMES_PLAYED = 20
MOVES = 60
TIMES = 20


def positions(game: Game, number: int) -> list[object]:
    """The views of whoever is to move, in a game played by the dice."""
    dice = Dice(number.to_bytes(16), game.name, 1)
    options = {option.name: option.choices[0] for option in game.options}
    state = game.fold(game.start(options), game.begin(options, dice))
    views = []
    for _ in range(MOVES):
        if not (turn := game.turn(state)):
            break
        views.append(view := game.view(state, Seat(turn[0])))
        if not (moves := game.moves(view)):
            break
        move = dice.shuffled(tuple(moves.values()))[0]
        state = game.fold(state, game.decide(state, Play(turn[0], move, dice)))
    return views


def microseconds(work: Callable[[], object]) -> float:
    """What some work takes, the quickest of some times: others use the machine, too."""
    best = float("inf")
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best * 1e6


def run() -> None:
    """Print the figures."""
    for game in GAMES.values():
        views = [view for number in range(GAMES_PLAYED) for view in positions(game, number)]
        took = [microseconds(partial(game.moves, view)) for view in views]
        floor = [microseconds(partial(dict, game.moves(view))) for view in views]
        goal = f" (at most {MOST:g})" if game.name == "pileon" else ""
        said = f"median {median(took):.1f} us{goal}, max {max(took):.1f}; floor {median(floor):.1f}"
        print(f"moves of {game.name}: {said}")


if __name__ == "__main__":
    run()
