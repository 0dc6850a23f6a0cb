"""What a house of 500 people costs: in a quiet minute, and when all of them play.

    python -m tests.bench evening

First 500 people with terminals of 80x24 sit at boards of mille and think; then as many others play against the
computer in line mode, with 1 to 3 s of thought and a third of the moves refused. The house has one core. Both times
somebody more comes in and asks who is there, and what is played. The floor is the bare loop of `people_bench`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from tests.bench.figures import heading, quantile, table
from tests.bench.house_bench import our_house
from tests.bench.idle_bench import idle
from tests.bench.people_bench import ANSWER, HOUSE, Day, on_core, spent
from tests.bench.visitors import House, allow_descriptors, drain_until_quiet, enter, house

PEOPLE = 500
SECONDS = 60.0
QUESTIONS = 40
"""How often each is asked by the newcomer."""
QUIET = 0.01
"""Seconds of the processor in each second, below which a house is done with those who have gone."""
PAUSE = 0.25
"""Seconds between two of the newcomer's questions."""
NEWCOMER = 900
"""The number of the newcomer, whose address is nobody else's."""


def run(directory: Path, people: int = PEOPLE, seconds: float = SECONDS) -> None:
    """Print the figures."""
    allow_descriptors()
    heading(f"a house of {people:,} people on one core, {seconds:.0f} s quiet and {seconds:.0f} s at play")
    with tempfile.TemporaryDirectory(dir=directory) as place, on_core(HOUSE), our_house(Path(place)) as ours:
        rows = [*quiet(ours, people, seconds), *at_play(ours, people, seconds)]
    with on_core(HOUSE), house("tests.bench.bare_house", str(ANSWER), "0") as bare:
        rows += [("floor: a bare loop at play", *of_day(spent(bare, people, min(seconds, 10.0), "nothing")))]
    table(("", "figure", "and"), rows)


def quiet(ours: House, people: int, seconds: float) -> list[tuple[str, ...]]:
    """What people cost who sit at boards and think."""
    empty = ours.memory()
    with ExitStack() as visits:
        visitors = [enter(ours.port, number, f"P{number}") for number in range(people)]
        for visitor in visitors:
            visits.callback(visitor.close)
            visitor.ask("new mille", "\x1b[")
        drain_until_quiet(visitors)
        share, woken, _ = idle(ours.pid, seconds)
        held = ours.memory()
        asked = questions(ours, "Newcomer")
    drain_until_gone(ours)
    return [
        ("memory of the house, at boards", f"{held / 2**20:.0f} MiB", f"{(held - empty) / people / 1024:.0f} KiB each"),
        ("processor when all is quiet", share, f"awake {woken} times/s"),
        *of_questions("quiet", asked),
    ]


def at_play(ours: House, people: int, seconds: float) -> list[tuple[str, ...]]:
    """What they cost who play, and what a newcomer waits for meanwhile."""
    asked: dict[str, list[float]] = {}
    day = spent(ours, people, seconds, "mille", lambda: asked.update(questions(ours, "Latecomer")))
    return [
        ("processor and moves at play", *of_day(day)),
        ("a move at play, p50 and p99", *(f"{quantile(day.waits, part):.1f} ms" for part in (0.5, 0.99))),
        *of_questions("at play", asked),
    ]


def of_day(day: Day) -> tuple[str, str]:
    return f"{day.processor:.0%}", f"{len(day.waits):,} moves, p99 {quantile(day.waits, 0.99):.1f} ms"


def of_questions(when: str, asked: dict[str, list[float]]) -> list[tuple[str, ...]]:
    return [
        (f"a newcomer's {line}, {when}, p50 and worst", f"{quantile(waits, 0.5):.1f} ms", f"{max(waits):.1f} ms")
        for line, waits in asked.items()
    ]


def questions(ours: House, name: str) -> dict[str, list[float]]:
    """Milliseconds that a newcomer waits for each answer, until its last words are there."""
    with closing(enter(ours.port, NEWCOMER, name)) as newcomer:
        return {line: timed(partial(newcomer.ask, line, f"For more: {line} 2")) for line in ("who", "list")}


def timed(ask: Callable[[], object]) -> list[float]:
    waits = []
    for _ in range(QUESTIONS):
        time.sleep(PAUSE)
        began = time.perf_counter()
        ask()
        waits.append(1e3 * (time.perf_counter() - began))
    return waits


def drain_until_gone(ours: House) -> None:
    """Wait until the house has seen that those have gone who were there."""
    before = -1.0
    while (now := ours.processor()) > before + QUIET:
        before = now
        time.sleep(1.0)
