"""What all rooms of the house are made from: something to show, and something to do with what a person gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from frontends.visit.action import Action
from frontends.visit.place import Place
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

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""
        self.visit.redraw(repaint=True)
