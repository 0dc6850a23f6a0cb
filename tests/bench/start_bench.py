"""How soon somebody at home sees the board: from the start of the process to the first screen of `parlour play mille`;
and how soon `parlour admin` has given an order.

    python -m tests.bench start

Each time in a new process with a terminal of its own and an empty journal on the disk; then with that journal again.
The floors are Python alone, and Python with the libraries that no player can do without.
"""

from __future__ import annotations

import fcntl
import os
import pty
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median

from tests.bench.figures import heading, table, times

RUNS = 7
AT_TABLE = b"Pick a card"
"""What stands on the board when it is the player's turn."""
PATIENCE = 20.0
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Where what was compiled once is kept, as it is where people play."""
LIBRARIES_FLOOR, ALONE_FLOOR = "floor: Python and the libraries", "floor: Python alone"
LIBRARIES = "import attrs, trio, msgspec, sqlite3, click, prompt_toolkit"


def run(directory: Path) -> None:
    """Print the figures."""
    heading(
        f"first screen of parlour play mille, {RUNS} runs",
        "250 ms, and 1.4 times Python with the libraries; --help in twice Python alone",
    )
    with tempfile.TemporaryDirectory(dir=directory) as place:
        home, numbers = Path(place), count()
        cases: dict[str, Callable[[], object]] = {
            "parlour play mille, a new journal": lambda: first_screen(home, f"{next(numbers)}.db"),
            "parlour play mille, a journal with games": lambda: first_screen(home, "0.db"),
            "parlour list": lambda: finished("-m", "frontends", "--journal", f"sqlite:{home / '0.db'}", "list"),
            "parlour stats": lambda: finished("-m", "frontends", "--journal", f"sqlite:{home / '0.db'}", "stats"),
            "parlour admin who, to where no house is": lambda: ordered(home / "none.db"),
            "parlour --help": lambda: finished("-m", "frontends", "--help"),
            LIBRARIES_FLOOR: lambda: finished("-c", LIBRARIES),
            ALONE_FLOOR: lambda: finished("-c", "pass"),
        }
        shown: dict[str, list[tuple[float, float]]] = {name: [] for name in cases}
        for _ in range(RUNS):  # In turns, because others may share the machine.
            for name, case in cases.items():
                shown[name].append(spent_on(case))
    processor = {name: median(taken for _, taken in spent) for name, spent in shown.items()}
    rows = [
        (name, f"{1e3 * median(took for took, _ in spent):.0f}", f"{1e3 * min(spent)[0]:.0f}",
         f"{1e3 * processor[name]:.0f}", times(processor[name], processor[LIBRARIES_FLOOR]),
         times(processor[name], processor[ALONE_FLOOR]))
        for name, spent in shown.items()
    ]  # fmt: skip
    table(("", "ms at the median", "at least", "ms processor", "of the libraries", "of Python alone"), rows)


def spent_on(case: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and seconds of the processor, of the processes that a case starts."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    case()
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def finished(*words: str) -> None:
    """Run Python from its start to its end."""
    subprocess.run((sys.executable, *words), check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)


def ordered(journal: Path) -> None:
    """Wait until an operator hears that no house is there; one that is there answers in a millisecond."""
    command = (sys.executable, "-m", "frontends", "--journal", f"sqlite:{journal}", "admin", "who")
    assert subprocess.run(command, env=ENVIRONMENT, capture_output=True).returncode == 1


def first_screen(home: Path, journal: str) -> None:
    """Wait until the board stands."""
    began = time.perf_counter()
    with in_terminal("play", "mille", "--journal", f"sqlite:{home / journal}", home=home) as (_, screen):
        while AT_TABLE not in screen.read_bytes():
            assert time.perf_counter() < began + PATIENCE, "no board came"
            time.sleep(0.001)


@contextmanager
def in_terminal(*words: str, home: Path) -> Iterator[tuple[int, Path]]:
    """A command of `parlour` in a terminal of its own: its process, and a file with what it shows."""
    command, shown = (sys.executable, "-m", "frontends", *words), home / "shown"
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, {**ENVIRONMENT, "TERM": "xterm-256color", "HOME": str(home)})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with shown.open("wb") as file:
        reader = subprocess.Popen(("cat",), stdin=terminal, stdout=file, stderr=subprocess.DEVNULL)
        try:
            yield pid, shown
        finally:
            os.kill(pid, signal.SIGTERM)
            os.waitpid(pid, 0)
            os.close(terminal)
            reader.kill()
            reader.wait()
