"""What a terminal can do, from what its client tells of it: names, MTTS, a few environment variables.

Wrong guesses are not alike: colours on a terminal without them are garbage on its screen, while a board without
colours can be played. So colours and UTF-8 are used only where they are known, or as good as.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar

import attrs

from frontends.locale.language import wanted_language
from frontends.telnet.wire.events import NO_MTTS, Mtts
from frontends.terminal.characters import speaks_utf8
from frontends.terminal.picture import Look

UTF8 = (
    "XTERM", "TMUX", "SCREEN", "KITTY", "ALACRITTY", "FOOT", "ST-", "KONSOLE", "GNOME", "VTE", "ITERM", "WEZTERM",
    "GHOSTTY",
)  # fmt: skip
"""Beginnings of the names of terminals that in practice read UTF-8, although nothing in telnet says so."""
MOUSED = (*UTF8, "RXVT", "PUTTY", "MLTERM", "WINDOWS")
"""Of those that know SGR 1006, or pass it over."""
_BOTH = (*MOUSED, "LINUX", "CYGWIN", "ETERM", "SYNCTERM", "ANSI-BBS")
COLOURED = (*_BOTH, "ANSI-ATTR", "ANSI-256COLOR", "ANSI-TRUECOLOR")
"""Of those with colours."""
COLOURLESS = ("-M", "-MONO", "-NOCOLOR")
"""Endings of names of terminals whose colours are turned off."""
PLACED = (*_BOTH, "VT1", "VT2", "VT3", "VT4", "VT5", "VT-")
"""Of those whose cursor can be put anywhere; "ANSI" alone is one, too."""
LOCALE = {"LC_ALL", "LC_CTYPE", "LANG"}
"""Variables that say what a client writes in."""
COLOUR_BITS = Mtts.ANSI | Mtts.COLOURS_256 | Mtts.TRUECOLOUR
V = TypeVar("V", bound=Hashable)


@attrs.frozen(cache_hash=True)
class Told:
    """What a client has told of its terminal so far."""

    names: tuple[str, ...] = ()
    mtts: Mtts = NO_MTTS
    variables: tuple[tuple[str, str], ...] = ()
    """Names and values; none is empty."""
    utf8: bool | None = None
    """What it said when it was asked for a character set; None when it was not, or has not answered."""

    @property
    def abilities(self) -> Abilities:
        """What follows from all of it."""
        return _abilities(self)


@attrs.frozen
class Abilities:
    """What a terminal can do, as far as is known."""

    colour: bool
    """Whether the eight colours can be used."""
    utf8: bool
    reader: bool
    """Whether a screen reader reads it out."""
    language: str
    """Empty where the client says nothing of it."""
    screen: bool
    """Whether pictures can be painted on it."""
    mouse: bool
    """Whether it may be told to send clicks."""

    def adapt(self, look: Look) -> Look:
        """The look of such a terminal."""
        return changed(
            look, colour=self.colour, utf8=self.utf8, reader=self.reader, language=self.language or look.language
        )


@lru_cache(maxsize=1024)
def _abilities(told: Told) -> Abilities:
    variables, mtts = dict(told.variables), told.mtts
    names = [name.upper() for name in (*told.names, variables.get("TERM", ""))]

    def is_called(*beginnings: str) -> bool:
        return any(name.startswith(beginnings) for name in names)

    has_colour = mtts & COLOUR_BITS or variables.get("COLORTERM") or is_called(*COLOURED)
    utf8 = told.utf8
    if utf8 is None:
        says_charset = variables.keys() & LOCALE
        utf8 = Mtts.UTF8 in mtts or (speaks_utf8(variables) if says_charset else is_called(*UTF8))
    return Abilities(
        colour=bool(has_colour) and not any(name.endswith(COLOURLESS) for name in names),
        utf8=utf8,
        reader=Mtts.SCREEN_READER in mtts or variables.get("ACCESSIBLE", "0") != "0",
        language=wanted_language(variables) if variables.keys() & {"LC_ALL", "LC_MESSAGES", "LANG"} else "",
        screen=Mtts.VT100 in mtts or is_called(*PLACED) or names[0] == "ANSI",
        mouse=Mtts.MOUSE in mtts or is_called(*MOUSED),
    )


NOTHING = Told()
BARE = Look(colour=False, utf8=False, single_keys=False)
"""Of a client of which nothing is known."""


def changed(value: V, **changes: object) -> V:
    """A value with these changes, the same object that others have: what thousands of clients tell of themselves
    differs in little, so it is mostly found, not made."""
    return _changed(value, **changes)  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def _changed(value: Any, **changes: object) -> object:
    return _first_of(attrs.evolve(value, **changes))


@lru_cache(maxsize=1024)
def _first_of(value: Hashable) -> Hashable:
    """So that the order in which things were told makes no difference."""
    return value
