"""French playing cards for the solitaires."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED = "dh"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One pack of 52, as two-character cards such as "Th": clubs, diamonds, hearts, spades, ace to king in each."""

RANK_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def rank(card: str) -> int:
    """1 for the ace to 13 for the king."""
    return RANKS.index(card[0]) + 1


def is_red(card: str) -> bool:
    """Whether the suit is diamonds or hearts."""
    return card[1] in RED


def name(card: str) -> str:
    """As it is spoken: "ten of hearts"."""
    return f"{RANK_NAMES[rank(card) - 1]} of {SUIT_NAMES[card[1]]}"
