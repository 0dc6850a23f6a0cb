"""Telnet's lowest layer: a stream of octets taken apart into data and commands (RFC 854, RFC 855).

It works octet by octet below everything else, since commands may sit anywhere: inside a line, inside an escape
sequence, inside a UTF-8 character, and split over packets. Nothing that comes in is an error:

- a command that is not known is passed over;
- a subnegotiation that is too long is read to its end and dropped;
- a subnegotiation in which another command begins is dropped, and the command counts.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

import attrs
from msgspec import Struct

from frontends.telnet.wire.codes import IAC, Command, Verb, escape


@attrs.frozen
class Negotiated:
    """WILL, WONT, DO or DONT for an option."""

    verb: Verb
    option: int


@attrs.frozen
class Subnegotiated:
    """A whole subnegotiation, unescaped. Never empty-handed: it has an option."""

    option: int
    payload: bytes


Token: TypeAlias = bytes | Command | Negotiated | Subnegotiated
"""Bytes are data: what was typed, unescaped."""

_TOKEN = re.compile(
    rb"""(?P<data> [^\xff]+ )
    | \xff (?P<verb> [\xfb-\xfe] ) (?P<option> . )
    | \xff\xfa (?P<held> [^\xff]* (?: \xff [^\xf0-\xfe] [^\xff]* )* )
        (?: (?P<end> \xff\xf0 ) | (?= \xff [\xf1-\xfe] ) | (?P<rest> \xff? \Z ) )
    | \xff (?P<command> [^\xfa-\xfe] )
    | (?P<begun> \xff .? )""",
    re.DOTALL | re.VERBOSE,
)
"""A subnegotiation ends well, or with another command, or not yet; `begun` is what only the next chunk makes clear."""
_ESCAPED = re.compile(rb"\xff(?:(\xff)|.)", re.DOTALL)
"""In a subnegotiation: an octet 255, or one that should have been doubled and spoils only what follows it."""
_SB = bytes((IAC, Command.SB))
_COMMANDS = {bytes((command,)): command for command in Command} | {b"\xff": b"\xff"}
_SAID = {bytes((IAC, verb, option)): Negotiated(verb, option) for verb in Verb for option in range(256)}
"""What three octets say, made once, for peers that negotiate without end."""


class Octets(Struct, eq=False, gc=False):
    """The parser. Of an unfinished subnegotiation it keeps at most `longest` octets and one, and nothing else."""

    _longest: int = 1024
    _held: bytes = b""
    """What began a command; every 255 in a subnegotiation is doubled in it."""

    @property
    def is_at_rest(self) -> bool:
        """Whether the next octet is data unless it is IAC, whatever came before."""
        return not self._held

    def feed(self, chunk: bytes) -> Iterator[Token]:
        """What the octets mean, in order. The answer is to be used up before the next call."""
        octets, self._held = self._held + chunk, b""
        for found in _TOKEN.finditer(octets):
            match found.lastgroup:
                case "data":
                    yield found[0]
                case "option":
                    yield _SAID[found[0]]
                case "end" if 0 < len(held := _plain(found["held"])) <= self._longest:
                    yield Subnegotiated(held[0], held[1:])
                case "rest":
                    # One octet more than allowed is enough to know that it was too long.
                    held = _plain(found["held"])[: self._longest + 1]
                    self._held = _SB + escape(held) + found["rest"]
                case "command" if (meant := _COMMANDS.get(found["command"])) is not None:
                    yield meant
                case "begun":
                    self._held = found[0]
                case _:
                    pass  # a command that is not known, or a subnegotiation that counts for nothing


def _plain(held: bytes) -> bytes:
    """What was meant in a subnegotiation."""
    return _ESCAPED.sub(rb"\1", held) if IAC in held else held
