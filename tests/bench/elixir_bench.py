"""How strong and how fast the computer player of El-Ixir is, against a player who always takes the most points."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable

import attrs

from core.bots.elixir import attempted, choose
from core.chance import Dice, deal_seed
from core.game import Play, Seat
from core.games.elixir import GAME, View

Choose = Callable[[View, Dice], str]


def greedy(view: View, dice: Dice) -> str:
    """The most points at once; among equals any."""
    if not view.rolled:
        return "roll"
    (seat,) = view.turn
    points = {attempt.text: attempt.board.scores[seat] for attempt in attempted(view, seat)}
    most = max(points.values())
    return dice.shuffled(text for text, gained in points.items() if gained == most)[0]


@attrs.frozen
class Result:
    """A game of the computer player's."""

    margin: int
    """Its points less the other's."""
    seconds: tuple[float, ...]
    """What each of its choices of a tile took, in time of the processor."""


def match(number: int, player: Choose = choose, other: Choose = greedy) -> Result:
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


def run(numbers: Iterable[int] = range(200)) -> None:
    """Print the share of games won and the time a move takes."""
    results = [match(number) for number in numbers]
    wins = sum(result.margin > 0 for result in results)
    ties = sum(result.margin == 0 for result in results)
    seconds = [second for result in results for second in result.seconds]
    mean = 1e3 * sum(seconds) / len(seconds)
    print(f"elixir: the computer player wins {wins} of {len(results)} games against greed, {ties} ties (floor 75 %)")
    print(f"elixir: {mean:.0f} ms a move, {1e3 * max(seconds):.0f} ms at most, {len(seconds)} moves (limit 300 ms)")


if __name__ == "__main__":
    run(range(*map(int, sys.argv[1:])) if sys.argv[1:] else range(200))
