"""GMCP: a name and JSON in a subnegotiation, beside the text (option 201).

A client says by `Core.Supports.Set`, `.Add` and `.Remove` which packages it understands; a package that is named stands
for all that are in it, "Parlour" for "Parlour.State". Names are read in any case, versions are not looked at. Of what a
client sends, only this and `Core.Ping` mean anything here; garbage means nothing.
"""

import attrs
import msgspec

from frontends.telnet.wire.codes import Option, subnegotiate
from frontends.telnet.wire.events import Supports
from frontends.terminal.side_channel import Package

PING = subnegotiate(Option.GMCP, b"Core.Ping")
LONGEST_NAME = 64
_names = msgspec.json.Decoder(list[str]).decode


def _with_parents(name: str) -> tuple[str, ...]:
    """A.B.C, A.B and A, in lower case."""
    parts = name.lower().split(".")
    return tuple(".".join(parts[:count]) for count in range(len(parts), 0, -1))


_MEANT = {package: frozenset(_with_parents(package.value)) for package in Package}
_KNOWN = frozenset().union(*_MEANT.values())
"""What is kept of all that a client names, so that it cannot make the house keep more."""


def told(package: Package, payload: bytes) -> bytes:
    """A message for the client."""
    return subnegotiate(Option.GMCP, package.value.encode("ascii") + b" " + payload)


@attrs.define(eq=False, weakref_slot=False)
class Gmcp:
    """What the client understands."""

    _named: frozenset[str] = frozenset()

    def hear(self, payload: bytes) -> Supports | bytes | None:
        """What it understands now, if that has changed; or what is to be answered."""
        name, _, rest = payload.partition(b" ")
        match name[:LONGEST_NAME].lower():
            case b"core.ping":
                return PING
            case b"core.supports.set":
                return self._be(_read(rest))
            case b"core.supports.add":
                return self._be(None if (more := _read(rest)) is None else self._named | more)
            case b"core.supports.remove":
                return self._be(None if (less := _read(rest)) is None else self._named - less)
            case _:
                return None

    def _be(self, named: frozenset[str] | None) -> Supports | None:
        before = _meant(self._named)
        if named is None:
            return None
        self._named = named
        packages = _meant(named)
        return Supports(packages) if packages != before else None


def _meant(named: frozenset[str]) -> frozenset[Package]:
    return frozenset(package for package, names in _MEANT.items() if names & named)


def _read(octets: bytes) -> frozenset[str] | None:
    """The names in a list such as `["Char 1", "Parlour 1"]`, those that mean anything here; None for what is none."""
    try:
        names = _names(octets)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return frozenset(name.strip().partition(" ")[0].lower() for name in names) & _KNOWN
