"""Lessons: how every game is learnt, in steps of a few minutes, from real positions of the real game."""

from __future__ import annotations

from collections.abc import Mapping

from core.games.elixir import lesson as elixir
from core.games.features.lesson import PUPIL, TEACHER, Lesson, Scene, Step, Verdict, judge, reply
from core.games.mille import lesson as mille
from core.games.pileon import lesson as pileon
from core.games.terrace import lesson as terrace

__all__ = ["LESSONS", "PUPIL", "TEACHER", "Lesson", "Scene", "Step", "Verdict", "judge", "reply"]

LESSONS: Mapping[str, Lesson] = {
    "mille": mille.LESSON,
    "elixir": elixir.LESSON,
    "terrace": terrace.LESSON,
    "pileon": pileon.LESSON,
}
"""By the game's name."""
