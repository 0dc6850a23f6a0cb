"""Tables in lists, as anybody may know them."""

from __future__ import annotations

import enum

import attrs

from core.base.game import Outcome
from core.table import Clock, Holder
from core.table.state import NOBODY

UNKNOWN = "?"
"""The game of a table whose beginning cannot be read."""


class TableState(enum.Enum):
    """How far a table has come."""

    WAITING = "waiting"
    """Not begun: a seat is free."""
    RUNNING = "running"
    ENDED = "ended"
    DAMAGED = "damaged"
    """Its records cannot be read."""


@attrs.frozen
class SeatSummary:
    """Who sits at a seat: a person, a computer player, or nobody yet."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""
    stand_in: Holder = NOBODY
    """Who plays for the person now."""
    wanted: str = ""
    """The id of the person for whom it is kept while it is free, or who is asked to stand in."""

    @property
    def holder(self) -> Holder:
        """Who plays here now."""
        return self.stand_in or Holder(self.person, self.bot)


@attrs.frozen
class GameSummary:
    """A table in a list."""

    id: str
    game: str
    """The game's name; "?" where it cannot be read."""
    options: tuple[tuple[str, str], ...]
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    clock: Clock
    """0 is no clock."""
    seats: tuple[SeatSummary, ...]
    state: TableState
    plays: int
    """Moves in force."""
    turn: tuple[int, ...]
    """The seats that may move now, counted from 0."""
    opened_at: float
    """Seconds since the epoch."""
    at: float
    """Seconds since the epoch of the last record."""
    is_practice: bool
    is_restored: bool
    outcome: Outcome | None
    seq: int
    """The last record that is in this summary."""
    is_private: bool = False
    """Whether its free seat is kept for one person."""
    delay: int = 0
    """By how many moves watchers are late."""
    standing: tuple[int, ...] = ()
    """The score by seat, as spectators know it; empty before the game has begun."""
    damage: str = ""
    """What is wrong with it; empty where nothing is."""


@attrs.frozen
class Page:
    """A part of a list."""

    items: tuple[GameSummary, ...]
    next: str | None
    """What to pass as `after` for the next part; None when this is the last."""


@attrs.frozen
class DamagedStream:
    """A stream that cannot be read, and from where on."""

    stream: str
    seq: int
    """The first record that is damaged, counted from 1."""
    why: str


class UnknownCursor(ValueError):
    """No page has given this `after`."""
