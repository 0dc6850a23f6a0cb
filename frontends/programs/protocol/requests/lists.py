"""Lists, results, recorded games, and proofs."""

from typing import Annotated

from msgspec import Meta

from frontends.programs.protocol.requests.request import At, Name, Page, Request


class List(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tables: those to join first, then those in play."""

    page: Page = 1
    game: Name = ""
    everything: bool = False
    mine: bool = False
    player: Name = ""


class Who(Request, frozen=True, kw_only=True, tag=str.lower):
    """Who is here."""

    name: Name = ""
    page: Page = 1


class Stats(Request, frozen=True, kw_only=True, tag=str.lower):
    """What somebody has played and won; without a name, oneself."""

    name: Name = ""


class Best(Request, frozen=True, kw_only=True, tag=str.lower):
    """Who leads in a game."""

    game: Name


class Replay(Request, frozen=True, kw_only=True, tag=str.lower):
    """A recorded game as it stood after a record, as a viewer may know it."""

    table: Name
    at: At = 0
    """0 is the last."""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    """Through whose eyes; None is a spectator's."""


class Fair(Request, frozen=True, kw_only=True, tag=str.lower):
    """What proves that the chance is fair: at a table, or without one at one's next."""

    table: Name = ""
