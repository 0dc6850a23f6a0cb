"""French cards in three characters, "10♠" where the terminal can show it, else "10s"; and what frames are made of."""

from collections.abc import Mapping
from functools import cache

import attrs

from core.base.cards import is_red
from core.base.message import Message, in_context
from frontends.locale.language import Language
from frontends.terminal.picture import PLAIN, Look, Style

WIDTH = 3
RED_SUIT = Style(fg="bright_red", is_marked=True)
# Translators: the letters on French playing cards, one character each: R D V in French, B D K A in German.
_LETTERS: Mapping[str, Message | str] = {
    "T": "10",
    "A": in_context("on a card", "A"),
    "K": in_context("on a card", "K"),
    "Q": in_context("on a card", "Q"),
    "J": in_context("on a card", "J"),
}
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


def rank_face(rank: str) -> Message | str:
    """A rank, such as "T", as it stands on cards."""
    return _LETTERS.get(rank, rank)


@cache
def rank_in(rank: str, words: Language) -> str:
    """The same in a language: found once, because each picture has up to a hundred cards."""
    shown = rank_face(rank)
    return shown if isinstance(shown, str) else words.say(shown)


def face(card: str, look: Look) -> str:
    """A card's rank and suit, right-aligned in `WIDTH` columns; the ten is written 10."""
    return (rank_in(card[0], look.words) + (_SUITS[card[1]] if look.utf8 else card[1])).rjust(WIDTH)


def brief(card: str, look: Look) -> str:
    """The face without blanks: "9♠", "10♠"."""
    return face(card, look).strip()


def suit_style(card: str) -> Style:
    """Red suits red, and underlined without colour; the mark or letter of the suit says the same."""
    return RED_SUIT if is_red(card) else PLAIN
