"""French cards in three characters, "10♠" where the terminal can show it, else "10s"; and what frames are made of."""

import attrs

from core.base.cards import is_red
from frontends.terminal.picture import PLAIN, Look, Style

WIDTH = 3
RED_SUIT = Style(fg="bright_red", is_marked=True)
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@attrs.frozen
class Frame:
    """The characters of a frame around cards."""

    upper: str
    """The left corner, a branch, and the right corner."""
    lower: str
    across: str
    upright: str
    branches: str = ""
    """Where a line across begins and ends between the upright ones."""


def face(card: str, look: Look) -> str:
    """A card's rank and suit, right-aligned in `WIDTH` columns; the ten is written 10."""
    rank = "10" if card[0] == "T" else card[0]
    return (rank + (_SUITS[card[1]] if look.utf8 else card[1])).rjust(WIDTH)


def brief(card: str, look: Look) -> str:
    """The face without blanks: "9♠", "10♠"."""
    return face(card, look).strip()


def suit_style(card: str) -> Style:
    """Red suits red, and underlined without colour; the mark or letter of the suit says the same."""
    return RED_SUIT if is_red(card) else PLAIN
