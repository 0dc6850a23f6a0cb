"""Lists, results, rules, and proofs."""

from typing import Annotated, Literal

from msgspec import Meta

from frontends.programs.protocol.requests.request import Name, Page, Request


class List(Request, frozen=True, kw_only=True):
    """Tables: those to join first, then those in play."""

    page: Page = 1
    game: Name = ""
    everything: bool = False
    mine: bool = False
    player: Name = ""
    state: Literal["", "waiting", "running", "ended"] = ""
    """Only those; `ended` with `mine` or `player` is somebody's history."""


class Who(Request, frozen=True, kw_only=True):
    """Who is here."""

    name: Name = ""
    page: Page = 1


class Stats(Request, frozen=True, kw_only=True):
    """What somebody has played and won; without a name, oneself."""

    name: Name = ""


class Best(Request, frozen=True, kw_only=True):
    """Who leads in a game."""

    game: Name
    bots: bool = False
    """Whether in games with programs."""


class Ladder(Request, frozen=True, kw_only=True):
    """The first places of a game's ladder, and those around one's own."""

    game: Name
    bots: bool = False
    """Whether that of games with programs."""


class Games(Request, frozen=True, kw_only=True):
    """What one may go on with: unfinished games and lessons, and seats that one is offered."""


class Solitaires(Request, frozen=True, kw_only=True):
    """One's unfinished solitaires, and how far each has come."""


class Daily(Request, frozen=True, kw_only=True):
    """The deals of a day; of one game, how everybody fared."""

    game: Name = ""
    day: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    """As in 2026-12-24; today where none is given."""


class Missed(Request, frozen=True, kw_only=True):
    """Games of one's own that ended while one was away: told once."""


class Rules(Request, frozen=True, kw_only=True):
    """How a game is played, or one part of that."""

    game: Name
    part: Literal["", "goal", "play", "moves", "scoring", "variants", "example", "strategy"] = ""


class Fair(Request, frozen=True, kw_only=True):
    """What proves that the chance is fair: at a table, or without one at one's next."""

    table: Name = ""
