"""Tournaments."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from frontends.programs.protocol.requests.request import Name, Request


class Tournaments(Request, frozen=True, kw_only=True):
    """Those that are to come, that are under way, and the last ones."""


class Tournament(Request, frozen=True, kw_only=True):
    """One of them: who takes part, the standings, and the games."""

    name: Name


class Announce(Request, frozen=True, kw_only=True):
    """Hold a tournament: a round robin, or an arena where a length is given."""

    game: Name
    options: Mapping[Name, Name] = {}
    clock: Name = ""
    rounds: Annotated[int, Meta(ge=0, le=10**4)] = 0
    """The most that are played; 0 is as many as it takes."""
    arena: Annotated[int, Meta(ge=0, le=10**6)] = 0
    """Seconds."""
    delay: Annotated[int, Meta(ge=0, le=10**7)] = 0
    """Seconds until it begins; 0 is as usual, or `start`."""
    start: Annotated[str, Meta(max_length=32)] = ""
    """When it begins in UTC, as in 20:00 or 2026-12-24 20:00."""


class Enter(Request, frozen=True, kw_only=True):
    """Take part in a tournament; without a name, in the only one that can be entered."""

    name: Name = ""


class Withdraw(Request, frozen=True, kw_only=True):
    """Take part no longer."""

    name: Name = ""


class Cancel(Request, frozen=True, kw_only=True):
    """Call one's own off before it begins."""

    name: Name
