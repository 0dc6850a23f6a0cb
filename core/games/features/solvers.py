"""Solvers: what can be said for certain about a deal or a position, each for one solitaire."""

from __future__ import annotations

from core.base.lazy_import import Imported
from core.games.features.solver import Solver

_TERRACE, _PILEON = "core.games.terrace.solver", "core.games.pileon.solver"
SOLVERS: dict[str, Solver] = {
    "terrace": Solver(
        "terrace",
        judge=None,
        grade=Imported(_TERRACE, "grade"),
        settle=Imported(_TERRACE, "settle"),
        plain=Imported(_TERRACE, "plain"),
    ),
    "pileon": Solver(
        "pileon",
        judge=Imported(_PILEON, "judge"),
        grade=Imported(_PILEON, "grade"),
        settle=Imported(_PILEON, "settle"),
    ),
}
"""By the name of the game."""
