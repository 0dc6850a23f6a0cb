"""One try of an attack: a house that is attacked, and beside it, in the same seconds, a twin that is left alone.

Of the house that is attacked a public log is written meanwhile, of its twin none.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from tests.bench import visitors
from tests.hostile.attacks import ATTACKS
from tests.hostile.house import House, house, logged
from tests.hostile.judging import MOST_THOUGHT, Plan, Result, p99

AFTERWARDS = 0.85
"""Seconds for memory and connections to come back, but for the time in which they are counted."""
OBEYING = 1.0
"""Seconds of a second attack, before the house is told to end."""


@attrs.frozen
class Attacked:
    """An attack that goes on in a process of its own."""

    process: subprocess.Popen[bytes]

    def processor(self) -> float:
        """Seconds that it has computed."""
        return visitors.House.processor(visitors.House(0, self.process.pid))


@contextmanager
def attacked(name: str, *target: object, log: Path, faults: list[str]) -> Iterator[Attacked]:
    """Have an attack go on as long as the block lasts; that it ended before is a fault."""
    command = (sys.executable, "-m", "tests.hostile.attacks", name, *map(str, target))
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file)
    assert process.stdout is not None
    try:
        if not process.stdout.readline():
            process.wait()  # It ends without having begun.
        yield Attacked(process)
        if process.poll() is not None:
            faults.append(f"{name}: the attack ended by itself: {log.read_text()[-2000:]}")
    finally:
        process.kill()
        process.communicate()


@attrs.frozen
class Side:
    """A house with its own healthy visitors."""

    house: House
    healthy: subprocess.Popen[str]

    def table(self) -> str:
        """One at which a healthy person sits, once all do. Raises: EOFError if they could not even come in."""
        assert self.healthy.stdout is not None
        if not (tables := self.healthy.stdout.readline().split()):
            raise EOFError("The healthy could not come in.")
        return tables[0]

    def seen(self) -> dict[str, Any]:
        """What they have waited for, by kind."""
        heard, _ = self.healthy.communicate("\n", timeout=30)
        if not heard:
            return {"moves": [], "served": [], "answered": [], "tables": [], "faults": ["the healthy were thrown out"]}
        seen: dict[str, Any] = json.loads(heard)
        return seen


@contextmanager
def side(prepared: Path, directory: Path, log: Path, config: str) -> Iterator[Side]:
    """A house on a journal of its own, and people who come to it."""
    directory.mkdir()
    shutil.copy(prepared, directory / "house.db")
    with house(directory / "house.db", log, config) as opened:
        healthy = subprocess.Popen(
            (sys.executable, "-m", "tests.hostile.player", str(opened.port)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield Side(opened, healthy)
        finally:
            healthy.kill()
            healthy.communicate()


def try_out(name: str, plan: Plan, prepared: Path, code: str, directory: Path) -> Result:
    """One attack on a house of its own, in a directory that is made for it and its twin."""
    directory.mkdir()
    with ExitStack() as stack:
        ours, twin = (
            stack.enter_context(side(prepared, directory / which, directory / f"{which}.log", ATTACKS[name].config))
            for which in ("house", "twin")
        )
        twin.table()
        ended: list[str] = []
        with logged(ours.house.journal, ended):
            result = _try_out(name, plan, ours, twin, code, directory)
        result = attrs.evolve(result, faults=(*result.faults, *ended))
    shutil.rmtree(directory)
    return result


def _try_out(name: str, plan: Plan, ours: Side, twin: Side, code: str, directory: Path) -> Result:
    faults: list[str] = []
    target = ours.house
    attack = partial(
        attacked, name, target.port, target.tls_port, ours.table(), code,
        log=directory / "attack.log", faults=faults,
    )  # fmt: skip
    time.sleep(plan.peace)
    memory, connections, journal = target.memory(), max(_counts(target)), target.journaled()
    computed, twin_computed, began = target.processor(), twin.house.processor(), time.monotonic()
    with attack() as attackers:
        time.sleep(plan.war)
        ended = time.monotonic()
        seconds = ended - began
        shares = (
            attackers.processor() / seconds, (target.processor() - computed) / seconds,
            (twin.house.processor() - twin_computed) / seconds,
        )  # fmt: skip
        grown = target.journaled() - journal
    time.sleep(AFTERWARDS)
    connections, memory = min(_counts(target)) - connections, target.memory() - memory
    seen, at_twin = ours.seen(), twin.seen()
    for table in seen["tables"]:
        del grown[f"table/{table}"]
    with attack():
        time.sleep(OBEYING)
        obeying = target.obey()
    during = partial(_during, began, ended)

    def thought(waits: list[tuple[float, float]]) -> float:
        return max(_during(began - MOST_THOUGHT / 1e3, ended, waits), default=0.0)

    return Result(
        name, f"{ATTACKS[name].visitors}/{ATTACKS[name].networks}",
        p99(during(at_twin["moves"])), p99(during(seen["moves"])),
        max(during(at_twin["served"]), default=float("inf")), max(during(seen["served"]), default=float("inf")),
        thought(at_twin["answered"]), thought(seen["answered"]),
        memory, connections, sum(grown.values()) / ATTACKS[name].visitors * 60 / seconds, obeying, *shares,
        tuple(dict.fromkeys([*faults, *seen["faults"]])),
    )  # fmt: skip


def _counts(target: House) -> list[int]:
    """How many connections are open, a few times: one that is about to end is no more than that."""
    counts = []
    for _ in range(3):
        counts.append(target.connections())
        time.sleep(0.05)
    return counts


def _during(began: float, ended: float, waits: list[tuple[float, float]]) -> list[float]:
    """The waits, in milliseconds, that began within some time."""
    return [wait for at, wait in waits if began <= at <= ended]
