"""Recorded games."""

from collections.abc import Sequence
from typing import Any

import msgspec

from frontends.programs.protocol.answers.answer import Response, Said


class Moment(Response, frozen=True, kw_only=True):
    """A recorded game after one record: the answer to `replay`, `show`, `lead` and `accept`, and what others show."""

    table: str
    at: int
    first: int
    last: int
    seat: int | None = None
    view: Any
    said: Sequence[Said] = []
    """What that record did."""
    leader: str = ""
    """Who has the controls, where several see it."""
    others: Sequence[str] = []
    """Who sees it, too."""


class Instant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game after one record."""

    at: int
    move: int
    """Moves that are in force."""
    view: Any = None
    said: Sequence[Said] = []
    """What that record did."""


class Moments(Response, frozen=True, kw_only=True):
    """The answer to `replay` with `from`."""

    table: str
    first: int
    last: int
    seat: int | None = None
    moments: Sequence[Instant]
    next: int = 0
    """With which to ask for more; 0 where there are none."""
