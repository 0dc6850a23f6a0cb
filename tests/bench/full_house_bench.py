"""A full house beside one of another commit, in turns: what a line of play costs.

    python -m tests.bench.full_house_bench REV [--people N] [--pairs N] [--seconds S] [--most RATIO]

Both houses are opened one after the other in the same minutes, with the same interpreter and on the same core: A B, B A
and so on. In each, people play mille against the computer in line mode over bare connections, with 0.3 to 1 s of
thought, a third of the moves refused, and somebody watches each fourth table. What counts is the processor that the
house and all processes it started use for each line. With --most the exit status is 1 when a line costs more than RATIO
times as much as in REV, by the lower end of the interval: a commit that costs 15 % more is found, and noise is not.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median, stdev

import attrs

from tests.bench.figures import heading, quantile, table
from tests.bench.people_bench import HOUSE, Day, on_core, spent
from tests.bench.visitors import House, allow_descriptors, opened_by

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
sources, installed = sys.argv.pop(1), sys.argv.pop(1)
sys.path[:] = [sources, *(path for path in sys.path if path not in ("", installed))]
from frontends.__main__ import main
main()
"""
"""Runs the sources of a folder, in the place of those that are installed here."""
T95 = {1: 12.7, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31}
"""Student's t for an interval of 95 %, by degrees of freedom."""


@contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """The sources of a commit, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(("git", "worktree", "add", "--detach", "--quiet", folder, revision), cwd=ROOT, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(("git", "worktree", "remove", "--force", folder), cwd=ROOT, check=True)


@contextmanager
def house_of(sources: Path) -> Iterator[House]:
    """The house of these sources on a journal of its own, on the core for houses."""
    with tempfile.TemporaryDirectory() as folder, on_core(HOUSE):
        options = ("serve", "--telnet", "127.0.0.1:0", "--journal", f"sqlite:{folder}/house.db")
        with opened_by(sys.executable, "-P", "-c", PROGRAM, str(sources), str(ROOT), *options) as house:
            yield house


def cost(day: Day) -> float:
    """Milliseconds of the processor for each line."""
    return 1e3 * day.processor * day.seconds / len(day.waits)


@attrs.frozen
class Comparison:
    """How much more something costs than another, over all pairs."""

    ratio: float
    low: float
    high: float
    """The ends of the interval of 95 %."""


def compared(pairs: list[tuple[float, float]]) -> Comparison:
    """How many times as much the first of each pair is as the second: the geometric mean."""
    logs = [math.log(ours / other) for ours, other in pairs]
    middle = mean(logs)
    wide = T95[len(logs) - 1] * stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    return Comparison(math.exp(middle), math.exp(middle - wide), math.exp(middle + wide))


def measure(other: Path, people: int, pairs: int, seconds: float) -> Comparison:
    """Print the figures of both."""
    days: dict[Path, list[Day]] = {ROOT: [], other: []}
    for number in range(pairs):
        for sources in (ROOT, other)[:: -1 if number % 2 else 1]:
            with house_of(sources) as house:
                days[sources].append(spent(house, people, seconds, "watched mille"))
    rows = []
    for name, those in zip(("this one", "the other"), days.values(), strict=True):
        waits = [[quantile(day.waits, part) for day in those] for part in (0.5, 0.99, 1.0)]
        rate = median(len(day.waits) / day.seconds for day in those)
        each, core = median(map(cost, those)), median(day.processor for day in those)
        rows.append((name, f"{rate:.0f}", *(f"{median(part):.1f}" for part in waits), f"{core:.0%}", f"{each:.2f}"))
    table(("", "lines/s", "p50 ms", "p99 ms", "worst ms", "of the core", "ms of processor a line"), rows)
    found = compared(list(zip(map(cost, days[ROOT]), map(cost, days[other]), strict=True)))
    print(f"  a line costs {found.ratio:.2f} times as much ({found.low:.2f} to {found.high:.2f})")
    return found


def main(words: list[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser()
    parser.add_argument("revision")
    parser.add_argument("--people", type=int, default=150)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--most", type=float, default=math.inf)
    chosen = parser.parse_args(words)
    allow_descriptors()
    with sources_of(chosen.revision) as other:
        heading(f"a house of {chosen.people} at mille, this one and {chosen.revision}, {chosen.pairs} pairs in turns")
        return int(measure(other, chosen.people, chosen.pairs, chosen.seconds).low > chosen.most)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
