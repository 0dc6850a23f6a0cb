"""What is seen of an attack, and when it is not as it must be."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import attrs

from tests.hostile.player import SILENT

MOST_SERVED = 1000.0
"""Milliseconds from a newcomer's call to the lobby."""
MOST_THOUGHT = 5000.0
"""Milliseconds that a computer player who thinks in a worker may take; in peace it takes some hundred."""
MOST_MEMORY = 32 << 20
MOST_CONNECTIONS = 2
"""That are not back: as many newcomers may come at once."""
MOST_JOURNAL = 1 << 20
"""Bytes a minute for any one visitor."""
MOST_OBEYING = 2.0
"""Seconds from SIGTERM to the end."""


@attrs.frozen
class Plan:
    """How long an attack is, how often it is tried, and how patiently times are judged."""

    peace: float
    """Seconds before it."""
    war: float
    """Seconds of it."""
    later: float
    """Milliseconds that p99 of the healthy may be above that of the twin's."""
    noise: float
    """How much of the time that the twin takes for the same is allowed on top, because it was the machine's."""
    patience: float
    """By how much all limits but `later` are multiplied that are reached on a busy machine without an attack."""
    tries: int
    enough: int
    """An attack of which so many tries are fine is fine; with most of them, so is the median of all."""

    def forbids(self, wait: float, most: float, at_twin: float) -> bool:
        """Whether a wait is too long where so much is allowed; one without end is, whatever it was at the twin."""
        return math.isinf(wait) or wait > most + self.noise * at_twin


WHOLE = Plan(peace=0.8, war=6.0, later=50.0, noise=0.0, patience=1.0, tries=5, enough=3)
BRIEF = Plan(peace=0.5, war=3.0, later=250.0, noise=1.0, patience=2.0, tries=3, enough=1)


@attrs.frozen
class Result:
    """What was seen of one attack."""

    name: str
    origin: str
    """How many visitors of how many networks."""
    twin: float
    p99: float
    """Milliseconds: the one hundredth of the healthy people's waits for a move, at the twin and in the house."""
    twin_served: float
    served: float
    """The longest wait of a newcomer, in milliseconds."""
    twin_computer: float
    computer: float
    """The longest wait for a computer player, in milliseconds."""
    memory: float
    """Bytes that did not come back."""
    connections: float
    """That were not back after a second."""
    journal: float
    """Bytes a minute of one visitor."""
    obeying: float
    """Seconds from SIGTERM to the end."""
    attacker: float
    processor: float
    twin_processor: float
    """Shares of one processor that the attack, the house and its twin computed meanwhile."""
    faults: tuple[str, ...] = ()

    def wrong(self, plan: Plan) -> list[str]:
        """What is not as it must be, in sentences."""
        checks = {
            f"p99 is {self.p99:.0f} ms, the twin's {self.twin:.0f} ms": plan.forbids(
                self.p99, self.twin + plan.later, self.twin
            ),
            f"a newcomer waited {self.served:.0f} ms": plan.forbids(
                self.served, MOST_SERVED * plan.patience, self.twin_served
            ),
            f"the computer was silent for {self.computer / 1e3:.1f} s": plan.forbids(
                self.computer, min(MOST_THOUGHT * plan.patience, 1e3 * SILENT), self.twin_computer
            ),
            f"{self.memory / 2**20:.0f} MB of memory did not come back": self.memory > MOST_MEMORY,
            f"{self.connections:.0f} connections were still open": self.connections > MOST_CONNECTIONS * plan.patience,
            f"{self.journal / 1e6:.1f} MB of journal a minute for a visitor": self.journal > MOST_JOURNAL,
            f"SIGTERM was obeyed after {self.obeying:.1f} s": self.obeying > MOST_OBEYING * plan.patience,
        }
        return [f"{self.name}: {what}" for what, is_wrong in checks.items() if is_wrong] + list(self.faults)

    def row(self) -> tuple[str, ...]:
        """What is printed of it, under `HEADING`."""
        return (
            self.name, self.origin, f"{self.twin:.0f}", f"{self.p99:.0f}", f"{self.p99 - self.twin:+.0f}",
            f"{self.twin_served:.0f}", f"{self.served:.0f}", f"{self.twin_computer:.0f}", f"{self.computer:.0f}",
            f"{self.memory / 2**20:+.0f}", f"{self.connections:+.0f}", f"{self.journal / 1e3:.0f}",
            f"{self.obeying:.1f}", *(f"{100 * share:.0f}" for share in self._shares()),
        )  # fmt: skip

    def _shares(self) -> tuple[float, float, float]:
        return self.attacker, self.processor, self.twin_processor


HEADING = (
    "attack", "visitors", "twin ms", "p99 ms", "more", "twin door", "door ms", "twin comp", "computer", "MB",
    "sockets", "KB/min", "TERM s", "attack %", "house %", "twin %",
)  # fmt: skip


def p99(waits: Sequence[float]) -> float:
    """The wait that one of a hundred exceeds; infinite when nobody could do anything for which to wait."""
    return sorted(waits)[int(0.99 * (len(waits) - 1))] if waits else float("inf")


def median(results: Sequence[Result]) -> Result:
    """The median of each figure of one attack, with all faults."""
    figures = {
        name: statistics.median(getattr(result, name) for result in results)
        for name, value in attrs.asdict(results[0]).items()
        if isinstance(value, float | int)
    }
    faults = tuple(dict.fromkeys(fault for result in results for fault in result.faults))
    return attrs.evolve(results[0], **figures, faults=faults)
