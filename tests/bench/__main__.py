"""Every figure beside its floor, measured in the same run: `python -m tests.bench [PART ...]`.

Parts are measured one after the other. All together take some ten minutes on two cores; a part's own module measures
more of what takes longest (`python -m tests.bench.people_bench`, `python -m tests.bench.strength_bench`).
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import attrs


@attrs.frozen
class Part:
    """What can be measured by itself."""

    what: str
    goals: tuple[str, ...]
    """Those that its module does not name itself."""
    module: str
    run: Callable[..., None]
    """Of the module's own `run` and a directory on the disk where journals lie."""


PARTS = {
    "journal": Part(
        "The journal: durable appends",
        ("512 clients at once reach half of what SQLite does with 512 rows a commit",),
        "journal_bench",
        lambda run, directory: run(directory),
    ),
    "nats": Part(
        "The journal on NATS JetStream",
        (),
        "nats_bench",
        lambda run, directory: run(directory),
    ),
    "service": Part(
        "The service: replaying, opening, playing",
        (),
        "service_bench",
        lambda run, directory: run(directory),
    ),
    "growth": Part(
        "A move as the house grows: other tables, long games, those who look on",
        (),
        "growth_bench",
        lambda run, _: run(),
    ),
    "log": Part(
        "The public log",
        (),
        "public_log_bench",
        lambda run, directory: run(directory),
    ),
    "catalogue": Part(
        "Lists and statistics as the journal grows",
        (),
        "catalogue_bench",
        lambda run, directory: run(directory),
    ),
    "talk": Part(
        "Talk at a table, and what it costs the game",
        (),
        "talk_bench",
        lambda run, directory: run(directory),
    ),
    "two_houses": Part(
        "Two houses on one journal, with the same seat open in both",
        ("no move doubled, no session ended",),
        "two_houses_bench",
        lambda run, directory: run(directory),
    ),
    "start": Part(
        "The first screen at home",
        (),
        "start_bench",
        lambda run, directory: run(directory),
    ),
    "idle": Part(
        "When nobody does anything",
        (),
        "idle_bench",
        lambda run, directory: run(directory),
    ),
    "people": Part(
        "A house full of people over real sockets",
        (),
        "people_bench",
        lambda run, directory: run(directory, people=(300, 1000), seconds=15.0),
    ),
    "evening": Part(
        "What a house of 500 people costs: quiet, at play, and to somebody who comes in",
        (),
        "evening_bench",
        lambda run, directory: run(directory),
    ),
    "path": Part(
        "The way of a key: files and functions it passes",
        (),
        "path_bench",
        lambda run, _: run(),
    ),
    "house": Part(
        "The telnet house over real sockets",
        (),
        "house_bench",
        lambda run, _: run(),
    ),
    "paint": Part(
        "Painting screens",
        ("a change costs a tenth of the bytes of a whole screen",),
        "paint_bench",
        lambda run, _: run(),
    ),
    "strength": Part(
        "How strong our computer players are: duels on paired deals, the first to beat the second",
        (
            "mille: strong has 53 % against normal, and greed has less than 67 against classic, as against the program",
            "El-Ixir: strong has 62 % against normal, normal 75 % against easy, which is greed",
        ),
        "strength_bench",
        lambda run, _: run(),
    ),
    "elixir": Part(
        "How fast the computer players of El-Ixir are",
        ("a move of the normal one within 300 ms, of the strong one within 1 s",),
        "elixir_bench",
        lambda run, _: run({"normal": 6, "strong": 1}),
    ),
    "answers": Part(
        "Somebody's wait for the computer at El-Ixir beside 50 demonstrations",
        ("an answer within 300 ms",),
        "answers_bench",
        lambda run, _: run(),
    ),
    "terrace": Part(
        "The computer player and the solver of Terrace and its variants",
        ("more games won than by the plain player of the rules sheet",),
        "terrace_bench",
        lambda run, _: run(6),
    ),
    "terrace_hints": Part(
        "Deals of Terrace played by hints alone",
        ("70.8 % of 500 deals won", "a hint within 300 ms"),
        "terrace_hints_bench",
        lambda run, _: run(601, 640),
    ),
    "programs": Part(
        "A program beside somebody at telnet",
        (),
        "programs_bench",
        lambda run, directory: run(directory),
    ),
    "states": Part(
        "The states that a program is sent, over whole games",
        (),
        "states_bench",
        lambda run, _: run(),
    ),
    "moves": Part(
        "Listing the legal moves, as for a program after each move",
        ("Pileon's within 30 us",),
        "moves_bench",
        lambda run, _: run(),
    ),
    "pileon": Part(
        "The solver and the computer player of Pileon",
        ("98.9 % of deals can be won", "a deal judged in 10 ms at the median and 1.5 s at most"),
        "pileon_bench",
        lambda run, _: run(),
    ),
}  # fmt: skip


def main(names: list[str]) -> int:
    """Measure the named parts, or all. Returns: what the command line exits with."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; choose {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        for name in names or PARTS:
            measure(name, PARTS[name], Path(directory))
    print(f"\nAll of this took {time.perf_counter() - began:.0f} s.")
    return 0


def measure(name: str, part: Part, directory: Path) -> None:
    """Measure a part under its heading."""
    print(f"\n== {name}: {part.what}", *(f"   goal: {goal}" for goal in part.goals), sep="\n", flush=True)
    began = time.perf_counter()
    part.run(import_module(f"tests.bench.{part.module}").run, directory)
    print(f"   ({name}: {time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
