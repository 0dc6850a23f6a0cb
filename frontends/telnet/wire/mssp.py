"""MSSP: what crawlers of lists of such houses are told (option 70): names, and one value or several for each."""

from collections.abc import Iterable

from frontends.telnet.wire.codes import MSSP_VALUE, MSSP_VARIABLE, Option, subnegotiate

Figures = tuple[tuple[str, tuple[str, ...]], ...]
"""Names and values; of several values the most important one is the last."""


def told(figures: Figures) -> bytes:
    """All of it as a subnegotiation."""
    return subnegotiate(Option.MSSP, b"".join(_parts(figures)))


def _parts(figures: Figures) -> Iterable[bytes]:
    for name, values in figures:
        yield bytes((MSSP_VARIABLE,)) + _plain(name)
        for value in values:
            yield bytes((MSSP_VALUE,)) + _plain(value)


def _plain(text: str) -> bytes:
    """Without what would begin another value."""
    return "".join(character for character in text if character.isprintable()).encode("utf-8")
