"""Attacks on a real house, each beside healthy players whose moves are measured: a table, and what is not as it must.

    python -m tests.hostile [--brief] [NAME ...]

For each attack a house is opened. Two people play mille over real sockets, and newcomers come in; they are measured for
a while in peace, then while it is attacked, then it is to have its memory back, and at last it is attacked once more
and told to end. The exit status is 1 if anything is not as it must be.

With --brief, as in CI, each attack is shorter, and the limits of time are twenty times as long: on a machine that does
other things, too, 50 ms cannot be told apart from its own pauses, but a house that stands still can.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import attrs

from tests.hostile.attacks import ATTACKS
from tests.hostile.house import House, house
from tests.hostile.long_game import make_long_game
from tests.hostile.player import SILENT

AFTERWARDS = 1.2
"""Seconds for memory to come back."""
MOST_LATER, MOST_WAIT = 50.0, 1000.0
"""Milliseconds: p99 of the healthy more than in peace; a newcomer's wait for each answer."""
MOST_THOUGHT = 5000.0
"""Milliseconds that a computer player who thinks in a worker may take; in peace it takes some hundred."""
MOST_MEMORY = 32 << 20
MOST_JOURNAL = 1 << 20
"""Bytes a minute for any one visitor."""
MOST_OBEYING = 2.0
"""Seconds from SIGTERM to the end."""
HEADING = ("attack", "p99 in peace", "p99", "newcomers", "computer", "memory", "journal", "SIGTERM", "processor")


@attrs.frozen
class Plan:
    """How long an attack is, and how patiently times are judged."""

    peace: float = 1.5
    """Seconds before it."""
    war: float = 4.0
    """Seconds of it."""
    patience: float = 1.0
    """By how much the limits of time are multiplied."""
    tries: int = 2
    """A machine has other things to do, so what looks wrong is tried again before it is said."""


WHOLE, BRIEF = Plan(), Plan(peace=0.7, war=3.0, patience=20.0, tries=3)


@attrs.frozen
class Result:
    """What was seen of one attack."""

    name: str
    peace: float
    p99: float
    """Milliseconds."""
    newcomers: float
    """The longest wait, in milliseconds."""
    computer: float
    """The longest wait for a computer player, in milliseconds."""
    memory: int
    journal: float
    """Bytes a minute of one visitor."""
    obeying: float
    processor: float
    """Share of one processor that the house computed meanwhile."""
    faults: tuple[str, ...]

    def wrong(self, patience: float) -> list[str]:
        """What is not as it must be, in sentences."""
        checks = {
            f"p99 is {self.p99:.0f} ms, {self.peace:.0f} ms in peace": self.p99 - self.peace > MOST_LATER * patience,
            f"a newcomer waited {self.newcomers:.0f} ms": self.newcomers > MOST_WAIT * patience,
            f"the computer was silent for {self.computer / 1e3:.1f} s": (
                self.computer > min(MOST_THOUGHT * patience, 1e3 * SILENT)
            ),
            f"{self.memory >> 20} MB of memory did not come back": self.memory > MOST_MEMORY,
            f"{self.journal / 1e6:.1f} MB of journal a minute for a visitor": self.journal > MOST_JOURNAL,
            f"SIGTERM was obeyed after {self.obeying:.1f} s": self.obeying > MOST_OBEYING * patience,
        }
        return [f"{self.name}: {what}" for what, is_wrong in checks.items() if is_wrong] + list(self.faults)

    def row(self) -> tuple[str, ...]:
        return (
            self.name, f"{self.peace:.0f} ms", f"{self.p99:.0f} ms", f"{self.newcomers:.0f} ms",
            f"{self.computer:.0f} ms",
            f"{self.memory / (1 << 20):+.0f} MB", f"{self.journal / 1e3:.0f} KB/min", f"{self.obeying:.2f} s",
            f"{100 * self.processor:.0f} %",
        )  # fmt: skip


def p99(waits: list[float]) -> float:
    """The wait that one of a hundred exceeds; infinite when nobody could do anything for which to wait."""
    return sorted(waits)[int(0.99 * (len(waits) - 1))] if waits else float("inf")


@contextmanager
def attacked(name: str, *target: object, log: Path, faults: list[str]) -> Iterator[None]:
    """Have an attack go on in a process of its own as long as the block lasts; that it ended before is a fault."""
    command = (sys.executable, "-m", "tests.hostile.attacks", name, *map(str, target))
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file)
    assert process.stdout is not None
    try:
        if not process.stdout.readline():
            process.wait()  # It ends without having begun.
        yield
        if process.poll() is not None:
            faults.append(f"{name}: the attack ended by itself: {log.read_text()[-2000:]}")
    finally:
        process.kill()
        process.communicate()


def try_out(name: str, plan: Plan, prepared: Path, code: str, directory: Path, number: int) -> Result:
    """One attack on a house of its own."""
    journal = directory / f"{name}{number}.db"
    shutil.copy(prepared, journal)
    with house(journal, directory / f"{name}.log") as target:
        healthy = subprocess.Popen(
            (sys.executable, "-m", "tests.hostile.player", str(target.port)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert healthy.stdout is not None
        try:
            own = healthy.stdout.readline().split()
            return _attacked(name, plan, target, healthy, own, code)
        finally:
            healthy.kill()
            healthy.communicate()


def _attacked(
    name: str, plan: Plan, target: House, healthy: subprocess.Popen[str], own: list[str], code: str
) -> Result:
    faults: list[str] = []
    attack = partial(
        attacked, name, target.port, target.tls_port, own[0], code,
        log=target.journal.with_suffix(".attack"), faults=faults,
    )  # fmt: skip
    time.sleep(plan.peace)
    memory, journal, computed = target.memory(), target.journaled(), target.processor()
    began = time.monotonic()
    with attack():
        time.sleep(plan.war)
        ended = time.monotonic()
        grown = target.journaled() - journal
        computed = target.processor() - computed
    time.sleep(AFTERWARDS)
    kept = target.memory() - memory
    heard, _ = healthy.communicate("\n", timeout=30)
    seen = json.loads(heard)
    for table in seen["tables"]:
        del grown[f"table/{table}"]
    with attack():
        time.sleep(1.5)
        obeying = target.obey()
    moves = seen["moves"]
    waits = [wait for key in ("greeted", "welcomed") for at, wait in seen[key] if began <= at <= ended]
    return Result(
        name,
        p99([wait for at, wait in moves if at < began]),
        p99([wait for at, wait in moves if began <= at <= ended]),
        max(waits, default=float("inf")),
        max((wait for at, wait in seen["answered"] if at >= began - MOST_THOUGHT / 1e3), default=float("inf")),
        kept,
        sum(grown.values()) / ATTACKS[name].visitors * 60 / (ended - began),
        obeying,
        computed / (ended - began),
        tuple(dict.fromkeys([*faults, *seen["faults"]])),
    )


def main(words: list[str]) -> int:
    plan = BRIEF if "--brief" in words else WHOLE
    names = [word for word in words if word in ATTACKS] or list(ATTACKS)
    print(*(f"{title:>13}" for title in HEADING), flush=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        prepared = Path(directory) / "prepared.db"
        code = make_long_game(prepared)
        for name in names:
            for number in range(plan.tries):
                result = try_out(name, plan, prepared, code, Path(directory), number)
                print(*(f"{cell:>13}" for cell in result.row()), flush=True)
                if not (found := result.wrong(plan.patience)):
                    break
            else:
                wrong += found
    print(*(f"WRONG: {sentence}" for sentence in wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
