"""How strong and how fast the normal player of El-Ixir is, against the easy one, who always takes the most points."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable

import attrs

from core.base.chance import Dice, deal_seed
from core.base.game import Play, Seat
from core.games.elixir import GAME, View
from core.games.features.bots import bot_of

Choose = Callable[[View, Dice], str]


@attrs.frozen
class Result:
    """A game of the computer player's."""

    margin: int
    """Its points less the other's."""
    seconds: tuple[float, ...]
    """What each of its choices of a tile took, in time of the processor."""


def match(number: int, player: Choose, other: Choose) -> Result:
    """One game, with rolls of its own; the player begins those with even numbers."""
    seat = number % 2
    state, record, seconds = GAME.start({}), 1, list[float]()
    while GAME.outcome(state) is None:
        view = GAME.view(state, Seat(state.mover))
        begun = time.process_time()
        policy = player if state.mover == seat else other
        text = policy(view, Dice(deal_seed(number), "bot", record))
        if policy is player and view.rolled:
            seconds.append(time.process_time() - begun)
        play = Play(state.mover, GAME.read(view, text), Dice(deal_seed(number), GAME.name, record))
        for event in GAME.decide(state, play):
            state, record = GAME.evolve(state, event), record + 1
    return Result(state.board.scores[seat] - state.board.scores[1 - seat], tuple(seconds))


def run(numbers: Iterable[int] = range(200), level: str = "normal", other: str = "easy") -> None:
    """Print the share of games won and the time a move takes."""
    player, opponent = bot_of("elixir", level).choose, bot_of("elixir", other).choose
    results = [match(number, player, opponent) for number in numbers]
    wins = sum(result.margin > 0 for result in results)
    ties = sum(result.margin == 0 for result in results)
    seconds = [second for result in results for second in result.seconds]
    mean = 1e3 * sum(seconds) / len(seconds)
    print(f"elixir: {level} wins {wins} of {len(results)} games against {other}, {ties} ties (floor 75 %)")
    print(f"elixir: {mean:.0f} ms a move, {1e3 * max(seconds):.0f} ms at most, {len(seconds)} moves (limit 300 ms)")


if __name__ == "__main__":
    run(range(*map(int, sys.argv[1:])) if sys.argv[1:] else range(200))
