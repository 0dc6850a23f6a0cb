"""What a visit needs of the room the person is in; rooms themselves are made in `room`, and know their visit."""

from __future__ import annotations

import math
from typing import Protocol

from frontends.screens.picture import Look, Picture
from frontends.terminal import Clicked, Key, Line, Prompt
from frontends.visit.destination import Destination
from frontends.visit.stage import Question, Stage, text_picture


class Place(Protocol):
    """Where a person is. What awaits the person is a method that is awaited; what must not wait is plain."""

    @property
    def is_drawn(self) -> bool:
        """Whether this room has pictures to show in screen mode."""

    @property
    def due(self) -> float:
        """When `tick` is wanted, on trio's clock."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players of this room's game are called, by seat."""

    @property
    def last_record(self) -> tuple[str, int] | None:
        """The table that is shown here, and its last record."""

    @property
    def seated(self) -> tuple[str, tuple[int, ...]] | None:
        """The table the person is at, and their own seats there; None in a room of another kind."""

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Do what follows from an input; the answer is where to go, None to stay. Raises: Refused, JournalError."""

    def prompt(self) -> Prompt:
        """What stands before the cursor in line mode."""

    def picture(self, question: Question | None, look: Look) -> Picture:
        """Everything as it is now, in screen mode."""

    def note(self, sentence: str) -> None:
        """In screen mode: have this in the message rows until something replaces it."""

    def tick(self) -> None:
        """`due` has come: something goes on by itself."""

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""

    def leave(self) -> None:
        """Let go of the visit, because the person is in another room."""


class Nowhere:
    """Before the first room, and after the last."""

    is_drawn = False
    due = math.inf
    names: tuple[str, ...] = ()
    last_record: tuple[str, int] | None = None
    seated: tuple[str, tuple[int, ...]] | None = None

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Nothing can be done here."""
        return None

    def prompt(self) -> Prompt:
        """No prompt."""
        return Prompt("")

    def picture(self, question: Question | None, look: Look) -> Picture:
        """An empty screen."""
        return text_picture((), Stage(question=question), look)

    def note(self, sentence: str) -> None:
        """There are no message rows."""

    def tick(self) -> None:
        """Nothing goes on."""

    def begin_again(self) -> None:
        """There is nothing to show."""

    def leave(self) -> None:
        """There is nothing to let go of."""


NOWHERE = Nowhere()
