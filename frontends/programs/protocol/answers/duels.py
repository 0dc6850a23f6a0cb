"""Duels of programs."""

from collections.abc import Mapping, Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response


class Dueling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A duel in a list."""

    name: str
    stage: str
    start: int
    """When it was ordered, in seconds since the epoch."""
    by: str
    names: Sequence[str]
    game: str
    options: Mapping[str, str] = {}
    pairs: int
    played: int = 0
    """Games that are over."""
    reason: str = ""
    """Why it was stopped."""


class Contests(Response, frozen=True, kw_only=True):
    """The answer to `duels`."""

    open: Sequence[Dueling] = []
    past: Sequence[Dueling] = []


class Paired(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of a duel."""

    pair: int
    game: int
    """In the first game of a pair the first program has the first seat, in the second the other one."""
    table: str
    over: bool = False
    points: int = 0
    """Of the first program, in halves, once it is over."""
    reason: str = ""
    """Why it was over before its end."""
    loser: str = ""
    """Who lost it so."""
    lead: int | None = None
    """By how many points the first program was ahead at the end."""


class Interval(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mean, and between what the true one lies with 95 % certainty."""

    mean: float
    low: float
    high: float


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the pairs come to of which both games are over, as the first program sees it."""

    pairs: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    share: Interval
    """Of the points, from 0 to 1."""
    lead: Interval | None = None
    """In points a game."""


class Contest(Response, frozen=True, kw_only=True):
    """The answer to all that is asked about one duel."""

    duel: Dueling
    seconds: int
    tables: int
    waits: Sequence[str] = []
    """Who has yet to agree."""
    result: Result | None = None
    games: Sequence[Paired] = []
    root: str
    """What fixed the deals of all pairs before the first game."""
    secret: str = ""
    """From which they follow; once the duel is over."""
