"""Lessons: how every game is learnt, in steps of a few minutes, from real positions of the real game."""

from __future__ import annotations

from collections.abc import Mapping

from core.lessons import elixir, mille, pileon, terrace
from core.lessons.lesson import PUPIL, TEACHER, Lesson, Scene, Step, Verdict, judge, reply

__all__ = ["LESSONS", "PUPIL", "TEACHER", "Lesson", "Scene", "Step", "Verdict", "judge", "reply"]

LESSONS: Mapping[str, Lesson] = {
    "mille": mille.LESSON,
    "elixir": elixir.LESSON,
    "terrace": terrace.LESSON,
    "pileon": pileon.LESSON,
}
"""By the game's name."""
