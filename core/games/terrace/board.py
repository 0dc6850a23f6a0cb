"""The lay-out of Terrace: the seven variants, the places and what lies on them.

Places are named as they are typed: s the stock, w the waste, r the reserve, f1 to f8 the foundations, t1 to t9 the
columns. Piles stand bottom card first, so that the last card is the one in play.
"""

from typing import Any

import attrs
from msgspec import Struct
from msgspec.structs import replace

from core.base.cards import PACK, RANKS, Card, is_red, rank

Pile = tuple[Card, ...]


@attrs.frozen
class Variant:
    """What sets one of the seven games apart from the others."""

    title: str
    reserve: int
    columns: int
    chosen: bool = False
    """Whether the player chooses the base card among four; otherwise it is dealt."""
    in_suit: bool = False
    """Whether foundations build in suit; otherwise in alternating colours, as the columns always do."""
    redeals: int = 0
    fill: str = ""
    """Where a space is filled from automatically, first choice first: r, w, s. Empty: by the player, from w."""


VARIANTS = {
    "terrace": Variant("Terrace", 11, 9, chosen=True),
    "generals-patience": Variant("General's Patience", 13, 9, chosen=True, in_suit=True, redeals=1),
    "falling-stars": Variant("Falling Stars", 11, 9),
    "signora": Variant("Signora", 11, 9, fill="ws"),
    "redheads": Variant("Redheads", 21, 8, fill="rws"),
    "blondes-and-brunettes": Variant("Blondes and Brunettes", 10, 8),
    "wood": Variant("Wood", 10, 9),
}
FOUNDATIONS = tuple(f"f{number}" for number in range(1, 9))
COLUMNS = tuple(f"t{number}" for number in range(1, 10))
CANDIDATES = 4
FULL = 104
PLACES = frozenset(("w", "r", *FOUNDATIONS, *COLUMNS))
RANK = {card: rank(card) for card in PACK}
RED = {card: is_red(card) for card in PACK}
_FIELDS = {"s": "stock", "w": "waste", "r": "reserve", "f": "foundations", "t": "columns"}
"""Where the piles of a place are, by its first letter."""
_INDEX = {place: index for places in (FOUNDATIONS, COLUMNS) for index, place in enumerate(places)}


class Open(Struct, frozen=True, gc=False):
    """What lies face up, and what the rules remember.

    A msgspec structure, because every event makes one anew, and an attrs class takes five times as long.
    """

    variant: str
    waste: Pile = ()
    reserve: Pile = ()
    foundations: tuple[Pile, ...] = ((),) * len(FOUNDATIONS)
    columns: tuple[Pile, ...] = ()
    base: int = 0
    """The base rank, 1 to 13; 0 until it is chosen."""
    locked: bool = False
    redeals: int = 0
    """Redeals used."""

    @property
    def rules(self) -> Variant:
        """The line of the table for this variant."""
        return VARIANTS[self.variant]

    @property
    def score(self) -> int:
        """Cards on the foundations, 0 to 104."""
        return sum(map(len, self.foundations))


class State(Open, frozen=True, gc=False):
    """The whole position."""

    stock: Pile = ()


def check(state: State) -> None:
    """Raises ValueError for what is no position of Terrace."""
    piles = (state.stock, state.waste, state.reserve, *state.foundations, *state.columns)
    if (
        state.variant not in VARIANTS
        or len(state.foundations) != len(FOUNDATIONS)
        or len(state.columns) > len(COLUMNS)
        or not 0 <= state.base <= len(RANKS)
        or not RANK.keys() >= set().union(*piles)
        or sum(map(len, piles)) > 2 * FULL
    ):
        raise ValueError("this is not a position of Terrace")


class View(Open, frozen=True, gc=False):
    """The position as everybody sees it: the stock is a number."""

    stock: int = 0
    stuck: bool = False
    """No move is worth a hint, and the game is not won: there are no more moves."""
    seat: int | None = None
    turn: tuple[int, ...] = ()

    @property
    def redeals_left(self) -> int:
        """How often the waste can still be turned over."""
        return self.rules.redeals - self.redeals


def pile(board: Open, place: str) -> Pile:
    """What lies on the waste, the reserve, a foundation or a column; nothing on a column that is not there."""
    whole: tuple[Any, ...] = getattr(board, _FIELDS[place[0]])
    if place[0] not in "ft":
        return whole
    index = _INDEX[place]
    return whole[index] if index < len(whole) else ()


def hidden(board: Open) -> Pile:
    """The cards that do not lie open, in the order of the pack."""
    left = list(PACK + PACK)
    for cards in (board.waste, board.reserve, *board.foundations, *board.columns):
        for card in cards:
            left.remove(card)
    return tuple(left)


def put(state: State, place: str, card: Card, onto: Card) -> State:
    """The state with a card added to the waste, a foundation or a column, onto that card, or onto none if empty.

    Raises ValueError when there is no such place, or another card lies there.
    """
    if place not in PLACES or place == "r" or (place[0] == "t" and _INDEX[place] >= len(state.columns)):
        raise ValueError("that place does not exist")
    cards = pile(state, place)
    if cards[-1:] != ((onto,) if onto else ()):
        raise ValueError("this card is not there")
    return _with(state, place, (*cards, card))


def taken(state: State, place: str, card: Card) -> State:
    """The state without the top card of a place. Raises ValueError when that is another card."""
    cards = pile(state, place) if place == "s" or place in PLACES else ()
    if cards[-1:] != (card,):
        raise ValueError("this card is not there")
    return _with(state, place, cards[:-1])


def _with(state: State, place: str, cards: Pile) -> State:
    field = _FIELDS[place[0]]
    if place[0] not in "ft":
        return replace(state, **{field: cards})
    piles, index = getattr(state, field), _INDEX[place]
    return replace(state, **{field: (*piles[:index], cards, *piles[index + 1 :])})
