"""Recorded games, seen alone or together."""

from typing import Annotated

import msgspec
from msgspec import Meta

from frontends.programs.protocol.requests.request import At, AtTable, Name, Request

Eyes = Annotated[int, Meta(ge=0, le=7)] | None
"""The seat through whose eyes it is seen; None is a spectator's."""


class Replay(Request, frozen=True, kw_only=True):
    """A recorded game, as a viewer may know it: as it stood after one record, or record by record."""

    table: Name
    at: At = 0
    """0 is the last."""
    seat: Eyes = None
    start: At | None = msgspec.field(default=None, name="from")
    """The first record that is wanted; 0 is the first there is. Then `at` does not count."""
    to: At = 0
    """The last one; 0 is the last there is."""
    views: bool = True
    """Whether each comes with the view."""


class Show(AtTable, frozen=True, kw_only=True):
    """Ask people who are here to see a replay; it stands at a record, and one has the controls."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=20)]
    at: At = 0
    """0 is the first."""


class Lead(Request, frozen=True, kw_only=True):
    """Have the replay that several see stand at another record, for all."""

    at: At
    seat: Eyes = None


class Handover(Request, frozen=True, kw_only=True):
    """Give the controls of that replay to one of those who see it."""

    name: Name


class Unfollow(Request, frozen=True, kw_only=True):
    """See that replay no more."""
