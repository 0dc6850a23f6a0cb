"""What happens in mille. Class and field names are in journals for ever.

The types say what a journal may hold at all: whatever else is found there is refused when it is read.
"""

from typing import Annotated

from msgspec import Meta, Struct

from core.games.mille.cards import PACK, Card
from core.games.mille.state import FULL, Bonus, Hand

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Slot = Annotated[int, Meta(ge=0, lt=FULL)]
"""0 is P."""
Points = Annotated[int, Meta(ge=0, le=1_000_000)]
DEALT = FULL - 1
"""Cards in a hand between turns."""
Six = Annotated[Hand, Meta(min_length=DEALT, max_length=DEALT)]

_SORTED_PACK = sorted(PACK)


class Dealt(Struct, frozen=True, gc=False):
    """A hand was dealt."""

    hands: tuple[Six, Six]
    """Slots 1 to 6 of each seat."""
    deck: Annotated[tuple[Card, ...], Meta(max_length=len(PACK) - 2 * DEALT)]
    """The next card first."""
    starter: SeatNumber
    carried: tuple[Points, Points]
    """Points of the game with which the seats start this hand."""

    def __post_init__(self) -> None:
        if sorted((*self.hands[0], *self.hands[1], *self.deck)) != _SORTED_PACK:
            raise ValueError("these are not the cards of one pack")


class Picked(Struct, frozen=True, gc=False):
    """Cards were picked: the first into slot P, a second into slot 1 when that was empty, too."""

    seat: SeatNumber
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=2)]


class Played(Struct, frozen=True, gc=False):
    """A card was used."""

    seat: SeatNumber
    slot: Slot
    card: Card
    coup: bool
    """Whether it was a coup fourré."""
    turn: SeatNumber
    """The seat that goes on."""


class Discarded(Struct, frozen=True, gc=False):
    """A card was discarded."""

    seat: SeatNumber
    slot: Slot
    card: Card
    turn: SeatNumber
    """The seat that goes on."""


class Ordered(Struct, frozen=True, gc=False):
    """A seat wanted its hand to be kept in order, or no longer so."""

    seat: SeatNumber
    on: bool


class ExtensionOffered(Struct, frozen=True, gc=False):
    """A seat reached 700 miles and may extend the trip."""

    seat: SeatNumber


class Extended(Struct, frozen=True, gc=False):
    """The trip goes on to 1000 miles."""

    seat: SeatNumber
    turn: SeatNumber
    """The seat that goes on."""


class Declined(Struct, frozen=True, gc=False):
    """The trip was not extended."""

    seat: SeatNumber


class HandEnded(Struct, frozen=True, gc=False):
    """A hand is over."""

    finisher: SeatNumber | None
    """The seat that completed the trip."""
    bonus: Bonus
    """What the finisher got for it."""
    hand: tuple[Points, Points]
    """Points of this hand."""
    totals: tuple[Points, Points]
    """Points of this game so far."""


class GameEnded(Struct, frozen=True, gc=False):
    """A game to 5000 was booked; the next hand starts a new one."""

    winner: SeatNumber | None
    """None for a tie."""
    totals: tuple[Points, Points]


class Stopped(Struct, frozen=True, gc=False):
    """A seat did not want another hand: the session is over."""

    seat: SeatNumber


Event = (
    Dealt | Picked | Played | Discarded | Ordered | ExtensionOffered | Extended | Declined
    | HandEnded | GameEnded | Stopped
)  # fmt: skip
