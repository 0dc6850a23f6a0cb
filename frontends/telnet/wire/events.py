"""What a connection can tell its shell."""

import enum
from typing import Literal, TypeAlias

import attrs

from frontends.terminal.side_channel import Package
from frontends.terminal.terminal import Given


class Mtts(enum.IntFlag):
    """What a client says of itself in a terminal type "MTTS number", as far as it matters here."""

    ANSI = 1
    """It knows the eight colours."""
    VT100 = 2
    """It can put the cursor anywhere."""
    UTF8 = 4
    COLOURS_256 = 8
    MOUSE = 16
    SCREEN_READER = 64
    TRUECOLOUR = 256


NO_MTTS = Mtts(0)


@attrs.frozen
class Answer:
    """Send these bytes, before anything that later events cause."""

    octets: bytes


@attrs.frozen
class Met:
    """The client has negotiated for the first time: it speaks telnet."""


@attrs.frozen
class Sized:
    """The client's window has this size: rows from 5 to 80, columns from 20 to 255."""

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
class Environment:
    """What the client has told of its environment, so far."""

    variables: tuple[tuple[str, str], ...]
    """Name and value of those that were asked for and are not empty; sorted by name."""


@attrs.frozen
class Encoded:
    """The client has told whether it reads UTF-8; `Wire.encode` knows it already."""

    utf8: bool


@attrs.frozen
class Supports:
    """What the client understands beside text, from now on."""

    packages: frozenset[Package]


@attrs.frozen
class Crawled:
    """The client asks for the figures of the house, for the first time: send `mssp.told`."""


@attrs.frozen
class Mode:
    """From here on keys come singly (True) or in lines (False); or single keys were asked for and refused (False)."""

    characters: bool


@attrs.frozen
class TooLong:
    """A line is longer than allowed; it is dropped up to its end, without another word."""


@attrs.frozen
class Foreign:
    """Not telnet. Send the answer and close; nothing more will come."""

    kind: Literal["tls", "http", "ssh"]
    answer: bytes


WireEvent: TypeAlias = (
    Answer | Met | Given | Sized | Named | Environment | Encoded | Supports | Crawled | Mode | TooLong | Foreign
)
