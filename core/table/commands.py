"""What can be asked of a table."""

from __future__ import annotations

from typing import TypeAlias

import attrs


@attrs.frozen
class Sit:
    """Take a free seat."""

    seat: int
    name: str
    is_bot: bool = False
    code: str = ""


@attrs.frozen
class Continue:
    """Make what was copied so far a new game."""

    origin: str


@attrs.frozen
class Move:
    """Play a move of the game, as it was typed."""

    seat: int
    text: str
    demo: bool = False
    """Whether the computer player chose it for the person."""


@attrs.frozen
class Say:
    """Say something to everybody, as a spectator (seat None) to spectators."""

    name: str
    seat: int | None
    text: str


@attrs.frozen
class Resign:
    """Give up."""

    seat: int


@attrs.frozen
class RunOut:
    """Report that a seat's time is up."""

    seat: int


@attrs.frozen
class Undo:
    """Take back one's last move: at once where that is free, else by asking."""

    seat: int


@attrs.frozen
class Redo:
    """Make what was taken back last happen again."""

    seat: int


@attrs.frozen
class Restart:
    """Take back everything."""

    seat: int


@attrs.frozen
class Answer:
    """Answer the other's wish to take back a move."""

    seat: int
    yes: bool


@attrs.frozen
class Mark:
    """Set a bookmark."""

    seat: int
    name: str


@attrs.frozen
class Return:
    """Go back to a bookmark."""

    seat: int
    name: str


@attrs.frozen
class TakeHint:
    """Ask for a hint; what it says is computed from the view, the record is for honest statistics."""

    seat: int


Command: TypeAlias = (
    Sit | Continue | Move | Say | Resign | RunOut | Undo | Redo | Restart | Answer | Mark | Return | TakeHint
)
