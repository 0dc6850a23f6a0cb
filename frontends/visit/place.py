"""What a visit needs of the room the person is in; rooms themselves are made in `room`, and know their visit."""

from __future__ import annotations

import math

from core.base.message import Name
from core.sessions.at_table.seat import TableRef
from core.sessions.session import Sitting
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Clicked, Key, Line, Prompt
from frontends.visit.destination import Destination
from frontends.visit.stage import Question, Stage, text_picture


class Place:
    """Where a person is. What awaits the person is a method that is awaited; what must not wait is plain."""

    is_drawn = False
    """Whether there are pictures to show in screen mode."""
    due = math.inf
    """When `tick` is wanted, on trio's clock."""

    @property
    def names(self) -> tuple[Name, ...]:
        """What the players of this room's game are called, by seat."""
        return ()

    @property
    def sitting(self) -> Sitting | None:
        """What the person has at the table of this room; None in a room of another kind."""
        return None

    @property
    def here(self) -> TableRef | None:
        """What leads back to the table the person is at; None in a room of another kind."""
        return None

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Do what follows from an input; the answer is where to go, None to stay. Raises: Refused, JournalError."""
        raise NotImplementedError

    def prompt(self) -> Prompt:
        """What stands before the cursor in line mode."""
        return Prompt()

    def picture(self, question: Question | None, look: Look) -> Picture:
        """Everything as it is now, in screen mode, where anything is drawn."""
        raise NotImplementedError

    def note(self, sentence: str) -> None:
        """In screen mode: have this in the message rows until something replaces it."""

    def tick(self) -> None:
        """`due` has come: something goes on by itself, for the last time unless a room sets it anew."""
        self.due = math.inf

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""

    def leave(self) -> None:
        """Let go of the visit, because the person is in another room."""


class Nowhere(Place):
    """Where there is nothing to see and nothing to do."""

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Stay."""
        return None

    def prompt(self) -> Prompt:
        """None."""
        return Prompt("")

    def picture(self, question: Question | None, look: Look) -> Picture:
        """A question at most."""
        return text_picture((), Stage(question=question), look)


NOWHERE = Nowhere()
"""Before the first room, and after the last."""
