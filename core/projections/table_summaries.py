"""Tables in lists, as anybody may know them."""

import enum

from msgspec import Struct

from core.base.game import Outcome
from core.table import Chair, Clock

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


class GameSummary(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    """The game's name; "?" where it cannot be read."""
    options: tuple[tuple[str, str], ...]
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    clock: Clock
    """0 is no clock."""
    seats: tuple[Chair, ...]
    """Who sits there, stands in, and is wanted: also the person for whom a free seat is kept. No luck is in it."""
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
    programs: str = ""
    """Whether programs may sit there; see `PROGRAMS` of the table's events."""


class Page(Struct, frozen=True):
    """A part of a list."""

    items: tuple[GameSummary, ...]
    next: int | None
    """What to pass as `after` for the next part; None when this is the last."""


class DamagedStream(Struct, frozen=True):
    """A stream that cannot be read, and from where on."""

    stream: str
    seq: int
    """The first record that is damaged, counted from 1."""
    why: str
