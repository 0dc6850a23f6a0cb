"""Where a person goes next: what a room answers when they leave it.

Destinations are values, not functions, so that rooms need not import one another: only `attend` knows them all.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from core.recording import Recording


@attrs.frozen
class ToLobby:
    """Into the lobby; home to a shell for those who came for one thing."""


@attrs.frozen
class ToTable:
    """To a table, which is known to be there."""

    id: str
    seats: tuple[int, ...] = ()
    """The person's own seats, counted from 0; empty to look on."""
    stand_in: str = ""
    """The person's id where the seat is another's, for whom they play; empty else."""


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
    """To a teacher."""

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
