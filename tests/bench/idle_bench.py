"""What it costs that nobody does anything: an idle `parlour play`, and a house with visitors who sit and think.

    python -m tests.bench idle

Counted is the time of all threads of the process, and of its children if it has any, by the scheduler's own clock.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import attrs

from tests.bench.figures import heading, table
from tests.bench.house_bench import our_house
from tests.bench.start_bench import AT_TABLE, in_terminal
from tests.bench.visitors import Visitor, allow_descriptors, children, drain_all, drain_until_quiet, enter, house

SECONDS = 20.0
SETTLED = 12.0
"""Seconds until nothing goes on any more that the beginning caused: idle threads end after ten."""
VISITORS = 100


def run(directory: Path, seconds: float = SECONDS) -> None:
    """Print the figures."""
    allow_descriptors()
    heading(f"idle for {seconds:.0f} s", "less than 0.1 % of a core")
    with tempfile.TemporaryDirectory(dir=directory) as place:
        rows = [
            ("parlour play mille, in a terminal", *at_home(Path(place), seconds)),
            (f"a house with {VISITORS} visitors at tables", *visited(Path(place), seconds)),
            (f"floor: a bare loop with {VISITORS} visitors", *bare(seconds)),
        ]
    table(("", "of a core", "awake/s", "who woke up, times/s"), rows)


@attrs.frozen
class Count:
    """What the threads of a process have done so far."""

    spent: dict[str, int]
    """Nanoseconds on a processor, by thread."""
    woken: dict[str, int]
    """How often each gave up the processor by itself: about as often it was woken."""


def counted(pid: int) -> Count:
    """All threads of a process and of its children."""
    count = Count({}, {})
    for process in (pid, *children(pid)):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(FileNotFoundError):  # it has just ended
                status = (thread / "status").read_text()
                fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
                name = f"{fields['Name'].strip()} {thread.name}"
                count.spent[name] = int((thread / "schedstat").read_text().split()[0])
                count.woken[name] = int(fields["voluntary_ctxt_switches"])
    return count


def idle(pid: int, seconds: float) -> tuple[str, ...]:
    """The share of a core while nothing happens, and who woke up."""
    time.sleep(SETTLED)
    before, began = counted(pid), time.perf_counter()
    time.sleep(seconds)
    after, passed = counted(pid), time.perf_counter() - began
    spent = sum(after.spent.values()) - sum(before.spent.get(name, 0) for name in after.spent)
    woken = {name: (count - before.woken.get(name, 0)) / passed for name, count in after.woken.items()}
    busiest = sorted(woken.items(), key=lambda item: -item[1])[:3]
    who = ", ".join(f"{name.rpartition(' ')[0]} {often:.1f}" for name, often in busiest if often > 0)
    return f"{spent / 1e9 / passed:.3%}", f"{sum(woken.values()):.1f}", who or "nobody"


def at_home(place: Path, seconds: float) -> tuple[str, ...]:
    """Somebody alone at a terminal, who does nothing."""
    with in_terminal("play", "mille", "--journal", f"sqlite:{place / 'home.db'}", home=place) as (pid, screen):
        figures = idle(pid, seconds)
        assert AT_TABLE in screen.read_bytes(), "nobody plays"
        return figures


def visited(place: Path, seconds: float) -> tuple[str, ...]:
    """People at tables of mille against the computer, who all think."""
    with our_house(place) as ours, ExitStack() as visits:
        visitors = [enter(ours.port, number, f"P{number}") for number in range(VISITORS)]
        for visitor in visitors:
            visits.callback(visitor.close)
            visitor.ask("new mille", "\x1b[")
        drain_until_quiet(visitors)
        figures = idle(ours.pid, seconds)
        assert not drain_all(visitors), "something happened"
        for visitor in visitors:
            visitor.send("p")
            visitor.wait()
        return figures


def bare(seconds: float) -> tuple[str, ...]:
    """The floor."""
    with house("tests.bench.bare_house", "60", "200") as opened, ExitStack() as visits:
        for number in range(VISITORS):
            visits.callback(Visitor(opened.port, number).close)
        return idle(opened.pid, seconds)
