"""Where a person goes next: what a room returns when they leave it, and what is raised where they leave unasked.

Destinations are values, not functions, so that rooms need not import one another: only `attend` knows them all. What is
raised comes out of whatever waits for the person.
"""

from typing import TypeAlias

import msgspec

from core.base.game import Refused
from core.base.message import Message
from core.replay.recording import Recording
from core.replay.showing import Showing
from core.sessions.at_table.lessons import LessonRef
from core.sessions.at_table.seat import TableRef
from journal import JournalError


class ToLobby(msgspec.Struct, frozen=True, gc=False):
    """Into the lobby; home to a shell for a person who came for one thing."""


class ToReplay(msgspec.Struct, frozen=True):
    """Step through a recorded game."""

    recording: Recording
    back: TableRef | ToLobby
    """Where one came from."""
    seq: int | None = None
    """The record to begin with, counted from 1; None is the first."""
    showing: Showing | None = None
    """What the replay is seen in, where others see it, too: then it begins where that stands."""
    told: Message | None = None
    """What the person is told there first."""


class ToLesson(msgspec.Struct, frozen=True):
    """To a lesson."""

    part: LessonRef
    back: TableRef | ToLobby
    """Where one came from."""


class Out(msgspec.Struct, frozen=True, gc=False):
    """Out of the house."""

    status: int = 0
    """What a command line exits with."""


Destination: TypeAlias = ToLobby | TableRef | ToReplay | ToLesson | Out


class Gone(Exception):
    """The person is gone. Rooms unwind, and what they hold is released by their own `with`."""


class CannotShow(Exception):
    """A fault of the program in showing a table; the person leaves it, and nobody else notices."""


class ShutOut(Exception):
    """The person may not be at a table any more: they leave it, whatever they are doing there."""

    def __init__(self, why: Refused | JournalError) -> None:
        super().__init__(str(why))
        self.why = why
