"""Where a person goes next: what a room answers when they leave it.

Destinations are values, not functions, so that rooms need not import one another: only `attend` knows them all.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from core.replay.recording import Recording
from core.sessions.at_table.lessons import LessonRef
from core.sessions.at_table.seat import TableRef


@attrs.frozen
class ToLobby:
    """Into the lobby; home to a shell for those who came for one thing."""


@attrs.frozen
class ToReplay:
    """Step through a recorded game."""

    recording: Recording
    back: TableRef | ToLobby
    """Where one came from."""
    seq: int | None = None
    """The record to begin with, counted from 1; None is the first."""


@attrs.frozen
class ToLesson:
    """To a lesson."""

    part: LessonRef
    back: TableRef | ToLobby
    """Where one came from."""


@attrs.frozen
class Out:
    """Out of the house."""

    status: int = 0
    """What a command line exits with."""


Destination: TypeAlias = ToLobby | TableRef | ToReplay | ToLesson | Out
