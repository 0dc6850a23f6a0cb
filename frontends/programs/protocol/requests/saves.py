"""What is kept of games."""

from typing import Annotated

import msgspec
from msgspec import Meta

from frontends.programs.protocol.requests.request import AtTable, Name, Request


class Saves(Request, frozen=True, kw_only=True):
    """What was marked at the table of a code, or at all tables of this visit."""

    code: Name = ""


class Fork(Request, frozen=True, kw_only=True):
    """Go on from a mark as a practice game, with other cards where they are hidden."""

    name: Name
    code: Name = ""
    """Of the seat; the last one of this visit where none is given."""


class Export(AtTable, frozen=True, kw_only=True):
    """The game as text, a piece at a time; at home."""

    start: Annotated[int, Meta(ge=0, le=10**9)] = msgspec.field(default=0, name="from")
    """Bytes that one has already."""


class Import(Request, frozen=True, kw_only=True):
    """Bring in a game that was exported, a piece at a time; at home."""

    text: Annotated[str, Meta(max_length=60_000)]
    more: bool = False
    """Whether another piece follows."""
