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
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.bench.figures import heading, table

RUNS = 7
AT_TABLE = b"Pick a card"
"""What stands on the board when it is the player's turn."""
PATIENCE = 20.0
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Where what was compiled once is kept, as it is where people play."""
LIBRARIES = "import attrs, trio, msgspec, sqlite3, click, prompt_toolkit"


def run(directory: Path) -> None:
    """Print the figures."""
    heading(f"first screen of parlour play mille, {RUNS} runs", "250 ms")
    with tempfile.TemporaryDirectory(dir=directory) as place:
        home = Path(place)
        shown = [
            ("parlour play mille, a new journal", [first_screen(home, f"{number}.db") for number in range(RUNS)]),
            ("parlour play mille, a journal with games", [first_screen(home, "0.db") for _ in range(RUNS)]),
            ("parlour admin who, to where no house is", [ordered(home / "none.db") for _ in range(RUNS)]),
            ("floor: Python and the libraries", [finished("-c", LIBRARIES) for _ in range(RUNS)]),
            ("floor: Python alone", [finished("-c", "pass") for _ in range(RUNS)]),
        ]
    rows = [(name, *(f"{1e3 * figure:.0f}" for figure in (median(spent), min(spent)))) for name, spent in shown]
    table(("", "ms at the median", "at least"), rows)


def finished(*words: str) -> float:
    """Seconds that Python takes from its start to its end."""
    began = time.perf_counter()
    subprocess.run((sys.executable, *words), check=True, env=ENVIRONMENT)
    return time.perf_counter() - began


def ordered(journal: Path) -> float:
    """Seconds until an operator hears that no house is there; one that is there answers in a millisecond."""
    began = time.perf_counter()
    command = (sys.executable, "-m", "frontends", "--journal", f"sqlite:{journal}", "admin", "who")
    assert subprocess.run(command, env=ENVIRONMENT, capture_output=True).returncode == 1
    return time.perf_counter() - began


def first_screen(home: Path, journal: str) -> float:
    """Seconds until the board stands."""
    began = time.perf_counter()
    with in_terminal("play", "mille", "--journal", f"sqlite:{home / journal}", home=home) as (_, screen):
        while AT_TABLE not in screen.read_bytes():
            assert time.perf_counter() < began + PATIENCE, "no board came"
            time.sleep(0.001)
        return time.perf_counter() - began


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
