"""What is asked of a client in subnegotiations: the names of its terminal, its window's size, its character set."""

from __future__ import annotations

import attrs

from frontends.telnet.wire.codes import ACCEPTED, IS, REJECTED, REQUEST, SEND, Option, subnegotiate
from frontends.telnet.wire.events import Mtts, Named

MOST_NAMES = 4
"""Terminal types that are asked for: the client's name, its terminal's, its MTTS, and one to be sure of the repeat."""
LONGEST_NAME = 64
ROWS = (5, 80)
COLUMNS = (20, 255)
"""As large as windows are in which people play, and small enough that a picture of it costs a stranger's house little:
some 6 ms, where 200 rows of 400 columns took 25."""


def window(payload: bytes) -> tuple[int, int] | None:
    """Rows and columns of a NAWS payload within reason, zero meaning the usual; None for nonsense (RFC 1073)."""
    if len(payload) != 4:
        return None
    columns, rows = int.from_bytes(payload[:2], "big"), int.from_bytes(payload[2:], "big")
    fewest, most = ROWS
    narrowest, widest = COLUMNS
    return max(fewest, min(rows or 24, most)), max(narrowest, min(columns or 80, widest))


@attrs.define(eq=False)
class TerminalTypes:
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
        name = "".join(character for character in text if character.isprintable()).strip()
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
        names = self._names
        if self.is_complete:
            self._names = ()  # nobody asks for them any more
        return Named(names, _mtts(names), self.is_complete)


def _mtts(names: tuple[str, ...]) -> Mtts:
    """The number of "MTTS number"; bits of no interest here are left out."""
    for name in names:
        word, _, number = name.partition(" ")
        if word.upper() == "MTTS" and number.isascii() and number.isdigit() and len(number) < 10:
            return Mtts(int(number) & sum(Mtts))
    return Mtts(0)


@attrs.define(eq=False)
class CharacterSet:
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
