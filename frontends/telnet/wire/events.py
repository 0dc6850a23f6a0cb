"""What a connection can tell its shell."""

from __future__ import annotations

import enum
from typing import Literal, TypeAlias

import attrs

from frontends.terminal import Key, Line

__all__ = [
    "Answer",
    "Encoded",
    "Foreign",
    "Interrupted",
    "Key",
    "Line",
    "Manner",
    "Mtts",
    "Named",
    "Sized",
    "TooLong",
    "WireEvent",
]


class Mtts(enum.IntFlag):
    """What a client says of itself in a terminal type "MTTS number", as far as it matters here."""

    ANSI = 1
    VT100 = 2
    UTF8 = 4
    COLOURS_256 = 8
    SCREEN_READER = 64
    TRUECOLOUR = 256


@attrs.frozen
class Answer:
    """Send these bytes, before anything that later events cause."""

    octets: bytes


@attrs.frozen
class Sized:
    """The client's window has this size: rows from 5 to 512, columns from 20 to 512."""

    rows: int
    columns: int


@attrs.frozen
class Named:
    """What the client calls its terminal, so far."""

    names: tuple[str, ...]
    """In the order in which they were told, each once; empty when the client does not tell."""
    mtts: Mtts
    """Zero unless one of the names was "MTTS number"."""
    complete: bool
    """Nothing more will come."""


@attrs.frozen
class Encoded:
    """The client has told whether it reads UTF-8; `Wire.encode` heeds it already."""

    utf8: bool


@attrs.frozen
class Manner:
    """From here on keys come singly (True) or in lines (False); or single keys were asked for and refused (False)."""

    characters: bool


@attrs.frozen
class TooLong:
    """A line is longer than allowed; it is dropped up to its end, without another word."""


@attrs.frozen
class Interrupted:
    """The person wants to break off, in line manner; the line begun is forgotten. Otherwise it is the key c-c."""


@attrs.frozen
class Foreign:
    """Not telnet. Send the answer and close; nothing more will come."""

    kind: Literal["tls", "http", "ssh"]
    answer: bytes


WireEvent: TypeAlias = Answer | Line | Key | Sized | Named | Encoded | Manner | TooLong | Interrupted | Foreign
