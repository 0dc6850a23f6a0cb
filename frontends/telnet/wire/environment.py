"""A few environment variables of the client (RFC 1572): its language, its colours, whether it is read out.

Only these are asked for, so nobody sends this house their name, their display or their passwords. A client names a
variable as VAR or as USERVAR as it pleases, so each is asked for as both.

    IS or INFO, then for each variable: VAR or USERVAR, its name, and VALUE and its value where it is defined
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from frontends.telnet.wire.codes import ESC, INFO, IS, SEND, USERVAR, VALUE, VAR, Option, subnegotiate
from frontends.telnet.wire.events import Environment

ASKED = ("ACCESSIBLE", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM")
LONGEST_VALUE = 64
MOST_PARTS = 32
"""Variables in one answer that are looked at."""

_BREAK = re.compile(rb"([\x00\x03])|(\x01)|\x02(.)|([^\x00-\x03]+)", re.DOTALL)
"""A variable begins; its value begins; an octet that was made plain; what stands as it is."""


@attrs.define(eq=False)
class Variables:
    """What is known of the client's environment."""

    has_heard: bool = False
    """Whether the client has told anything of it, were it that there is nothing."""
    _known: tuple[tuple[str, str], ...] = ()

    def ask(self) -> bytes:
        """The question; it is asked when the client agrees to answer."""
        names = [bytes((kind,)) + name.encode("ascii") for kind in (VAR, USERVAR) for name in ASKED]
        return subnegotiate(Option.NEW_ENVIRON, bytes((SEND,)) + b"".join(names))

    def hear(self, payload: bytes) -> Environment | None:
        """What a client tells by itself or as an answer; None if it changes nothing."""
        if payload[:1] not in (bytes((IS,)), bytes((INFO,))):
            return None
        self.has_heard = True
        known = dict(self._known) | {name: value for name, value in _variables(payload[1:]) if name in ASKED}
        after = tuple(sorted((name, value) for name, value in known.items() if value))
        if after == self._known:
            return None
        self._known = after
        return Environment(after)


def _variables(octets: bytes) -> Iterator[tuple[str, str]]:
    """Names and values as they come; an undefined variable has an empty one."""
    parts: list[list[bytearray]] = []
    for begins, is_value, plain, run in _BREAK.findall(octets):
        if begins:
            if len(parts) == MOST_PARTS:
                break
            parts.append([bytearray()])
        elif parts and is_value:
            parts[-1].append(bytearray())
        elif parts:
            parts[-1][-1] += plain or run
    for name, *values in parts:
        yield _text(name), _text(values[0]) if values else ""


def _text(octets: bytearray) -> str:
    """What can be shown of it: a value that ends up in a look or a log must not hold controls."""
    text = octets[:LONGEST_VALUE].decode("utf-8", "replace")
    return "".join(character for character in text if character.isprintable())


assert (VAR, VALUE, ESC, USERVAR) == (0, 1, 2, 3), "as in _BREAK"
