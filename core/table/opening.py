"""Who and what a table begins with: players, and the position of a copy."""

from typing import Any

from msgspec import Struct

from core.table.events import Origin


class Player(Struct, frozen=True):
    """Somebody who shall sit at a table: a person, or a computer player."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""
    luck: str = ""
    """What they add to the chance."""
    muted: bool = False
    """Whether nobody else is shown the words of that luck, because the person may not talk."""
    early: bool = False
    """Whether the house knew that luck before it took the number of the seed."""
    sealed: str = ""
    """The digest of their luck, where they reveal that later; empty where they give it now."""
    is_program: bool = False
    """Whether that person is a program."""


class Copy(Struct, frozen=True):
    """A position from which a practice table begins."""

    origin: Origin
    position: Any
    """A state of the game, its hidden cards dealt anew already."""
    kept: int | None
    """The seat whose hand is kept; None deals all hands anew."""
