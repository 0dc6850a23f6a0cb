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
class Noted:
    """An event in another stream than a table's: of a person, their wishes or reminders, or a table's talk or plans."""

    owner: str
    """The id of the person or the table."""
    event: Any
    at: float
    """Seconds since the epoch; 0.0 where that cannot be read."""
    seq: int
    position: int


@attrs.frozen
class StreamDropped:
    """A stream is gone."""

    stream: str


Change: TypeAlias = TableChanged | Damage | Noted | StreamDropped
