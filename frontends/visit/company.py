"""One person among the others in the house: what those know of them, and what they are told of those."""

from __future__ import annotations

from typing import Protocol

from core.message import Message
from core.presence import Notice, Present
from core.service import Service
from frontends.terminal import Terminal
from frontends.visit.place import NOWHERE, Place
from frontends.visitor import Visitor


class Person(Protocol):
    """What it needs of a visit."""

    service: Service
    terminal: Terminal
    visitor: Visitor
    name: str
    room: Place

    def say(self, said: Message | str) -> None:
        """Tell the person something, where the mode shows it."""


class Company:
    """A visit's place among the others."""

    def __init__(self) -> None:
        self.present: Present | None = None
        """What the house knows of the visit, once the person has a name."""

    def show_up(self, visit: Person) -> None:
        """Let the house know who and where the person is, now that something of it may have changed."""
        if visit.room is NOWHERE:
            self.leave(visit)
        elif visit.name:
            presence, now = visit.service.presence, visit.service.now()
            if self.present is None:
                self.present = Present(visit.name, lambda notice: self.hear(visit, notice), now, now)
                presence.come(self.present)
            table, seats = visit.room.seated or ("", ())
            is_guest = visit.visitor.is_guest
            presence.change(
                self.present, name=visit.name, person=visit.visitor.id, is_guest=is_guest, table=table, seats=seats
            )

    def leave(self, visit: Person) -> None:
        """The visit is over, however it ended."""
        if self.present is not None:
            visit.service.presence.go(self.present)
            self.present = None

    def note_input(self, now: float) -> None:
        """The person did something, at a time in seconds since the epoch."""
        if self.present is not None:
            self.present.heard_at = now

    def hear(self, visit: Person, notice: Notice) -> None:
        """Show a notice as one line, wherever the person is; what is half typed or asked stays. Must not wait."""
        if notice.rings:
            visit.terminal.ring()
        visit.say(notice.said)
