"""What somebody wants to play, and which tables they want listed: values that every door makes in its own way."""

from typing import TypeAlias

from msgspec import Struct

from core.base.game import Options
from core.games.features.titles import title_of
from core.table import Clock
from core.table.clock import written_clock

MOST_PAGES = 500
"""A list is read from its first page on, so a later one costs more."""
ASK = "ask"
"""What is ordered in place of luck by somebody who wants to know the number of the seed first."""


class Sealed(Struct, frozen=True):
    """Luck that only who gives it knows, until every seat is taken and they reveal it."""

    digest: str
    """As `chance.sealed_luck` makes it."""


Luck: TypeAlias = str | Sealed
"""What somebody adds to the chance; empty for nothing, `ASK` to be asked once the number of the seed is known."""


class Order(Struct, frozen=True):
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
    luck: Luck = ""
    level: str = ""
    """At which the computer plays; empty is its usual one."""
    grade: str = ""
    """How hard a solitaire's deal is to be: "easy", "fair" or "hard"; empty for any."""
    daily: bool = False
    """Whether it is the deal of the day."""
    partners: tuple[str, ...] = ()
    """What the players at one keyboard are called, by seat; empty for the usual names."""
    programs: str = ""
    """Whether programs may sit there; see `PROGRAMS` of the table's events."""

    @property
    def told(self) -> str:
        """The game with its clock and options, as others are told of it: "Mille clock=10m+5s"."""
        options = [f"{name}={value}" for name, value in self.options.items() if name != "variant"]
        clock = [f"clock={written_clock(self.clock)}"] if self.clock else []
        bots = [f"bots={self.programs}"] if self.programs else []
        return " ".join((title_of(self.game, self.options), *options, *clock, *bots))


class Query(Struct, frozen=True):
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
