"""Being somebody in the journal, from the moment on when something has to be theirs: by what they do, or by what others
do who invite them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from core.house.service import Service
from frontends.visit.door.visitor import Visitor


class Visiting(Protocol):
    """What is needed of a visit to make its person known."""

    service: Service
    visitor: Visitor
    name: str
    persons: frozenset[str]
    liked: Mapping[str, str]
    chosen: frozenset[str]

    def show_up(self) -> None:
        """Let the house know who and where the person is."""


async def identify(visit: Visiting) -> str:
    """The person's id; now they have to have one. Raises: JournalError."""
    was_known = bool(visit.visitor.id)
    id = await visit.visitor.known_as(visit.name)
    visit.persons |= {id}
    if not was_known:
        await keep_chosen(visit)
    visit.show_up()
    return id


async def keep_chosen(visit: Visiting) -> None:
    """Keep what was chosen before the person was anybody in the journal. Raises: JournalError."""
    for name in sorted(visit.chosen):
        await visit.service.directory.prefer(visit.visitor.id, name, visit.liked[name])
