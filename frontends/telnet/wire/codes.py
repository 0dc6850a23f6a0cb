"""The numbers of the telnet protocol, as far as this house speaks it."""

import enum

IAC = 255
"""Interpret the next octet as a command; doubled it is the octet 255 itself (RFC 854)."""


class Command(enum.IntEnum):
    """Commands of two octets (RFC 854); those that are missing here are passed over."""

    EOF = 236
    """End of input, as after Ctrl-D (RFC 1184)."""
    EOR = 239
    """End of a record: of a prompt, for clients that look for it (RFC 885)."""
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


class Option:
    """Options that this house knows something about. No enumeration: a peer may name any other number, and to look up
    a member of one takes as long as much of what is done with it."""

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
    EOR = 25
    """End of record, RFC 885."""
    NAWS = 31
    """Window size, RFC 1073."""
    NEW_ENVIRON = 39
    """Environment variables, RFC 1572."""
    CHARSET = 42
    """RFC 2066."""
    MSSP = 70
    """Figures of a house, for crawlers."""
    GMCP = 201
    """JSON beside the text."""


IS, SEND, INFO = 0, 1, 2
"""Of a TTYPE or NEW-ENVIRON subnegotiation; INFO is of the latter only."""
VAR, VALUE, ESC, USERVAR = 0, 1, 2, 3
"""What introduces a part of a NEW-ENVIRON subnegotiation, and ESC what makes one of these four plain."""
REQUEST, ACCEPTED, REJECTED = 1, 2, 3
"""Of a CHARSET subnegotiation."""
MSSP_VARIABLE, MSSP_VALUE = 1, 2
"""What introduces a part of an MSSP subnegotiation."""


def negotiate(verb: Verb, option: int) -> bytes:
    """The three octets of a negotiation."""
    return bytes((IAC, verb, option))


def subnegotiate(option: int, payload: bytes) -> bytes:
    """A subnegotiation, its payload escaped."""
    return bytes((IAC, Command.SB, option)) + escape(payload) + bytes((IAC, Command.SE))


def escape(octets: bytes) -> bytes:
    """Double every 255, so that none of them begins a command."""
    return octets.replace(b"\xff", b"\xff\xff")
