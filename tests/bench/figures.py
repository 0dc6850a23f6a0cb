"""How figures are taken and shown: each beside the floor that was measured in the same run."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

RUNS = 3
"""How often a figure is taken."""


def heading(title: str, *goals: str) -> None:
    """Begin a part or a table."""
    print(f"\n{title}")
    for goal in goals:
        print(f"  goal: {goal}")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under a head, the first column to the left and figures to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for name, *cells in lines:
        shown = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        print(f"  {name.ljust(widths[0])}  {shown}".rstrip())


def per_second(count: float, seconds: float) -> str:
    """A rate without decimals."""
    return f"{count / seconds:,.0f}"


def share(figure: float, floor: float) -> str:
    """How much of the floor is reached, both as rates."""
    return f"{figure / floor:.0%}"


def times(cost: float, floor: float) -> str:
    """How many times the floor something costs, both as costs."""
    return f"{cost / floor:.1f}x"


def least_cpu(work: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of this process's time that work takes, with all its threads: the least of some runs.

    Time of the processor, because others may share the machine.
    """
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


async def least_cpu_async(work: Callable[[], Awaitable[object]], runs: int = RUNS) -> float:
    """The same for work that waits in between."""
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        await work()
        best = min(best, time.process_time() - began)
    return best


def quantile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Median and the 99th of a hundred."""
    return f"{median(values):.{digits}f} / {quantile(values, 0.99):.{digits}f}"
