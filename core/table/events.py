"""What can happen at a table, besides its game: names and fields are what the journal stores."""

from __future__ import annotations

from typing import TypeAlias

import attrs


@attrs.frozen
class Opened:
    """A table was opened: the first record of every stream. It holds the secret seed."""

    table: str
    """The stream it was opened as; a copy keeps the name of its origin here."""
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    seed: str
    """In hexadecimal."""
    deal: int | None = None
    clock: int = 0
    """Seconds for a move; 0 is no clock."""


@attrs.frozen
class Seated:
    """Somebody took a seat."""

    seat: int
    name: str
    is_bot: bool = False
    code: str = ""
    """SHA-256 of the code with which this person comes back, in hexadecimal."""


@attrs.frozen
class Continued:
    """A new game was made of an old one up to here; persons' seats are free again."""

    origin: str
    """The stream it was made of."""


@attrs.frozen
class Said:
    """Somebody said something; seat None is a spectator, who is heard by spectators only."""

    name: str
    seat: int | None
    text: str


@attrs.frozen
class Resigned:
    """A player gave up."""

    seat: int


@attrs.frozen
class RanOut:
    """A player's time for a move ran out."""

    seat: int


@attrs.frozen
class TakebackAsked:
    """A player asked the other to let a move be taken back."""

    seat: int


@attrs.frozen
class TakebackRefused:
    """The player who was asked said no."""

    seat: int


@attrs.frozen
class TakenBack:
    """The game stands again as it stood after record `to`."""

    seat: int
    to: int


@attrs.frozen
class Redone:
    """What was taken back is in force again, up to record `to`."""

    seat: int
    to: int


@attrs.frozen
class Marked:
    """A player set a bookmark at the moment in force."""

    seat: int
    name: str


@attrs.frozen
class Returned:
    """A player went back to a bookmark."""

    seat: int
    name: str


@attrs.frozen
class Hinted:
    """A player was given a hint."""

    seat: int


@attrs.frozen
class Ended:
    """The game is over; the last record of a stream."""

    winners: tuple[int, ...]
    summary: str


TableEvent: TypeAlias = (
    Opened | Seated | Continued | Said | Resigned | RanOut | TakebackAsked | TakebackRefused
    | TakenBack | Redone | Marked | Returned | Hinted | Ended
)  # fmt: skip
