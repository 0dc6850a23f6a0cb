"""Who is invited to which table or replay, in memory: who invites, and what they may say to it."""

from msgspec import Struct

from core.people.look_alike_names import skeleton
from core.replay.showing import Showing

MOST = 10
"""Invitations that are kept for one person; the oldest is dropped."""


class Invitation(Struct, frozen=True):
    """Somebody asks somebody to a table, or to a replay."""

    table: str
    """The table's id."""
    name: str
    """Who invites."""
    person: str
    """Their id."""
    after: str = ""
    """The table whose game is to be played again; empty for a new one."""
    showing: Showing | None = None
    """The replay of that table's game that they are to see; None where they are to play."""
    is_of_duel: bool = False
    """Whether it is to a game of a duel, of which two play several at once."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to accept any more."""
        return self.showing is not None and self.showing.is_over


class Invitations:
    """All that are open, by the id of whoever is invited."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[Invitation, ...]] = {}

    def add(self, person: str, invitation: Invitation) -> None:
        """Invite a person. A new invitation of somebody takes the place of their old one, but for games of duels."""
        others = tuple(one for one in self.of(person) if one.person != invitation.person or one.is_of_duel)
        self._open[person] = (*others, invitation)[-MOST:]

    def of(self, person: str) -> tuple[Invitation, ...]:
        """The invitations of a person, the oldest first."""
        return tuple(one for one in self._open.get(person, ()) if not one.is_over)

    def find(self, person: str, name: str) -> tuple[Invitation, ...]:
        """The invitations of a person by somebody of a name; all of them, when that is empty."""
        return tuple(one for one in self.of(person) if not name or skeleton(one.name) == skeleton(name))

    def drop(self, person: str, invitation: Invitation) -> None:
        """Forget an invitation: it was accepted, declined, or is of no use any more."""
        left = tuple(one for one in self.of(person) if one != invitation)
        if left:
            self._open[person] = left
        else:
            self._open.pop(person, None)
