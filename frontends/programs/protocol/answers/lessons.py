"""What is said in lessons."""

from collections.abc import Sequence
from typing import Any

import msgspec

from frontends.programs.protocol.answers.answer import Response, Said


class Lesson(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lesson, and how far one has come."""

    game: str
    part: int
    """With which to begin, counted from 1."""
    parts: int
    done: int = 0
    """Parts that are done."""
    steps: int


class Curriculum(Response, frozen=True, kw_only=True):
    """The answer to `lessons`."""

    lessons: Sequence[Lesson]


class Task(Response, frozen=True, kw_only=True):
    """The answer to `learn` and `try`: what is due."""

    game: str
    part: int
    """Counted from 1."""
    parts: int
    step: int
    """Counted from 1."""
    steps: int
    """Of this part."""
    happened: Sequence[Said] = []
    """Since the step before."""
    said: Said | None = None
    """What the teacher says."""
    move: str = ""
    """The best that is wanted; empty where there is only something to read."""
    view: Any
    moves: Sequence[str] = []
    is_over: bool = False
    """Whether that was the lesson."""
