"""What may be done with a card, and the short message that refuses the rest (rules sheet 2, 4 and 5).

Everything here is asked of a `Position`: what the player to move knows, and nothing else.
"""

from __future__ import annotations

from functools import cache

from core.games.mille.cards import (
    HAZARDS,
    MILES,
    NAMES,
    PREVENTS,
    REMEDIES,
    SAFETIES,
    SAFETY_AGAINST,
    Card,
)
from core.games.mille.state import FULL, Position, Tableau
from core.message import Message, message

LIMITED_TO = 50
"""Miles of the longest card under a Speed Limit."""
MOST_200S = 2

NO_CARD = message("no card there")
MUST_PICK = message("must pick first")
NO_MORE_CARDS = message("no more cards")
ALREADY_PICKED = message("already picked")
_A_SAFETY = message("discard a safety?")
_NOT_LIMITED = message("not limited")
_TWO_200S = message("only two 200's per hand")
_LIMIT_OF_50 = message("limit of 50")
_CANNOT_MOVE = message("cannot move now")
_CANNOT_GO = message("opponent cannot go")
_PROTECTED = message("opponent is protected")
_HAS_LIMIT = message("opponent has limit")


def pick_refusal(at: Position) -> Message | None:
    """Why no card can be picked now; None when one can."""
    if not at.deck:
        return NO_MORE_CARDS
    return ALREADY_PICKED if at.picked else None


def discard_refusal(at: Position, slot: int) -> Message | None:
    """Why this slot cannot be discarded; None when it can."""
    card = at.card(slot)
    if card in SAFETIES and (at.picked or len(at.hand) == FULL - 1):
        return _A_SAFETY
    if not at.picked:
        return MUST_PICK
    return None if card else NO_CARD


def use_refusal(at: Position, slot: int) -> Message | None:
    """Why this slot cannot be used; None when it can."""
    card = at.card(slot)
    if card in PREVENTS and cures(card, at.own):
        return None
    if not at.picked:
        return MUST_PICK
    return card_refusal(card, at.own, at.other, at.end) if card else NO_CARD


def card_refusal(card: Card, own: Tableau, other: Tableau, end: int) -> Message | None:
    """Why this card cannot be used by somebody who has picked; None when it can."""
    if card in MILES:
        return _distance_refusal(card, own, end)
    if card in HAZARDS:
        return _hazard_refusal(card, other)
    if card in REMEDIES:
        return None if own.battle is REMEDIES[card] else _useless(card)
    if card is Card.GO:
        blocked = own.battle is Card.GO or (own.battle in HAZARDS and own.battle is not Card.STOP)
        return _on_top_of(own.battle) if own.battle and blocked else None
    if card is Card.END_OF_LIMIT:
        return None if own.limited else _NOT_LIMITED
    if card is Card.SPEED_LIMIT:
        return _limit_refusal(other)
    return None


def _distance_refusal(card: Card, own: Tableau, end: int) -> Message | None:
    if card is Card.MILES_200 and own.distances.count(card) == MOST_200S:
        return _TWO_200S
    if own.limited and MILES[card] > LIMITED_TO:
        return _LIMIT_OF_50
    if own.miles + MILES[card] > end:
        return _over(end)
    return None if own.rolling else _CANNOT_MOVE


def _hazard_refusal(card: Card, other: Tableau) -> Message | None:
    if not other.rolling:
        return _CANNOT_GO
    return _PROTECTED if SAFETY_AGAINST[card] in other.safeties else None


def _limit_refusal(other: Tableau) -> Message | None:
    if other.limited:
        return _HAS_LIMIT
    return _PROTECTED if Card.RIGHT_OF_WAY in other.safeties else None


@cache
def _useless(remedy: Card) -> Message:
    return message('can\'t play "{card}"', card=NAMES[remedy])


@cache
def _on_top_of(battle: Card) -> Message:
    return message('cannot play "{card}" on a "{battle}"', card=NAMES[Card.GO], battle=NAMES[battle])


@cache
def _over(end: int) -> Message:
    return message("puts you over {miles}", miles=end)


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
