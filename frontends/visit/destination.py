"""Where a person goes next: what a room answers when they leave it.

Destinations are values, not functions, so that rooms need not import one another: only `attend` knows them all.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from core.replay.recording import Recording
from frontends.visit.table.seats import NO_SEATS, Held


@attrs.frozen
class ToLobby:
    """Into the lobby; home to a shell for those who came for one thing."""


@attrs.frozen
class ToTable:
    """To a table, which is known to be there."""

    id: str
    held: Held = NO_SEATS
    """The person's seats there, with whose they are: a seat that is lent must never lead back as one's own."""


@attrs.frozen
class ToReplay:
    """Step through a recorded game."""

    recording: Recording
    back: ToTable | ToLobby
    """Where one came from."""
    seq: int | None = None
    """The record to begin with, counted from 1; None is the first."""


@attrs.frozen
class ToLesson:
    """To a lesson."""

    game: str
    """The game's name."""
    scene: int
    """The part of the lesson, counted from 0."""
    back: ToTable | ToLobby
    """Where one came from."""


@attrs.frozen
class Out:
    """Out of the house."""

    status: int = 0
    """What a command line exits with."""


Destination: TypeAlias = ToLobby | ToTable | ToReplay | ToLesson | Out
