"""What somebody wants to play, and which tables they want listed: values that every door makes in its own way."""

import attrs

from core.base.game import Options
from core.table import Clock

MOST_PAGES = 500
"""A list is read from its first page on, so a later one costs more."""


@attrs.frozen
class Order:
    """A table to be opened."""

    game: str
    options: Options
    opponent: str = ""
    """"computer", "person" (the seat stays free), "hotseat" (the same person plays all seats); empty for one seat."""
    deal: int | None = None
    clock: Clock = 0
    """0 is no clock."""
    winnable: bool = False
    """Look for a deal that a solver has won."""
    luck: str = ""
    """What the person adds to the chance."""
    level: str = ""
    """At which the computer plays; empty is its usual one."""
    grade: str = ""
    """How hard a solitaire's deal is to be: "easy", "fair" or "hard"; empty for any."""
    daily: bool = False
    """Whether it is the deal of the day."""
    partners: tuple[str, ...] = ()
    """What the players at one keyboard are called, by seat; empty for the usual names."""


@attrs.frozen
class Query:
    """Which tables are asked for."""

    page: int = 1
    """Counted from 1."""
    game: str = ""
    """The game's name; empty for all."""
    everything: bool = False
    """Whether games that are over belong to it."""
    mine: bool = False
    """Whether only the person's own do."""
    player: str = ""
    """The name of somebody whose tables are wanted; empty for everybody's."""
