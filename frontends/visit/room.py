"""What all rooms of the house are made from: something to show, and something to do with what a person gives."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from frontends.screens.picture import Look, Picture
from frontends.terminal import Clicked, Key, Line, Prompt
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.place import Place
from frontends.visit.stage import Question
from frontends.visit.visit import Visit


class Room(Place):
    """A place in the house, which knows whose visit it is."""

    actions: Sequence[Action[Any]] = ()
    shortcuts: Mapping[str, str] = {}
    """Keys that here are for an action, by its word, before those the action names."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def leave(self) -> None:
        """Let go of the visit, because the person is in another room. So what is left is freed at once, by counting:
        in a house full of people nobody waits until a collector has looked for it."""
        del self.visit

    async def heed(self, received: Line | Key | Clicked) -> Destination | None:
        """Each room has its own."""
        raise NotImplementedError

    @property
    def is_playing(self) -> bool:
        """Whether a game goes on here that one plays oneself."""
        return False

    def prompt(self) -> Prompt:
        """The usual one."""
        return Prompt()

    def picture(self, question: Question | None, look: Look) -> Picture:
        """Each room that is drawn has its own."""
        raise NotImplementedError

    def tick(self) -> None:
        """Nothing goes on by itself any more."""
        self.due = math.inf

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""
        self.visit.redraw(repaint=True)
