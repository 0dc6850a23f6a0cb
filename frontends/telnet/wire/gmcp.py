"""GMCP: a name and JSON in a subnegotiation, beside the text (option 201).

A client says by `Core.Supports.Set`, `.Add` and `.Remove` which packages it understands; a package that is named stands
for all that are in it, "Parlour" for "Parlour.State". Names are read in any case, versions are not looked at. Of what a
client sends, only this and `Core.Ping` mean anything here; garbage means nothing.
"""

from collections.abc import Callable, Mapping

import attrs
import msgspec

from frontends.telnet.wire.codes import Option, subnegotiate
from frontends.telnet.wire.events import Supports
from frontends.terminal.side_channel import Package

PING = subnegotiate(Option.GMCP, b"Core.Ping")
_names = msgspec.json.Decoder(list[str]).decode


def _with_parents(name: str) -> tuple[str, ...]:
    """A.B.C, A.B and A, in lower case."""
    parts = name.lower().split(".")
    return tuple(".".join(parts[:count]) for count in range(len(parts), 0, -1))


_MEANT = {package: frozenset(_with_parents(package.value)) for package in Package}
_KNOWN = frozenset().union(*_MEANT.values())
"""What is kept of all that a client names, so that it cannot make the house keep more."""
_CHANGES: Mapping[bytes, Callable[[frozenset[str], frozenset[str]], frozenset[str]]] = {
    b"core.supports.set": lambda before, named: named,
    b"core.supports.add": frozenset.union,
    b"core.supports.remove": frozenset.difference,
}


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
        if name.lower() == b"core.ping":
            return PING
        change = _CHANGES.get(name.lower())
        if change is None or (named := _read(rest)) is None:
            return None
        before = _meant(self._named)
        self._named = change(self._named, named)
        after = _meant(self._named)
        return Supports(after) if after != before else None


def _meant(named: frozenset[str]) -> frozenset[Package]:
    return frozenset(package for package, names in _MEANT.items() if names & named)


def _read(octets: bytes) -> frozenset[str] | None:
    """The names in a list such as `["Char 1", "Parlour 1"]`, those that mean anything here; None for what is none."""
    try:
        names = _names(octets)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return frozenset(name.strip().partition(" ")[0].lower() for name in names) & _KNOWN
