"""How many deals of Terrace are won by doing what `hint` says, and how long a hint takes.

    python -m tests.bench.terrace_hints_bench [FIRST LAST [VARIANT]]

Deals are the numbered ones that players get. Each is played once, from the choice of the base card to the end, by hints
alone, which know only what the person sees; nothing is taken back. Seconds are of the processor.
"""

from __future__ import annotations

import sys
import time

from core.base.game import Seat
from core.games.deals.findings import share
from core.games.terrace import GAME, played
from core.games.terrace.board import FULL
from core.games.terrace.hints import advised


def followed(number: int, variant: str) -> tuple[bool, list[float]]:
    """Whether a deal is won by its hints, and the seconds that each took, the last one included, which names none."""
    state, seconds = GAME.dealt({"variant": variant}, number), []
    while GAME.outcome(state) is None:
        begun = time.process_time()
        hint = advised(GAME.view(state, Seat(0)))
        seconds.append(time.process_time() - begun)
        if hint is None:
            break
        state = played(state, hint.move)
    return state.score == FULL, seconds


def run(first: int, last: int, variant: str = "terrace") -> None:
    """Print the figures."""
    games = [followed(number, variant) for number in range(first, last + 1)]
    won, seconds = sum(is_won for is_won, _ in games), sorted(spent for _, every in games for spent in every)
    part = share(won, len(games))
    shown = f"{won / len(games):.1%} ({part.low:.1%} to {part.high:.1%})"
    print(f"{variant}: hints win {won} of the deals {first}..{last}: {shown}")
    mean, slow = sum(seconds) / len(seconds), seconds[len(seconds) * 99 // 100]
    print(
        f"  a hint takes {mean * 1e3:.0f} ms, 99 of 100 within {slow * 1e3:.0f} ms, all within {seconds[-1] * 1e3:.0f}"
    )


if __name__ == "__main__":
    first, last = map(int, sys.argv[1:3] or ("1", "500"))
    run(first, last, *sys.argv[3:])
