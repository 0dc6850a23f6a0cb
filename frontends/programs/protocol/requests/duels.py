"""Duels of programs."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from frontends.programs.protocol.requests.request import Name, Request


class Duels(Request, frozen=True, kw_only=True):
    """Those that go on, and the last ones."""


class Duel(Request, frozen=True, kw_only=True):
    """One of them: how it stands, its result and its games."""

    name: Name


class Challenge(Request, frozen=True, kw_only=True):
    """Have two programs play one another on paired deals; those of others are asked first."""

    names: Annotated[list[Name], Meta(min_length=2, max_length=2)]
    """What they are called; `computer:strong` is a computer player of the house."""
    game: Name
    options: Mapping[Name, Name] = {}
    pairs: Annotated[int, Meta(ge=0, le=10**5)] = 0
    """0 is as usual, as in what follows."""
    seconds: Annotated[int, Meta(ge=0, le=10**5)] = 0
    """For each move."""
    tables: Annotated[int, Meta(ge=0, le=10**3)] = 0
    """At which is played at once, at the most."""


class Agree(Request, frozen=True, kw_only=True):
    """Take part in a duel that somebody wants, oneself or with one's programs."""

    name: Name


class Refuse(Request, frozen=True, kw_only=True):
    """Take no part in it."""

    name: Name


class Stop(Request, frozen=True, kw_only=True):
    """Stop a duel that one has ordered."""

    name: Name
