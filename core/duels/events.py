"""What can happen in a duel that a house holds: names and fields are what the journal stores, in `duel/ID`.

Persons stand here by their ids only. Games are played at tables of their own; of their ends only the result is copied.
"""

from typing import Annotated, TypeAlias

import attrs
import msgspec
from msgspec import Meta

from core.base.durations import DAY
from core.base.event_families import kinds_of, register
from core.table.events import HashText, PersonId

STREAM = "duel/"
"""What the names of duels' streams begin with."""
MOST_PAIRS = 10_000
MOST_AT_ONCE = 8
"""Tables of one duel at which is played at once: no more invitations are kept for a program."""
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9_]{0,60}\Z")]
"""A reason, an id or the like; never shown as it is."""
SideNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
PairNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PAIRS)]


@attrs.frozen
class Contender:
    """One of the two sides: a program, or a computer player of the house."""

    person: PersonId = ""
    """The program's id; empty for a computer player."""
    level: Word = ""
    """That of the computer player; empty for a program."""

    def __attrs_post_init__(self) -> None:
        if bool(self.person) == bool(self.level):
            raise ValueError("a side is a program or a computer player")


@attrs.frozen
class Ordered:
    """A duel is to be played. Holds the secret from which the seeds of all pairs follow."""

    id: Word
    """Its own, so that no stream passes for another."""
    by: PersonId
    """Who ordered it."""
    game: str
    options: tuple[tuple[str, str], ...]
    pairs: PairNumber
    at_once: Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)]
    """Tables at which is played at once, at the most."""
    seconds: Annotated[int, Meta(ge=1, lt=DAY)]
    """For each move."""
    patience: Annotated[int, Meta(ge=1, le=DAY)]
    """Seconds for which a program is waited for at a table."""
    sides: tuple[Contender, Contender]
    asks: tuple[SideNumber, ...]
    """The sides whose owners have to agree before it begins."""
    root: HashText
    """Over the commitments to the seeds of all pairs: it is shown from the first moment on."""
    secret: HashText = attrs.field(repr=False)
    """Shown once the duel is over."""


class Agreed(msgspec.Struct, frozen=True, gc=False):
    """A side takes part: the program itself has said so, or its owner."""

    side: SideNumber
    by: PersonId


class GameCalled(msgspec.Struct, frozen=True, gc=False):
    """A game is to be played now; written before its table is opened."""

    pair: PairNumber
    game: Annotated[int, Meta(ge=1, le=2)]
    table: Word
    """The id of the table."""


class Faulted(msgspec.Struct, frozen=True, gc=False):
    """A side has lost a game before its end; written before the house gives that game up for it."""

    table: Word
    side: SideNumber
    reason: Word
    """One of `core.duels.rules.REASONS`."""


class GameEnded(msgspec.Struct, frozen=True, gc=False):
    """A game is over; its result follows from its table and what was noted as a fault, and is copied here."""

    table: Word
    points: Annotated[int, Meta(ge=0, le=2)]
    """Half points of the first side."""
    reason: Word
    loser: SideNumber | None
    lead: int | None


class Stopped(msgspec.Struct, frozen=True, gc=False):
    """No more games begin, and those under way are closed."""

    reason: Word
    """Such as `core.duels.duel.DECLINED`."""
    by: PersonId
    """Who did it; empty for the house."""


class Ended(msgspec.Struct, frozen=True, gc=False):
    """The last game is over: from now on the secret is told."""


DuelEvent = Ordered | Agreed | GameCalled | Faulted | GameEnded | Stopped | Ended
EVENTS = kinds_of("duel", DuelEvent)
"""By kind."""
register("duel", EVENTS)


def stream_of(id: str) -> str:
    """The stream of a duel."""
    return STREAM + id
