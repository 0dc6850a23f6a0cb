"""Attacks on a real house, each beside healthy people whose moves are measured: a table, and what is not as it must.

    python -m tests.hostile [--brief] [NAME ...]

For each attack a house is opened, and a twin of it on a copy of the same journal. In each two people play mille over
real sockets, and newcomers come in. The house is attacked, its twin is left alone, so what both have to wait for is the
machine, and the rest is the attack. Then the house is to have its memory back, and at last it is attacked once more and
told to end. The exit status is 1 if anything is not as it must be.

p99 of a move may be 50 ms above that of the twin in the same seconds, by the median of five tries; a third fine try
spares the rest. With --brief, as in CI, attacks are shorter, and one fine try of three is enough, in which p99 is at
most 250 ms above twice that of the twin: a machine that does other things, too, now and then keeps one of two houses
waiting for so long, but hardly ever three times, and a house that stands still is seen. `nobody` is no attack at all.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.hostile.attacks import ATTACKS
from tests.hostile.judging import BRIEF, HEADING, WHOLE, Plan, median
from tests.hostile.long_game import make_long_game
from tests.hostile.trial import try_out
from tests.hostile.unreached import UNREACHED


def show(row: tuple[str, ...]) -> None:
    print(f"{row[0]:18}", *(f"{cell:>9}" for cell in row[1:]), flush=True)


def judge(name: str, plan: Plan, prepared: Path, code: str, directory: Path) -> list[str]:
    """Try an attack as often as is needed. Returns: what is wrong, in sentences."""
    results, fine = [], 0
    for number in range(plan.tries):
        try:
            result = try_out(name, plan, prepared, code, directory / f"{name}{number}")
        except EOFError as error:
            print(f"{name}: {error}", flush=True)
            continue
        results.append(result)
        show(result.row())
        fine += not result.wrong(plan)
        if fine == plan.enough:
            return []
    if not results:
        return [f"{name}: it could not be tried on this machine"]
    show(("= the median", *median(results).row()[1:]))
    return median(results).wrong(plan)


def main(words: list[str]) -> int:
    plan = BRIEF if "--brief" in words else WHOLE
    left_out = UNREACHED if plan is BRIEF else {}
    names = [word for word in words if word in ATTACKS] or [name for name in ATTACKS if name not in left_out]
    show(HEADING)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        prepared = Path(directory) / "prepared.db"
        code = make_long_game(prepared)
        for name in names:
            wrong += judge(name, plan, prepared, code, Path(directory))
    print(*(f"NOT JUDGED, not reached yet: {name}: {why}" for name, why in left_out.items()), sep="\n")
    print(*(f"WRONG: {sentence}" for sentence in wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
