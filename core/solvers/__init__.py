"""Solvers: what can be said for certain about a deal or a position, each for one solitaire."""

from __future__ import annotations

from core.solvers import pileon, terrace
from core.solvers.solver import Solver

SOLVERS: dict[str, Solver] = {solver.game: solver for solver in (terrace.SOLVER, pileon.SOLVER)}
"""By the name of the game."""
