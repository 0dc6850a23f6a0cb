"""Coming to tables, and going from them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from frontends.programs.protocol.requests.request import At, AtTable, Digits, Name, Request, Sealed, Text


class Order(Request, frozen=True, kw_only=True):
    """Which game, and how; what is left out is as usual."""

    game: Name
    options: Mapping[Name, Name] = {}
    clock: Name = ""
    bots: Literal["", "no", "rated"] = ""
    """Whether programs may sit there too, and, if so, whether a game with one counts for bot ratings."""
    luck: Text = ""
    sealed: Sealed = ""
    """The digest of one's luck, to be revealed once all sit."""


class Open(Order, frozen=True, kw_only=True):
    """Open a table and sit down."""

    opponent: Literal["", "computer", "person", "hotseat"] = ""
    """`hotseat` is oneself: each state is then that of the seat whose turn it is."""
    level: Name = ""
    deal: Annotated[int, Meta(ge=0, le=10**12 - 1)] = 0
    winnable: bool = False
    grade: Name = ""
    daily: bool = False


class Join(Request, frozen=True, kw_only=True):
    """Take the free seat of a table."""

    table: Name
    luck: Text = ""
    sealed: Sealed = ""


class Reveal(AtTable, frozen=True, kw_only=True):
    """Tell the luck that one has sealed, within a minute after the last seat was taken. It may be sent again."""

    nonce: Digits
    luck: Text = ""


class Watch(Request, frozen=True, kw_only=True):
    """Look on at a table, and be told what happened after a record."""

    table: Name
    """Its id, or the name of somebody who is there."""
    since: At = 0


class Resume(Request, frozen=True, kw_only=True):
    """Come back to one's seat, and be told what happened after a record."""

    table: Name
    since: At = 0


class Leave(AtTable, frozen=True, kw_only=True):
    """Go from a table; the seat stays one's own."""


class Look(AtTable, frozen=True, kw_only=True):
    """Ask for the state once more."""


class Shared(Request, frozen=True, kw_only=True):
    """Deal the cards of a code that somebody has shared, or learn of which table its game is, for `replay`."""

    code: Name
