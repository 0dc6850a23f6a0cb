"""Attacks on a real house, each beside healthy players whose moves are measured: a table, and what is not as it must.

    python -m tests.hostile [NAME ...]

For each attack a house is opened. Two people play mille over real sockets, and newcomers come in; they are measured for
a while in peace, then while it is attacked, then it is to have its memory back, and at last it is attacked once more
and told to end. The exit status is 1 if anything is not as it must be.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attrs

from tests.hostile.attacks import ATTACKS, VISITORS
from tests.hostile.house import House, house
from tests.hostile.long_game import make_long_game

PEACE, WAR, AFTERWARDS = 1.5, 4.0, 1.2
"""Seconds: before the attack, of it, and for memory to come back."""
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

    def wrong(self) -> list[str]:
        """What is not as it must be, in sentences."""
        checks = {
            f"p99 is {self.p99:.0f} ms, {self.peace:.0f} ms in peace": self.p99 - self.peace > MOST_LATER,
            f"a newcomer waited {self.newcomers:.0f} ms": self.newcomers > MOST_WAIT,
            f"the computer was silent for {self.computer / 1e3:.1f} s": self.computer > MOST_THOUGHT,
            f"{self.memory >> 20} MB of memory did not come back": self.memory > MOST_MEMORY,
            f"{self.journal / 1e6:.1f} MB of journal a minute for a visitor": self.journal > MOST_JOURNAL,
            f"SIGTERM was obeyed after {self.obeying:.1f} s": self.obeying > MOST_OBEYING,
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
    """The wait that one of a hundred exceeds."""
    return sorted(waits)[int(0.99 * (len(waits) - 1))] if waits else float("inf")


class Foes:
    """An attack in a process of its own."""

    def __init__(self, name: str, port: int, table: str, code: str, seconds: float) -> None:
        command = (sys.executable, "-P", "-m", "tests.hostile.attacks", name, str(port), str(seconds), table, code)
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def try_out(name: str, prepared: Path, code: str, directory: Path, number: int) -> Result:
    """One attack on a house of its own."""
    journal = directory / f"{name}{number}.db"
    shutil.copy(prepared, journal)
    with house(journal, directory / f"{name}.log") as target:
        healthy = subprocess.Popen(
            (sys.executable, "-P", "-m", "tests.hostile.player", str(target.port)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert healthy.stdout is not None
        try:
            own = healthy.stdout.readline().split()
            return _attacked(name, target, healthy, own, code)
        finally:
            healthy.kill()
            healthy.communicate()


def _attacked(name: str, target: House, healthy: subprocess.Popen[str], own: list[str], code: str) -> Result:
    time.sleep(PEACE)
    memory, journal, computed = target.memory(), target.journaled(), target.processor()
    began = time.monotonic()
    foes = Foes(name, target.port, own[0], code, 60)
    time.sleep(WAR)
    ended = time.monotonic()
    grown = target.journaled() - journal
    computed = target.processor() - computed
    foes.end()
    time.sleep(AFTERWARDS)
    kept = target.memory() - memory
    heard, _ = healthy.communicate("\n", timeout=30)
    seen = json.loads(heard)
    for table in seen["tables"]:
        del grown[f"table/{table}"]
    foes = Foes(name, target.port, own[0], code, 60)
    time.sleep(1.5)
    obeying = target.obey()
    foes.end()
    moves = seen["moves"]
    waits = [wait for key in ("greeted", "welcomed") for at, wait in seen[key] if began <= at <= ended]
    return Result(
        name,
        p99([wait for at, wait in moves if at < began]),
        p99([wait for at, wait in moves if began <= at <= ended]),
        max(waits, default=float("inf")),
        max((wait for at, wait in seen["answered"] if at >= began - MOST_THOUGHT / 1e3), default=float("inf")),
        kept,
        sum(grown.values()) / VISITORS[name] * 60 / (ended - began),
        obeying,
        computed / (ended - began),
        tuple(seen["faults"]),
    )


def main() -> int:
    names = sys.argv[1:] or list(ATTACKS)
    print(*(f"{title:>13}" for title in HEADING), flush=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        prepared = Path(directory) / "prepared.db"
        code = make_long_game(prepared)
        for name in names:
            # A machine has other things to do, so what looks wrong is tried once more before it is said.
            for number in range(2):
                result = try_out(name, prepared, code, Path(directory), number)
                print(*(f"{cell:>13}" for cell in result.row()), flush=True)
                if not result.wrong():
                    break
            else:
                wrong += result.wrong()
    print(*(f"WRONG: {sentence}" for sentence in wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
