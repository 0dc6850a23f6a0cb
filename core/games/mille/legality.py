"""What may be done with a card, and the short message that refuses the rest (rules sheet 2, 4 and 5).

Everything here is asked of a `Position`: what the player to move knows, and nothing else.
"""

from __future__ import annotations

import attrs

from core.games.mille.cards import (
    HAZARDS,
    MILES,
    PREVENTS,
    REMEDIES,
    SAFETIES,
    SAFETY_AGAINST,
    Card,
)
from core.games.mille.state import FULL, Hand, Tableau

LIMITED_TO = 50
"""Miles of the longest card under a Speed Limit."""
MOST_200S = 2


@attrs.frozen
class Position:
    """What decides about the plays of one seat."""

    hand: Hand
    own: Tableau
    other: Tableau
    deck: int
    """Cards left."""
    end: int
    """Miles of the trip."""

    @property
    def picked(self) -> bool:
        """Whether there is nothing left to pick before an ordinary card can be used."""
        return not self.deck or len(self.hand) == FULL

    def card(self, slot: int) -> Card | None:
        """The card in a slot, 0 for P; None when it is empty."""
        place = slot - (FULL - len(self.hand))
        return self.hand[place] if place >= 0 else None


def without(hand: Hand, slot: int) -> Hand:
    """The hand when a card has left its slot: the first card moves into the gap (rules sheet 2)."""
    place = slot - (FULL - len(hand))
    return hand[1:] if not place else (*hand[1:place], hand[0], *hand[place + 1 :])


def pick_refusal(at: Position) -> str | None:
    """Why no card can be picked now; None when one can."""
    if not at.deck:
        return "no more cards"
    return "already picked" if at.picked else None


def discard_refusal(at: Position, slot: int) -> str | None:
    """Why this slot cannot be discarded; None when it can."""
    card = at.card(slot)
    if card in SAFETIES and (at.picked or len(at.hand) == FULL - 1):
        return "discard a safety?"
    if not at.picked:
        return "must pick first"
    return None if card else "no card there"


def use_refusal(at: Position, slot: int) -> str | None:
    """Why this slot cannot be used; None when it can."""
    card = at.card(slot)
    if card in PREVENTS and cures(card, at.own):
        return None
    if not at.picked:
        return "must pick first"
    return card_refusal(card, at.own, at.other, at.end) if card else "no card there"


def card_refusal(card: Card, own: Tableau, other: Tableau, end: int) -> str | None:
    """Why this card cannot be used by somebody who has picked; None when it can."""
    if card in MILES:
        return _distance_refusal(card, own, end)
    if card in HAZARDS:
        return _hazard_refusal(card, other)
    if card in REMEDIES:
        return None if own.battle is REMEDIES[card] else f'can\'t play "{card}"'
    if card is Card.GO:
        blocked = own.battle is Card.GO or (own.battle in HAZARDS and own.battle is not Card.STOP)
        return f'cannot play "Go" on a "{own.battle}"' if blocked else None
    if card is Card.END_OF_LIMIT:
        return None if own.limited else "not limited"
    if card is Card.SPEED_LIMIT:
        return _limit_refusal(other)
    return None


def _distance_refusal(card: Card, own: Tableau, end: int) -> str | None:
    if card is Card.MILES_200 and own.distances.count(card) == MOST_200S:
        return "only two 200's per hand"
    if own.limited and MILES[card] > LIMITED_TO:
        return "limit of 50"
    if own.miles + MILES[card] > end:
        return f"puts you over {end}"
    return None if own.rolling else "cannot move now"


def _hazard_refusal(card: Card, other: Tableau) -> str | None:
    if not other.rolling:
        return "opponent cannot go"
    return "opponent is protected" if SAFETY_AGAINST[card] in other.safeties else None


def _limit_refusal(other: Tableau) -> str | None:
    if other.limited:
        return "opponent has limit"
    return "opponent is protected" if Card.RIGHT_OF_WAY in other.safeties else None


def is_of_use(card: Card, own: Tableau, other: Tableau, end: int) -> bool:
    """Whether this card keeps a hand alive once the deck is empty (rules sheet 7.1).

    Narrower than what may be used: not a Go for somebody who is rolling, nor a limit on somebody within 50 miles.
    """
    if card_refusal(card, own, other, end):
        return False
    if card is Card.GO:
        return not own.rolling
    return card is not Card.SPEED_LIMIT or other.miles + LIMITED_TO < end


def cures(safety: Card, own: Tableau) -> bool:
    """Whether this safety helps against something that lies on its player now."""
    return own.battle is PREVENTS[safety] or (safety is Card.RIGHT_OF_WAY and own.limited)


def is_coup(safety: Card, own: Tableau) -> bool:
    """Whether this safety answers its own hazard, played in the turn just before: a coup fourré.

    Stricter than the program, which lets the freshness of any hazard count.
    """
    if safety is Card.RIGHT_OF_WAY and own.limited and own.fresh_limit:
        return True
    return own.fresh and own.battle is PREVENTS[safety]
