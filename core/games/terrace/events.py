"""What happens in Terrace. Class and field names are in journals for ever."""

from typing import Annotated

from msgspec import Meta, Struct

from core.base.cards import RANKS, Card, require_packs
from core.games.terrace.board import FULL, Pile

Place = Annotated[str, Meta(max_length=2)]
"""As it is typed; which places there are is seen when the event is folded."""
BoundedPile = Annotated[Pile, Meta(max_length=FULL)]


class Dealt(Struct, frozen=True, gc=False):
    """The cards were laid out."""

    reserve: BoundedPile
    """The card in play last."""
    first: Card
    """The card dealt to the first foundation; empty when the player chooses the base."""
    columns: BoundedPile
    """One card for each of the first columns."""
    stock: BoundedPile
    """The card that is turned next stands last."""

    def __post_init__(self) -> None:
        first = (self.first,) if self.first else ()
        require_packs((*self.reserve, *first, *self.columns, *self.stock), 2)


class BaseSet(Struct, frozen=True, gc=False):
    """The rank on which all foundations start was settled: 1 for the ace to 13 for the king."""

    rank: Annotated[int, Meta(ge=1, le=len(RANKS))]


class Moved(Struct, frozen=True, gc=False):
    """The player moved a card. Places are w, r, f1 to f8, t1 to t9."""

    card: Card
    source: Place
    target: Place
    onto: Card
    """The card it came to lie on; empty for an empty place."""


class Filled(Struct, frozen=True, gc=False):
    """A space was filled by itself; the source is r, w or s, the stock."""

    card: Card
    source: Place
    target: Place


class Turned(Struct, frozen=True, gc=False):
    """A card was turned from the stock to the waste."""

    card: Card


class Redealt(Struct, frozen=True, gc=False):
    """The waste was turned over to be the stock again."""


class Locked(Struct, frozen=True, gc=False):
    """A card was turned while there was a space: the stock gives no more for now."""


class Unlocked(Struct, frozen=True, gc=False):
    """The waste card was used or the last space was filled: the stock gives again."""


Event = Dealt | BaseSet | Moved | Filled | Turned | Redealt | Locked | Unlocked
