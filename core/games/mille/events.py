"""What happens in mille. Class and field names are in journals for ever."""

from __future__ import annotations

import attrs

from core.games.mille.cards import Card
from core.games.mille.state import Bonus


@attrs.frozen
class Dealt:
    """A hand was dealt."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Slots 1 to 6 of each seat."""
    deck: tuple[Card, ...]
    """The next card first."""
    starter: int
    carried: tuple[int, int]
    """Points of the game with which the seats start this hand."""


@attrs.frozen
class Picked:
    """Cards were picked: the first into slot P, a second into slot 1 when that was empty, too."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class Played:
    """A card was used."""

    seat: int
    slot: int
    """0 is P."""
    card: Card
    coup: bool
    """Whether it was a coup fourré."""
    turn: int
    """The seat that goes on."""


@attrs.frozen
class Discarded:
    """A card was discarded."""

    seat: int
    slot: int
    """0 is P."""
    card: Card
    turn: int
    """The seat that goes on."""


@attrs.frozen
class Ordered:
    """A seat wanted its hand to be kept in order, or no longer so."""

    seat: int
    on: bool


@attrs.frozen
class ExtensionOffered:
    """A seat reached 700 miles and may extend the trip."""

    seat: int


@attrs.frozen
class Extended:
    """The trip goes on to 1000 miles."""

    seat: int
    turn: int
    """The seat that goes on."""


@attrs.frozen
class Declined:
    """The trip was not extended."""

    seat: int


@attrs.frozen
class HandEnded:
    """A hand is over."""

    finisher: int | None
    """The seat that completed the trip."""
    bonus: Bonus
    """What the finisher got for it."""
    hand: tuple[int, int]
    """Points of this hand."""
    totals: tuple[int, int]
    """Points of this game so far."""


@attrs.frozen
class GameEnded:
    """A game to 5000 was booked; the next hand starts a new one."""

    winner: int | None
    """None for a tie."""
    totals: tuple[int, int]


@attrs.frozen
class Stopped:
    """A seat did not want another hand: the session is over."""

    seat: int


Event = (
    Dealt | Picked | Played | Discarded | Ordered | ExtensionOffered | Extended | Declined
    | HandEnded | GameEnded | Stopped
)  # fmt: skip
