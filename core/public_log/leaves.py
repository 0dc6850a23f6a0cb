"""What a house says in its log, as JSON that anybody can read: of books, games and days; never of persons or talk.

    {"leaf":"book","book":"k3m9x2pq","root":"5d…","size":1024}          before its first number is used
    {"leaf":"opening","book":"k3m9x2pq","number":0,"head":"9f…"}        a table was opened with it
    {"leaf":"closing","book":"k3m9x2pq","number":0,"reason":"won","winners":[0],"figures":[...],"head":"41…"}
    {"leaf":"void","book":"k3m9x2pq","first":17,"last":1023,"reason":"day"}     numbers that are never used
    {"leaf":"gone","book":"k3m9x2pq","number":3,"reason":"dropped"}     a game that the house no longer has
    {"leaf":"days","beacon":"e0…","first":"2026-11-27","days":3650}     before the first of these days
    {"leaf":"day","day":"2026-11-27","secret":"7c…"}                    when the day has begun: it gives its daily deals

A head is the hash of a game's record: of its first one at the opening, of its last one at the closing. Each number of
a book stands in the log once, opened or void; a game that was opened is closed or gone later. A beacon is the end of a
hash chain (`core.base.hash_chain`), in which each day has a secret.

These forms stay as they are for ever: whatever is added later is a leaf of another kind, which readers of today pass
over. A leaf that calls itself one of these and is written otherwise is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, TypeAlias, get_args

import msgspec
from msgspec import Meta

from core.base.game import Refused

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Id = Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]
Word = Annotated[str, Meta(pattern=r"\A[a-z_]{1,40}\Z")]
DayText = Annotated[str, Meta(pattern=r"\A[12][0-9]{3}-[0-9]{2}-[0-9]{2}\Z")]
Number = Annotated[int, Meta(ge=0, le=1 << 20)]

LEFT_OUT, DROPPED, LOST = "not_opened", "dropped", "lost"
"""Reasons of ours: no table was opened with a number; a game was dropped on purpose; the journal has it no longer."""


class _Leaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="leaf", tag=str.lower):
    pass


class _OfBook(_Leaf, frozen=True):
    book: Id


class Book(_OfBook, frozen=True):
    """A book of seeds, by the root over their commitments."""

    root: Hash
    size: Annotated[int, Meta(ge=1, le=1 << 20)]


class Opening(_OfBook, frozen=True):
    """A game was opened with a number of a book."""

    number: Number
    head: Hash


class Closing(_OfBook, frozen=True):
    """A game ended: why, which seats won, and the figures that belong to the reason."""

    number: Number
    reason: Word
    winners: tuple[int, ...]
    figures: tuple[int, ...]
    head: Hash


class Void(_OfBook, frozen=True):
    """Numbers of a book that are never used, from the first to the last."""

    first: Number
    last: Number
    reason: Word


class Gone(_OfBook, frozen=True):
    """The house has a game no longer."""

    number: Number
    reason: Word


class Days(_Leaf, frozen=True):
    """The daily deals of many days are fixed, by the end of a hash chain."""

    beacon: Hash
    first: DayText
    days: Annotated[int, Meta(ge=1, le=10_000)]

    def __post_init__(self) -> None:
        date.fromisoformat(self.first)  # which raises ValueError for a day that never is

    @property
    def from_(self) -> date:
        """The first day."""
        return date.fromisoformat(self.first)

    @property
    def to(self) -> date:
        """The last day."""
        return self.from_ + timedelta(self.days - 1)


class Day(_Leaf, frozen=True):
    """The secret of a day that has begun."""

    day: DayText
    secret: Hash

    def __post_init__(self) -> None:
        date.fromisoformat(self.day)


class Unknown(msgspec.Struct, frozen=True):
    """A leaf of a kind that a later version writes."""

    kind: Word = msgspec.field(name="leaf")


OfBook: TypeAlias = Book | Opening | Closing | Void | Gone
Leaf: TypeAlias = OfBook | Days | Day
_KNOWN = {kind.__struct_config__.tag for kind in get_args(Leaf)}
_decode: Callable[[bytes], Leaf] = msgspec.json.Decoder(Leaf).decode
_decode_unknown: Callable[[bytes], Unknown] = msgspec.json.Decoder(Unknown).decode
_encode = msgspec.json.Encoder().encode


def written(leaf: Leaf) -> bytes:
    """A leaf as it is hashed."""
    raw: bytes = _encode(leaf)
    return raw


def read_leaf(raw: bytes) -> Leaf | Unknown:
    """A leaf again. Raises: Refused for what is not exactly one."""
    try:
        unknown = _decode_unknown(raw)
        if unknown.kind not in _KNOWN:
            return unknown
        leaf = _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("The log has an entry that no house of this version writes.") from error
    if written(leaf) != raw:
        raise Refused("The log has an entry that no house of this version writes.")
    return leaf
