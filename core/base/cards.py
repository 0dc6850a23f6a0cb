"""French playing cards for the solitaires."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated

from msgspec import Meta

from core.base.message import Message, message

Card = Annotated[str, Meta(max_length=2)]
"""A rank and a suit, such as "Th"; that it is a card at all is seen when a pack is dealt."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED = "dh"
PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One pack of 52, as two-character cards such as "Th": clubs, diamonds, hearts, spades, ace to king in each."""

_RANK_NAMES = (
    message("ace"), message("two"), message("three"), message("four"), message("five"), message("six"),
    message("seven"), message("eight"), message("nine"), message("ten"), message("jack"), message("queen"),
    message("king"),
)  # fmt: skip
_WITH_ARTICLE = (
    message("the ace of {suit}"), message("the two of {suit}"), message("the three of {suit}"),
    message("the four of {suit}"), message("the five of {suit}"), message("the six of {suit}"),
    message("the seven of {suit}"), message("the eight of {suit}"), message("the nine of {suit}"),
    message("the ten of {suit}"), message("the jack of {suit}"), message("the queen of {suit}"),
    message("the king of {suit}"),
)  # fmt: skip
_SUIT_NAMES = {"c": message("clubs"), "d": message("diamonds"), "h": message("hearts"), "s": message("spades")}
_NAMES = {
    card: message("{rank} of {suit}", rank=_RANK_NAMES[RANKS.index(card[0])], suit=_SUIT_NAMES[card[1]])
    for card in PACK
}
_DEFINITE = {card: _WITH_ARTICLE[RANKS.index(card[0])].filled(suit=_SUIT_NAMES[card[1]]) for card in PACK}
_PLURALS = dict(zip(RANKS, (
    message("aces"), message("twos"), message("threes"), message("fours"), message("fives"), message("sixes"),
    message("sevens"), message("eights"), message("nines"), message("tens"), message("jacks"), message("queens"),
    message("kings"),
), strict=True))  # fmt: skip


def require_packs(cards: Iterable[Card], count: int) -> None:
    """Raises ValueError unless these are the cards of so many packs, in any order."""
    if sorted(cards) != _sorted_packs(count):
        raise ValueError("these are not all the cards, one of each")


@cache
def _sorted_packs(count: int) -> list[Card]:
    return sorted(PACK * count)


def rank(card: Card) -> int:
    """1 for the ace to 13 for the king."""
    return RANKS.index(card[0]) + 1


def is_red(card: Card) -> bool:
    """Whether the suit is diamonds or hearts."""
    return card[1] in RED


def name(card: Card) -> Message:
    """As it is spoken: "ten of hearts"."""
    return _NAMES[card]


def definite(card: Card) -> Message:
    """A card within a sentence: "the ten of hearts"; in one piece, as articles differ by rank in other languages."""
    return _DEFINITE[card]


def rank_name(rank: int) -> Message:
    """A rank, 1 for the ace to 13 for the king, as it is spoken: "ten"."""
    return _RANK_NAMES[rank - 1]


def suit_name(suit: str) -> Message:
    """A suit, such as "h", as it is spoken: "hearts"."""
    return _SUIT_NAMES[suit]


def plural(card: Card) -> Message:
    """The rank of a card, of which there are several: "sixes"."""
    return _PLURALS[card[0]]
