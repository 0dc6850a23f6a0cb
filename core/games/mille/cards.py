"""The 101 cards of mille and how they belong together (rules sheet 1)."""

import enum

from core.base.message import Argument, message


class Card(enum.StrEnum):
    """A card, spelled as it is shown; in the order in which a hand is kept when it is kept in order."""

    MILES_25 = "25"
    MILES_50 = "50"
    MILES_75 = "75"
    MILES_100 = "100"
    MILES_200 = "200"
    OUT_OF_GAS = "Out of Gas"
    FLAT_TIRE = "Flat Tire"
    ACCIDENT = "Accident"
    STOP = "Stop"
    SPEED_LIMIT = "Speed Limit"
    GASOLINE = "Gasoline"
    SPARE_TIRE = "Spare Tire"
    REPAIRS = "Repairs"
    GO = "Go"
    END_OF_LIMIT = "End of Limit"
    EXTRA_TANK = "Extra Tank"
    PUNCTURE_PROOF = "Puncture Proof"
    DRIVING_ACE = "Driving Ace"
    RIGHT_OF_WAY = "Right of Way"


COPIES: dict[Card, int] = dict(zip(Card, (10, 10, 10, 12, 4, 2, 2, 2, 4, 3, 6, 6, 6, 14, 6, 1, 1, 1, 1), strict=True))
"""How many of each card there are."""
PACK: tuple[Card, ...] = tuple(card for card in Card for _ in range(COPIES[card]))
"""All 101 cards in order."""
ORDER: dict[Card, int] = {card: place for place, card in enumerate(Card)}

MILES: dict[Card, int] = {card: int(card) for card in tuple(Card)[:5]}
"""The distance cards and what they are worth."""
NAMES: dict[Card, Argument] = {
    **MILES,
    Card.OUT_OF_GAS: message("Out of Gas"),
    Card.FLAT_TIRE: message("Flat Tire"),
    Card.ACCIDENT: message("Accident"),
    Card.STOP: message("Stop"),
    Card.SPEED_LIMIT: message("Speed Limit"),
    Card.GASOLINE: message("Gasoline"),
    Card.SPARE_TIRE: message("Spare Tire"),
    Card.REPAIRS: message("Repairs"),
    Card.GO: message("Go"),
    Card.END_OF_LIMIT: message("End of Limit"),
    Card.EXTRA_TANK: message("Extra Tank"),
    Card.PUNCTURE_PROOF: message("Puncture Proof"),
    Card.DRIVING_ACE: message("Driving Ace"),
    Card.RIGHT_OF_WAY: message("Right of Way"),
}
"""The cards as they go into a message: a distance is a number, every other card a message of its own."""
HAZARDS: tuple[Card, ...] = (Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.STOP)
"""What is played on the other's battle pile."""
REMEDIES: dict[Card, Card] = {
    Card.GASOLINE: Card.OUT_OF_GAS,
    Card.SPARE_TIRE: Card.FLAT_TIRE,
    Card.REPAIRS: Card.ACCIDENT,
}
"""The remedies that need a Go afterwards, each with its hazard."""
REMEDY_FOR: dict[Card, Card] = {hazard: remedy for remedy, hazard in REMEDIES.items()} | {
    Card.STOP: Card.GO,
    Card.SPEED_LIMIT: Card.END_OF_LIMIT,
}
"""All that is played on the other, each with what ends it."""
SAFETIES: tuple[Card, ...] = (
    Card.EXTRA_TANK, Card.PUNCTURE_PROOF, Card.DRIVING_ACE, Card.RIGHT_OF_WAY
)  # fmt: skip
"""In the order of their rows on the board."""
PREVENTS: dict[Card, Card] = dict(zip(SAFETIES, HAZARDS, strict=True))
"""Each safety with its battle hazard; Right of Way prevents a Speed Limit, too."""
SAFETY_AGAINST: dict[Card, Card] = {hazard: safety for safety, hazard in PREVENTS.items()} | {
    Card.SPEED_LIMIT: Card.RIGHT_OF_WAY
}
