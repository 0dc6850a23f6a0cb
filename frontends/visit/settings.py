"""What a front-end knows of a visit before it begins."""

from collections.abc import Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

ON, OFF = "on", "off"
"""Values of preferences that are one or the other."""
LOOKS = ("colour", "utf8", "reader", "language")
"""Preferences that are fields of a terminal's look; "screen" is a mode."""
SWITCHES = ("motion", "mouse", "bell", "sounds")
"""Those that are fields of `Settings`."""


class Settings(Struct, frozen=True):
    """Who comes, how they like it, and what holds for this visit."""

    name: str = ""
    """What the person is called; empty asks at the door."""
    screen: bool = False
    """Whether the person likes screen mode."""
    has_files: bool = False
    """Whether saving writes files, at home; if not, it sets bookmarks."""
    path: str = ""
    """The file that the game was saved to or restored from last."""
    one_key: bool = False
    """Whether games that can be played with one key are."""
    keeps: bool = True
    """Whether what is done in the visit outlives it: not in a journal in memory, or one that is only read."""
    program: str = "parlour"
    """What is typed in a shell to run the program."""
    journal_option: str = ""
    """What a shell is told after a command, with a blank before it, to have the same journal; empty for the usual."""
    name_option: str = ""
    """The same to be the same person; empty for the owner of the journal."""
    motion: bool = True
    """Whether what happens in one go is shown as a short sequence."""
    mouse: bool = True
    bell: bool = True
    """Whether the bell rings."""
    sounds: bool = False
    """Whether a client that plays sounds is told to."""
    given: frozenset[str] = frozenset()
    """Preferences that hold for this visit whatever the person has kept."""

    def switched(self, preferences: Mapping[str, bool]) -> Self:
        """With those of some preferences that are switches of these settings."""
        return replace(self, **{name: preferences[name] for name in SWITCHES if name in preferences})
