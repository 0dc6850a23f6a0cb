"""The numbers of the telnet protocol, as far as this house speaks it."""

from __future__ import annotations

import enum

IAC = 255
"""Interpret the next octet as a command; doubled it is the octet 255 itself (RFC 854)."""


class Command(enum.IntEnum):
    """Commands of two octets (RFC 854); those that are missing here are passed over."""

    SE = 240
    NOP = 241
    BRK = 243
    IP = 244
    AYT = 246
    EC = 247
    EL = 248
    GA = 249
    SB = 250


class Verb(enum.IntEnum):
    """What opens a negotiation, and settles it."""

    WILL = 251
    WONT = 252
    DO = 253
    DONT = 254


class Option(enum.IntEnum):
    """Options that this house knows something about."""

    BINARY = 0
    """RFC 856."""
    ECHO = 1
    """RFC 857."""
    SGA = 3
    """Suppress go ahead, RFC 858; together with ECHO it means a character at a time."""
    TM = 6
    """Timing mark, RFC 860."""
    TTYPE = 24
    """Terminal type, RFC 1091; asked again and again it tells several names."""
    NAWS = 31
    """Window size, RFC 1073."""
    CHARSET = 42
    """RFC 2066."""


IS, SEND = 0, 1
"""Of a TTYPE subnegotiation."""
REQUEST, ACCEPTED, REJECTED = 1, 2, 3
"""Of a CHARSET subnegotiation."""


def negotiate(verb: Verb, option: int) -> bytes:
    """The three octets of a negotiation."""
    return bytes((IAC, verb, option))


def subnegotiate(option: int, payload: bytes) -> bytes:
    """A subnegotiation, its payload escaped."""
    return bytes((IAC, Command.SB, option)) + escape(payload) + bytes((IAC, Command.SE))


def escape(octets: bytes) -> bytes:
    """Double every 255, so that none of them begins a command."""
    return octets.replace(b"\xff", b"\xff\xff")
