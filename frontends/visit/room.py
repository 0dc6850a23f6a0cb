"""What all rooms of the house are made from: something to show, and something to do with what a person gives."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from frontends.screens.picture import Look, Picture
from frontends.terminal import Clicked, Key, Line, Prompt
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.stage import Question
from frontends.visit.visit import Visit


class Room:
    """Where a person is. What awaits the person is a method that is awaited; what must not wait is plain."""

    is_drawn = False
    """Whether this room has pictures to show in screen mode."""
    actions: Sequence[Action[Any]] = ()
    shortcuts: Mapping[str, str] = {}
    """Keys that here are for an action, by its word, before those the action names."""
    due = math.inf
    """When `tick` is wanted, on trio's clock."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def leave(self) -> None:
        """Let go of the visit, because the person is in another room. So what is left is freed at once, by counting:
        in a house full of people nobody waits until a collector has looked for it."""
        del self.visit

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Do what follows from an input; the answer is where to go, None to stay. Raises: Refused, JournalError."""
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """What the players of this room's game are called, by seat."""
        return ()

    @property
    def last_record(self) -> tuple[str, int] | None:
        """The table that is shown here, and its last record."""
        return None

    @property
    def is_playing(self) -> bool:
        """Whether a game goes on here that one plays oneself."""
        return False

    @property
    def seated(self) -> tuple[str, tuple[int, ...]] | None:
        """The table the person is at, and their own seats there; None in a room of another kind."""
        return None

    def prompt(self) -> Prompt:
        """What stands before the cursor in line mode."""
        return Prompt()

    def picture(self, question: Question | None, look: Look) -> Picture:
        """Everything as it is now, in screen mode."""
        raise NotImplementedError

    def note(self, sentence: str) -> None:
        """In screen mode: have this in the message rows until something replaces it."""

    def tick(self) -> None:
        """`due` has come: something goes on by itself."""
        self.due = math.inf

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""
        self.visit.redraw(repaint=True)
