"""How often the player of Terrace wins, how many deals the solver wins, and how long both take.

    python -m tests.bench.terrace_bench [DEALS [BUDGET]]

Deals are the numbered ones that players get, from 1 on. The player does not see the stock; the solver knows it, and may
try each deal until it has looked at so many positions. The rules sheet's plain player won 0 to 21 of 100 deals at the
first attempt and 0 to 66 within 25 attempts, by variant, and knew of no won game of General's Patience. What all
methods of the first edition together showed winnable of deals 1 to 200, by variant: 96.5, 12.5, 84.5, 85.5, 82.5, 85.5
and 88.5 %.
"""

from __future__ import annotations

import sys
import time

import attrs

from core.base.chance import Dice, deal_seed
from core.base.game import Seat
from core.games.terrace import GAME, played
from core.games.terrace.board import FULL, VARIANTS, State
from core.games.terrace.bot import choose
from core.games.terrace.solver import settle

DEALS = 200
BUDGET = 150_000
"""Positions for each deal."""


@attrs.define
class Tally:
    """What came of the deals of one variant."""

    won: int = 0
    cards: int = 0
    """On foundations at the end of all games."""
    moves: int = 0
    longest: float = 0.0
    """Seconds for the slowest move after the choice of the base card."""
    playing: float = 0.0
    solved: int = 0
    lost: int = 0
    """Proved so."""
    solving: float = 0.0
    slowest: float = 0.0
    """Seconds for the slowest deal."""


def dealt(variant: str, number: int) -> State:
    """A numbered deal."""
    options = {"variant": variant}
    state: State = GAME.start(options)
    for event in GAME.begin(options, Dice(deal_seed(number), GAME.name, 1)):
        state = GAME.evolve(state, event)
    return state


def play(state: State, tally: Tally) -> None:
    """The player's game."""
    dice = Dice(bytes(16), "player", 1)
    while GAME.outcome(state) is None:
        begun = time.perf_counter()
        text = choose(GAME.view(state, Seat(0)), dice)
        seconds = time.perf_counter() - begun
        tally.playing += seconds
        if state.base:
            tally.longest = max(tally.longest, seconds)
        if not text:
            break
        tally.moves += 1
        state = played(state, text)
    tally.won += state.score == FULL
    tally.cards += state.score


def try_to_solve(state: State, budget: int, tally: Tally) -> None:
    """The solver's attempt, and its solution checked by the rules."""
    begun = time.perf_counter()
    settled = settle(state, budget)
    seconds = time.perf_counter() - begun
    tally.solving += seconds
    tally.slowest = max(tally.slowest, seconds)
    for text in settled.moves:
        state = played(state, text)
    tally.solved += GAME.outcome(state) is not None
    tally.lost += settled.winnable is False


def run(deals: int = DEALS, budget: int = BUDGET) -> None:
    """Print one line for each variant."""
    print(f"Terrace, deals 1 to {deals}, {budget} positions for the solver:")
    for variant in VARIANTS:
        tally = Tally()
        for number in range(1, deals + 1):
            play(dealt(variant, number), tally)
            try_to_solve(dealt(variant, number), budget, tally)
        print(
            f"  {variant:22} player won {tally.won:4} ({tally.won / deals:4.0%}), "
            f"{tally.cards / deals:5.1f} cards up, {tally.playing / tally.moves * 1e3:4.1f} ms a move "
            f"(slowest {tally.longest:4.2f} s); "
            f"solved {tally.solved:4} ({tally.solved / deals:4.0%}), proved lost {tally.lost:4}, "
            f"{tally.solving / deals:5.2f} s a deal (slowest {tally.slowest:5.2f} s)",
            flush=True,
        )


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
