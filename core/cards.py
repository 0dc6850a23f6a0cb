"""French playing cards for the solitaires."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from core.message import Message, message

Card = Annotated[str, Meta(max_length=2)]
"""A rank and a suit, such as "Th"; that it is a card at all is seen when a pack is dealt."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED = "dh"
PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One pack of 52, as two-character cards such as "Th": clubs, diamonds, hearts, spades, ace to king in each."""

RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANK_MESSAGES = dict(zip(RANKS, map(message, RANK_NAMES), strict=True))
_SUIT_MESSAGES = {suit: message(word) for suit, word in SUIT_NAMES.items()}
_NAMES = {
    card: message("{rank} of {suit}", rank=_RANK_MESSAGES[card[0]], suit=_SUIT_MESSAGES[card[1]]) for card in PACK
}
_PLURALS = {
    rank: message(word) for rank, word in zip(RANKS, (
        "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
        "kings",
    ), strict=True)
}  # fmt: skip


def require_packs(cards: Iterable[Card], count: int) -> None:
    """Raises ValueError unless these are the cards of so many packs, in any order."""
    if sorted(cards) != sorted(PACK * count):
        raise ValueError("these are not all the cards, each of them once")


def rank(card: Card) -> int:
    """1 for the ace to 13 for the king."""
    return RANKS.index(card[0]) + 1


def is_red(card: Card) -> bool:
    """Whether the suit is diamonds or hearts."""
    return card[1] in RED


def name(card: Card) -> Message:
    """As it is spoken: "ten of hearts"."""
    return _NAMES[card]


def plural(card: Card) -> Message:
    """The rank of a card, of which there are several: "sixes"."""
    return _PLURALS[card[0]]
