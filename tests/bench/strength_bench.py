"""How strong our computer players are: duels on paired deals, as `parlour duel` plays them.

    python -m tests.bench.strength_bench [PROGRAM PROGRAM GAME PAIRS [WORKERS]]

Our levels are run by the protocol as any program is; so is the greedy policy of mille.
"""

from __future__ import annotations

import sys

from frontends.commands.duel import duel

GREEDY = f"{sys.executable} -m tests.bench.mille_greedy"
DUELS = (
    ("bot:strong", "bot:normal", "mille", 30),
    ("bot:normal", "bot:easy", "mille", 20),
    ("bot:normal", GREEDY, "mille", 20),
    ("bot:classic", GREEDY, "mille", 20),
    ("bot:strong", "bot:normal", "elixir", 4),
    ("bot:normal", "bot:easy", "elixir", 12),
)
"""As many pairs as a few minutes allow: a figure to quote needs hundreds of them."""
SEED, SECONDS = 1, 60
"""The limit is one that no machine reaches, so that only play decides."""


def play(first: str, second: str, game: str, pairs: int, workers: int = 2) -> None:
    """Play a duel, and print its result."""
    status = duel(
        programs=(first, second), game=game, pairs=pairs, workers=workers, seconds=SECONDS, seed=SEED,
        lists_games=False, journal="memory:", views=None,
    )  # fmt: skip
    if status:
        raise SystemExit(status)


def run() -> None:
    """Play all of them."""
    for first, second, game, pairs in DUELS:
        play(first, second, game, pairs)


if __name__ == "__main__":
    if given := sys.argv[1:]:
        play(given[0], given[1], given[2], *map(int, given[3:5]))
    else:
        run()
