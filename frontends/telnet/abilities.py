"""What a terminal can do, from what its client tells of it: names, MTTS, a few environment variables.

Wrong guesses are not alike: colours on a terminal without them are garbage on its screen, while a board without
colours can be played. So colours and UTF-8 are used only where they are known, or as good as.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

import attrs

from frontends.locale.language import wanted_language
from frontends.telnet.wire.events import Mtts
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
"""Ends of the names of those whose colours are turned off."""
PLACED = (*_BOTH, "VT1", "VT2", "VT3", "VT4", "VT5", "VT-")
"""Of those whose cursor can be put anywhere; "ANSI" alone is one, too."""
LOCALE = {"LC_ALL", "LC_CTYPE", "LANG"}
"""Variables that say what a client writes in."""
NO_MTTS = Mtts(0)
V = TypeVar("V", bound=Hashable)


@attrs.frozen
class Told:
    """What a client has told of its terminal so far."""

    names: tuple[str, ...] = ()
    mtts: Mtts = NO_MTTS
    variables: tuple[tuple[str, str], ...] = ()
    """Names and values; none is empty."""
    utf8: bool | None = None
    """What it said when it was asked for a character set; None when it was not, or has not answered."""

    @property
    def known(self) -> tuple[str, ...]:
        """All names of the terminal, in capitals."""
        return (*(name.upper() for name in self.names), self._variable("TERM").upper())

    @property
    def has_colour(self) -> bool:
        """Whether the eight colours can be used."""
        if any(name.endswith(COLOURLESS) for name in self.known):
            return False
        has_bits = self.mtts & (Mtts.ANSI | Mtts.COLOURS_256 | Mtts.TRUECOLOUR)
        return bool(has_bits) or bool(self._variable("COLORTERM")) or self._is_called(COLOURED)

    @property
    def has_screen(self) -> bool:
        """Whether pictures can be painted on it."""
        return Mtts.VT100 in self.mtts or self._is_called(PLACED) or "ANSI" in self.known[:1]

    @property
    def has_mouse(self) -> bool:
        """Whether it may be told to send clicks."""
        return Mtts.MOUSE in self.mtts or self._is_called(MOUSED)

    @property
    def has_utf8(self) -> bool:
        """Whether characters outside ASCII can be used."""
        if self.utf8 is not None:
            return self.utf8
        if Mtts.UTF8 in self.mtts:
            return True
        variables = dict(self.variables)
        return speaks_utf8(variables) if variables.keys() & LOCALE else self._is_called(UTF8)

    @property
    def is_read_out(self) -> bool:
        """Whether a screen reader reads it out."""
        return Mtts.SCREEN_READER in self.mtts or self._variable("ACCESSIBLE") not in ("", "0")

    @property
    def language(self) -> str:
        """The code of the language that its environment asks for; empty where that says nothing."""
        variables = dict(self.variables)
        return wanted_language(variables) if variables.keys() & {"LC_ALL", "LC_MESSAGES", "LANG"} else ""

    def _variable(self, name: str) -> str:
        return next((value for known, value in self.variables if known == name), "")

    def _is_called(self, beginnings: tuple[str, ...]) -> bool:
        return any(name.startswith(beginnings) for name in self.known)

    @property
    def abilities(self) -> Abilities:
        """What follows from all of it."""
        return _abilities(self)


@attrs.frozen
class Abilities:
    """What a terminal can do, as far as is known."""

    colour: bool
    utf8: bool
    reader: bool
    language: str
    """Empty where the client says nothing of it."""
    screen: bool
    mouse: bool

    def adapt(self, look: Look) -> Look:
        """The look of such a terminal."""
        return attrs.evolve(
            look, colour=self.colour, utf8=self.utf8, reader=self.reader, language=self.language or look.language
        )


@lru_cache(maxsize=1024)
def _abilities(told: Told) -> Abilities:
    return Abilities(
        told.has_colour, told.has_utf8, told.is_read_out, told.language, screen=told.has_screen, mouse=told.has_mouse
    )


NOTHING = Told()
BARE = Look(colour=False, utf8=False, single_keys=False)
"""Of a client of which nothing is known."""


def shared(value: V) -> V:
    """The same value that others have: what thousands of clients tell of themselves differs in little."""
    return _first_of(value)  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def _first_of(value: Hashable) -> Hashable:
    return value
