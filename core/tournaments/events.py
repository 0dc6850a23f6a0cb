"""What can happen in a tournament: names and fields are what the journal stores, in `event/ID`.

Persons stand here by their ids only. Games are played at tables of their own; of their ends only the result is copied.
"""

from typing import Annotated, TypeAlias

import attrs
import msgspec
from msgspec import Meta

from core.base.durations import DAY
from core.base.event_families import kinds_of, register
from core.table.clock import Clock
from core.table.events import PersonId

STREAM = "event/"
"""What the names of tournaments' streams begin with."""
MOST_PLAYERS = 64
MOST_ROUNDS = 2 * MOST_PLAYERS
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9_:.-]{0,60}\Z")]
"""A reason, an id or the like; never shown as it is."""
HalfPoints: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""Two for a win, so that all sums are whole."""


@attrs.frozen
class Announced:
    """A tournament will be held. It begins at a time, with all who have entered until then."""

    id: Word
    """Its own, so that no stream passes for another."""
    by: PersonId
    """Who announced it."""
    game: str
    options: tuple[tuple[str, str], ...]
    clock: Clock
    starts_at: Annotated[int, Meta(ge=0, lt=253_402_300_800)]
    """Seconds since the epoch."""
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
    """Of a round robin, how many are played at the most; 0 is as many as it takes for everybody to meet everybody."""
    length: Annotated[int, Meta(ge=0, le=DAY)]
    """Of an arena, the seconds in which games begin; 0 is a round robin."""
    patience: Annotated[int, Meta(ge=1, le=DAY)]
    """Seconds for which a player is waited for at a table."""
    places: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    """Players there is room for."""


class Entered(msgspec.Struct, frozen=True, gc=False):
    """A person takes part."""

    person: PersonId


class Withdrew(msgspec.Struct, frozen=True, gc=False):
    """A person takes part no longer, of their own will or because they did not come to two games."""

    person: PersonId
    after_no_shows: bool


class Started(msgspec.Struct, frozen=True, gc=False):
    """The tournament has begun, with those who have entered."""


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """Two who are to play; the first one has the first seat."""

    table: Word
    """The id of their table; empty where one of them has withdrawn, so that nothing is played."""
    first: PersonId
    second: PersonId


class Paired(msgspec.Struct, frozen=True, gc=False):
    """Games are to be played now: a round, or those of an arena in which two were free."""

    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
    """Counted from 1; 0 in an arena."""
    games: tuple[Pairing, ...]
    bye: PersonId
    """Who has no opponent in this round; empty for nobody."""


class GameEnded(msgspec.Struct, frozen=True, gc=False):
    """A game is over; its result is copied from its table, where it can be looked up."""

    table: Word
    reason: Word
    """That of the table, or "no_show", or "void" where it was closed before it began."""
    first: HalfPoints
    second: HalfPoints
    absent: tuple[PersonId, ...]
    """Who did not come to the table in time."""


class Ended(msgspec.Struct, frozen=True, gc=False):
    """The last game is over."""


class Cancelled(msgspec.Struct, frozen=True, gc=False):
    """The tournament is not held, or not to its end."""

    reason: Word
    """"too_few", "late", or "person"."""
    by: Annotated[str, Meta(max_length=100)]
    """Who did it: a person's id, or how an operator is written down; empty for the house."""


TournamentEvent = Announced | Entered | Withdrew | Started | Paired | GameEnded | Ended | Cancelled
EVENTS = kinds_of("tournament", TournamentEvent)
"""By kind."""
register("event", EVENTS)


def stream_of(id: str) -> str:
    """The stream of a tournament."""
    return STREAM + id
