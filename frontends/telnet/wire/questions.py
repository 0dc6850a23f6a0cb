"""What is asked of a client in subnegotiations: its terminal's names, its window's size, character set, environment."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from frontends.telnet.wire.codes import (
    ACCEPTED,
    ESC,
    INFO,
    IS,
    REJECTED,
    REQUEST,
    SEND,
    USERVAR,
    VALUE,
    VAR,
    Option,
    subnegotiate,
)  # fmt: skip
from frontends.telnet.wire.events import NO_MTTS, Environment, Mtts, Named

MOST_NAMES = 4
"""Terminal types that are asked for: the client's name, its terminal's, its MTTS, and one to be sure of the repeat."""
LONGEST_NAME = 64
ROWS = (5, 80)
COLUMNS = (20, 255)
"""As large as windows are in which people play, and small enough that a picture of it costs a stranger's house little:
some 6 ms, where 200 rows of 400 columns took 25."""
VARIABLES = ("ACCESSIBLE", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM")
"""Only these are asked for, so nobody sends this house their name, their display or their passwords."""
LONGEST_VALUE = 64
MOST_PARTS = 32
"""Variables in one answer that are looked at."""

_BREAK = re.compile(rb"([\x00\x03])|(\x01)|\x02(.)|([^\x00-\x03]+)", re.DOTALL)
"""A variable begins; its value begins; an octet that was made plain; what stands as it is."""


@lru_cache(maxsize=256)
def window(payload: bytes) -> tuple[int, int] | None:
    """Rows and columns of a NAWS payload within reason, zero meaning the usual; None for nonsense (RFC 1073)."""
    if len(payload) != 4:
        return None
    columns, rows = int.from_bytes(payload[:2], "big"), int.from_bytes(payload[2:], "big")
    fewest, most = ROWS
    narrowest, widest = COLUMNS
    return max(fewest, min(rows or 24, most)), max(narrowest, min(columns or 80, widest))


class TerminalTypes(Struct, eq=False, gc=False):
    """Asks for one terminal type after another until the client repeats itself (RFC 1091, MTTS)."""

    is_complete: bool = False
    """Whether the client has told all its names, or that it tells none."""
    _names: tuple[str, ...] = ()
    _is_asked: bool = False

    def ask(self) -> bytes:
        """The question, once: it is asked when the client agrees to answer."""
        if self._is_asked or self.is_complete:
            return b""
        self._is_asked = True
        return subnegotiate(Option.TTYPE, bytes((SEND,)))

    def hear(self, payload: bytes) -> Named | None:
        """The answer; None if it is none, or nobody asked. Unless complete, `ask` again."""
        if not self._is_asked or payload[:1] != bytes((IS,)):
            return None
        self._is_asked = False
        text = payload[1 : 1 + LONGEST_NAME].decode("ascii", "replace")
        name = _printable(text).strip()
        if not name or name in self._names:
            return self.give_up()
        self._names += (name,)
        self.is_complete = len(self._names) == MOST_NAMES
        return self._named()

    def give_up(self) -> Named | None:
        """The client tells no more; None if that is known."""
        if self.is_complete:
            return None
        self.is_complete = True
        return self._named()

    def _named(self) -> Named:
        return Named(self._names, _mtts(self._names), self.is_complete)


def _mtts(names: tuple[str, ...]) -> Mtts:
    """The number of "MTTS number"; bits of no interest here are left out."""
    for name in names:
        word, _, number = name.partition(" ")
        if word.upper() == "MTTS" and number.isascii() and number.isdigit() and len(number) < 10:
            return Mtts(int(number) & sum(Mtts))
    return NO_MTTS


TOLD = TerminalTypes(is_complete=True)
"""Of all clients that have told theirs: nothing of it changes any more."""


class CharacterSet(Struct, eq=False, gc=False):
    """Asks for UTF-8 if the client lets us ask, and agrees to UTF-8 if the client asks (RFC 2066)."""

    _is_asked: bool = False

    def ask(self) -> bytes:
        """The question; it is asked when the client agrees to be asked."""
        if self._is_asked:
            return b""
        self._is_asked = True
        return subnegotiate(Option.CHARSET, bytes((REQUEST,)) + b";UTF-8")

    def hear(self, payload: bytes) -> tuple[bool | None, bytes]:
        """Whether the client reads UTF-8, if that is known now; and the answer, if one is due."""
        kind, rest = payload[:1], payload[1:]
        if kind == bytes((REQUEST,)):
            return self._requested(rest)
        if self._is_asked and kind in (bytes((ACCEPTED,)), bytes((REJECTED,))):
            self._is_asked = False
            return kind == bytes((ACCEPTED,)), b""
        return None, b""

    def _requested(self, rest: bytes) -> tuple[bool | None, bytes]:
        """The same token is sent back. While our own question is open, theirs is rejected, as RFC 2066 wants it."""
        names = (
            [] if self._is_asked else [name for name in rest[1:].split(rest[:1] or b";") if name.upper() == b"UTF-8"]
        )
        if names:
            return True, subnegotiate(Option.CHARSET, bytes((ACCEPTED,)) + names[0])
        return None, subnegotiate(Option.CHARSET, bytes((REJECTED,)))


class Variables(Struct, eq=False, gc=False):
    """What is known of the client's environment (RFC 1572): its language, its colours, whether it is read out.

    A client names a variable as VAR or as USERVAR as it pleases, so each is asked for as both. It tells them by IS or
    INFO; then for each variable comes VAR or USERVAR, its name, and VALUE and its value where it is defined.
    """

    has_heard: bool = False
    """Whether the client has told anything of it, even if only that there is nothing."""
    _known: tuple[tuple[str, str], ...] = ()

    def ask(self) -> bytes:
        """The question; it is asked when the client agrees to answer."""
        names = [bytes((kind,)) + name.encode("ascii") for kind in (VAR, USERVAR) for name in VARIABLES]
        return subnegotiate(Option.NEW_ENVIRON, bytes((SEND,)) + b"".join(names))

    def hear(self, payload: bytes) -> Environment | None:
        """What a client tells by itself or as an answer; None if it changes nothing."""
        if payload[:1] not in (bytes((IS,)), bytes((INFO,))):
            return None
        self.has_heard = True
        known = dict(self._known) | {name: value for name, value in _variables(payload[1:]) if name in VARIABLES}
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
    return _printable(text)


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(character for character in text if character.isprintable())


assert (VAR, VALUE, ESC, USERVAR) == (0, 1, 2, 3), "as in _BREAK"
