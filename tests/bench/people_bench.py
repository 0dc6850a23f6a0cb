"""A house of people over real sockets: each at mille against the computer, thinking between moves.

    python -m tests.bench.people_bench [PEOPLE [SECONDS]]

The house has one core and the crowd another. A third of the moves are refused by the rules. The time goes from sending
a line to the first byte of its answer. The floor is a bare loop in Python on the house's core, which answers the same
crowd with as many bytes and knows no games: what the machine, its neighbours and the crowd itself add.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs

from tests.bench.figures import heading, quantile, table
from tests.bench.house_bench import our_house
from tests.bench.visitors import House, allow_descriptors, house

PEOPLE = (300, 600, 1000)
SECONDS = 60.0
ANSWER = 400
"""Bytes of an answer of the floor: about what a move brings in line mode."""


@attrs.frozen
class Day:
    """What the crowd saw in the time that was measured."""

    people: int
    waits: tuple[float, ...]
    """Milliseconds for each line."""
    refused: float
    """The share of lines that were refused."""
    processor: float
    """The share of a core that the house's process used."""
    grown: int
    """Bytes by which the house's memory grew."""
    seconds: float
    """That were measured."""

    def cells(self) -> tuple[str, ...]:
        p50, p99, worst = (f"{quantile(self.waits, part):.1f}" for part in (0.5, 0.99, 1.0))
        grown = f"{self.grown / len(self.waits) / 1024:.1f}"
        return f"{len(self.waits):,}", f"{self.refused:.0%}", p50, p99, worst, f"{self.processor:.0%}", grown


def run(directory: Path, people: Sequence[int] = PEOPLE, seconds: float = SECONDS) -> None:
    """Print the figures."""
    allow_descriptors()
    heading(
        f"people at mille against the computer, 1 to 3 s of thought, a third of the moves refused, {seconds:.0f} s",
        "1,000 people on one core: p99 under 50 ms, worst under 300 ms",
    )
    rows = []
    for count in people:
        with tempfile.TemporaryDirectory(dir=directory) as place, on_core(HOUSE), our_house(Path(place)) as ours:
            day = spent(ours, count, seconds, "mille")
        with on_core(HOUSE), house("tests.bench.bare_house", str(ANSWER), "0") as bare:
            floor = spent(bare, count, min(seconds, 10.0), "nothing")
        rows += [(f"{count:,} people", *day.cells()), ("  floor: bare loop", *floor.cells())]
    table(("", "lines", "refused", "p50 ms", "p99 ms", "worst ms", "of the core", "KiB/line"), rows)


HOUSE, CROWD = min(os.sched_getaffinity(0)), max(os.sched_getaffinity(0))
"""The cores of the house and of the crowd; the same where there is but one."""


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started in this block stays on one core with all its threads."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def spent(place: House, people: int, seconds: float, game: str, meanwhile: Callable[[], object] = lambda: None) -> Day:
    """Let a crowd in and listen to it; `meanwhile` is called when they play."""
    command = (sys.executable, "-m", "tests.bench.crowd", str(place.port), str(people), str(seconds), game)
    with on_core(CROWD):
        crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert crowd.stdout
    try:
        assert crowd.stdout.readline() == "begin\n", "the crowd did not come in"
        began, used, held = time.perf_counter(), place.processor(), place.memory()
        meanwhile()
        saw = json.loads(crowd.stdout.readline())
        passed, grown = time.perf_counter() - began, place.memory() - held
        share = (place.processor() - used) / passed
    finally:
        crowd.terminate()
        crowd.wait()
    return Day(people, tuple(saw["waits"]), saw["refused"], share, grown, passed)


if __name__ == "__main__":
    chosen = [int(word) for word in sys.argv[1:2]] or PEOPLE
    with tempfile.TemporaryDirectory() as somewhere:
        run(Path(somewhere), chosen, float(sys.argv[2]) if sys.argv[2:] else SECONDS)
