"""How fast and how exact the solver of Pileon is, and how often its player wins.

    python -m tests.bench.pileon_bench

Deals are the numbered ones that players get, from 1 on. The share of 1,000 deals that can be won was measured for
the original's rules as 98.9 %, with a 95 % interval from 98.0 to 99.4 %.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from core.base.chance import Dice, deal_seed
from core.base.game import Play, Seat
from core.games.pileon import GAME, State, View
from core.games.pileon.bot import BUDGET, choose
from core.games.pileon.solver import judge

DEALS = 1000
PLAYED = 200
NO_DICE = Dice(bytes(16), "pileon", 1)


def dealt(number: int) -> State:
    """A numbered deal."""
    state = State()
    for event in GAME.begin({}, Dice(deal_seed(number), GAME.name, 1)):
        state = GAME.evolve(state, event)
    return state


def spread(seconds: Sequence[float]) -> str:
    """Median, nine tenths and maximum in milliseconds."""
    ordered = sorted(seconds)
    middle, high = ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]
    return f"median {middle * 1e3:.2f} ms, 90 % {high * 1e3:.2f} ms, max {ordered[-1] * 1e3:.1f} ms"


def judged(view: View) -> tuple[bool, float]:
    """Whether a position is winnable, and the seconds it took to know."""
    begun = time.perf_counter()
    verdict = judge(view, BUDGET)
    return verdict.known and verdict.winnable, time.perf_counter() - begun


def game(number: int) -> tuple[bool, list[float]]:
    """Whether the player wins a deal, and the seconds for each question on its way."""
    state, seconds = dealt(number), []
    while GAME.outcome(state) is None:
        view = GAME.view(state, Seat(0))
        seconds.append(judged(view)[1])
        if not (move := choose(view, NO_DICE)):
            return False, seconds
        for event in GAME.decide(state, Play(0, GAME.read(view, move), NO_DICE)):
            state = GAME.evolve(state, event)
    return True, seconds


def run() -> None:
    """Print the figures."""
    fresh = [judged(GAME.view(dealt(number), Seat(0))) for number in range(1, DEALS + 1)]
    share = sum(winnable for winnable, _ in fresh) / DEALS
    print(f"pileon: {share:.1%} of the deals 1..{DEALS} can be won (98.9 %, interval 98.0 to 99.4)")
    print(f"pileon: fresh deals judged in {spread([seconds for _, seconds in fresh])} (at most 10 and 1500)")
    games = [game(number) for number in range(1, PLAYED + 1)]
    positions = [seconds for _, spent in games for seconds in spent]
    print(f"pileon: {len(positions)} positions of games judged in {spread(positions)}")
    print(f"pileon: the player wins {sum(won for won, _ in games)} of the deals 1..{PLAYED}")


if __name__ == "__main__":
    run()
