"""What is said of one's own games, and of the deals of the day."""

from collections.abc import Mapping, Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response, Said
from frontends.programs.protocol.answers.lists import Table
from frontends.programs.protocol.answers.questions import Score


class LessonBegun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lesson to go on with."""

    game: str
    part: int
    """Counted from 1."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that one may have: `accept`."""

    table: str
    name: str
    """Who offers it."""
    game: str
    """With its clock and options, as people read it."""
    stand_in: bool = False
    """Whether it is lent."""


class Unfinished(Response, frozen=True, kw_only=True):
    """The answer to `games`: those where it is one's turn first."""

    tables: Sequence[Table] = []
    lessons: Sequence[LessonBegun] = []
    offers: Sequence[Offer] = []


class Solitaire(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a solitaire has come."""

    table: str
    title: str
    deal: int
    cards_home: int
    moves: int
    seconds: float
    """Of play."""
    at: int
    """When it was played last, in seconds since the epoch."""


class Layouts(Response, frozen=True, kw_only=True):
    """The answer to `solitaires`: the one that was played last first."""

    solitaires: Sequence[Solitaire] = []


class Standings(Response, frozen=True, kw_only=True):
    """The answer to `daily`; results where a game was named, the best first."""

    day: str
    deals: Mapping[str, int]
    """By the names that `open` takes."""
    results: Sequence[Score] = []
    playing: int = 0
    unproved: int = 0
    """Results that the records do not prove."""
    table: str = ""
    """Of one's own game of today's deal, which counts."""
    said: Sequence[Said]
