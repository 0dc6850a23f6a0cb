"""What some records change in the read models: folded once, written by each projection in its own way."""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs

from core.table import Table


@attrs.frozen
class TableChanged:
    """A table as it stands now."""

    table: Table
    turn: tuple[int, ...]
    """The seats that may move now."""
    standing: tuple[int, ...]
    """The score by seat, as spectators know it; empty before the game has begun."""
    position: int
    """The place of its last record among all."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.setup.id


@attrs.frozen
class Damage:
    """A stream cannot be read any further."""

    stream: str
    seq: int
    why: str
    position: int
    at: float
    """Seconds since the epoch; 0.0 when even that cannot be read."""


@attrs.frozen
class PersonNamed:
    """A person is called so."""

    person: str
    name: str
    seq: int


@attrs.frozen
class PersonCoded:
    """A person was given a code with which to come back."""

    person: str


@attrs.frozen
class PersonRegistered:
    """A person has a password; the first time, their name is theirs from then on."""

    person: str
    at: float
    """Seconds since the epoch."""


@attrs.frozen
class PersonTalked:
    """A person said something at a table."""

    person: str
    table: str
    position: int


@attrs.frozen
class SlowNoted:
    """Something was written about correspondence games: a wish for reminders, a plan, or what became of a reminder."""

    owner: str
    """The person of a wish or reminder, the table of a plan."""
    event: Any
    at: float
    """Seconds since the epoch."""
    seq: int


@attrs.frozen
class StreamDropped:
    """A stream is gone."""

    stream: str


Change: TypeAlias = (
    TableChanged | Damage | PersonNamed | PersonCoded | PersonRegistered | PersonTalked | SlowNoted | StreamDropped
)
