"""Lists, results, rules, and proofs."""

from collections.abc import Mapping, Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response, Said
from frontends.programs.protocol.answers.table import Outcome


class Table(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in a list."""

    table: str
    game: str
    options: Mapping[str, str] = {}
    deal: int | None = None
    clock: str = ""
    state: str
    turn: Sequence[int] = []
    outcome: Outcome | None = None
    said: Said


class Tables(Response, frozen=True, kw_only=True):
    """The answer to `list`."""

    page: int
    more: bool = False
    tables: list[Table]


class Somebody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is in."""

    name: str
    idle: float
    """Seconds."""
    table: str = ""
    game: str = ""
    watching: bool = False
    ratings: Mapping[str, float] = {}
    """Of a program its bot ratings."""
    bot: bool = False
    owner: str = ""
    """Who made that program; empty for a guest's."""


class People(Response, frozen=True, kw_only=True):
    """The answer to `who`."""

    page: int
    more: bool = False
    count: int
    people: list[Somebody]


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody's games of one kind."""

    game: str
    options: Mapping[str, str] = {}
    opponent: str = ""
    won: int = 0
    lost: int = 0
    drawn: int = 0
    running: int = 0
    streak: int = 0
    best_streak: int = 0


class Results(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody has played."""

    name: str
    results: list[Result]
    ratings: Mapping[str, float] = {}
    bot_ratings: Mapping[str, float] = {}
    """Those of games with programs."""
    bot: bool = False
    owner: str = ""
    """Who made that program; empty for a guest's."""


class Statistics(Response, frozen=True, kw_only=True):
    """The answer to `stats` and to `best`."""

    people: list[Results]


class Book(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a seed comes from: a number of a book of the house, all of which its root fixed before."""

    book: str
    number: int
    size: int
    root: str


class Proof(Response, frozen=True, kw_only=True):
    """The answer to `fair`."""

    table: str = ""
    commitment: str = ""
    """To the house's seed, in hexadecimal."""
    seed: str = ""
    """That seed, once the game is over."""
    book: Book | None = None
    said: list[Said]


class Rung(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who has a place on a ladder."""

    place: int
    """Counted from 1."""
    name: str


class Rungs(Response, frozen=True, kw_only=True):
    """The answer to `ladder`."""

    places: Sequence[Rung] = []
    own: int = 0
    """One's own place; 0 for who has none."""
    above: Sequence[str] = []
    """Whose places one may win, the nearest first."""


class Section(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the rules."""

    topic: str
    title: Said
    said: Sequence[Said]


class Rulebook(Response, frozen=True, kw_only=True):
    """The answer to `rules`."""

    game: str
    title: str
    sections: Sequence[Section]
