"""How fast the computer players of El-Ixir are: `python -m tests.bench.elixir_bench [LEVEL GAMES]`.

How strong they are is measured by duels, in `strength_bench`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from itertools import count

from core.base.chance import Dice, deal_seed
from core.base.game import Seat
from core.games.elixir import GAME
from core.games.features.bots import bot_of


def seconds_of(number: int, level: str) -> list[float]:
    """What each choice of a tile took in a game of a level against itself, in time of the processor."""
    choose, state, seconds = bot_of("elixir", level).choose, GAME.start({}), list[float]()
    for record in count(1):
        if GAME.outcome(state) is not None:
            break
        view = GAME.view(state, Seat(state.mover))
        begun = time.process_time()
        text = choose(view, Dice(deal_seed(number), "bot", record))
        if view.rolled:
            seconds.append(time.process_time() - begun)
        state = GAME.fold(
            state, GAME.decide_typed(state, state.mover, text, Dice(deal_seed(number), GAME.name, record))
        )
    return seconds


def run(levels: Mapping[str, int]) -> None:
    """Print the time a move takes, by level the number of games."""
    for level, games in levels.items():
        _print(level, games)


def _print(level: str, games: int) -> None:
    seconds = [second for number in range(games) for second in seconds_of(number, level)]
    mean = 1e3 * sum(seconds) / len(seconds)
    print(f"elixir, {level}: {mean:.0f} ms a move, {1e3 * max(seconds):.0f} ms at most, {len(seconds)} moves")


if __name__ == "__main__":
    run({sys.argv[1]: int(sys.argv[2])} if sys.argv[1:] else {"normal": 10})
