"""What is said to a move that is refused: why, and what would help.

`moves` has the short words of the program, for places where there is room for no more.
"""

from __future__ import annotations

from core.base.message import Argument, Message, message
from core.games.mille.cards import HAZARDS, MILES, NAMES, REMEDIES, SAFETY_AGAINST, Card
from core.games.mille.moves import (
    ALREADY_PICKED,
    LIMITED_TO,
    MOST_200S,
    MUST_PICK,
    NO_MORE_CARDS,
    discard_refusal,
    pick_refusal,
    use_refusal,
)
from core.games.mille.state import Phase, Position

_LONG = {
    ALREADY_PICKED: message("You have picked already: use a card with u, or discard one with d."),
    NO_MORE_CARDS: message("There are no more cards to pick: use a card with u, or discard one with d."),
    MUST_PICK: message("You must pick first, with p. Only a safety against what lies on you may be used before."),
}
_NOTHING_THERE = message("There is no card in that slot: choose one that holds a card.")
EXPECTED: dict[Phase, Message] = {
    Phase.PLAY: message("Nothing was asked; type p, u SLOT or d SLOT."),
    Phase.EXTENSION: message("Answer yes or no: does the trip go on to 1000 miles?"),
    Phase.HAND_OVER: message("The hand is over; type another or stop."),
    Phase.SESSION_OVER: message("The session is over."),
}
"""What to say to a move that does not belong to a phase."""


def why_no_pick(at: Position) -> Message | None:
    """Why no card can be picked now; None when one can."""
    short = pick_refusal(at)
    return _LONG[short] if short else None


def why_no_discard(at: Position, slot: int) -> Message | None:
    """Why this slot cannot be discarded; None when it can."""
    short = discard_refusal(at, slot)
    if short is None or short in _LONG:
        return _LONG[short] if short else None
    card = at.card(slot)
    if card is None:
        return _NOTHING_THERE
    said = message("discard a safety? Use {card} instead: it is worth 100 points, and you have another turn.")
    return said.filled(card=NAMES[card])


def why_no_use(at: Position, slot: int) -> Message | None:
    """Why this slot cannot be used; None when it can."""
    short = use_refusal(at, slot)
    if short is None or short in _LONG:
        return _LONG[short] if short else None
    card = at.card(slot)
    if card is None:
        return _NOTHING_THERE
    return _why_not(card, at)


def _why_not(card: Card, at: Position) -> Message:
    """Why a card that is held cannot be used by somebody who has picked."""
    if card in MILES:
        return _no_distance(card, at)
    if card in HAZARDS or card is Card.SPEED_LIMIT:
        return _no_attack(card, at)
    if card in REMEDIES:
        said = message("{card} helps against {hazard} only, and there is none on you.")
        return said.filled(card=NAMES[card], hazard=NAMES[REMEDIES[card]])
    if card is Card.END_OF_LIMIT:
        return message("You are under no Speed Limit that an End of Limit could end: keep it until you are.")
    if at.own.battle is Card.GO:
        return message("A Go lies there already: you can drive, so play miles.")
    return _blocked(at)


def _no_distance(card: Card, at: Position) -> Message:
    if card is Card.MILES_200 and at.own.distances.count(card) == MOST_200S:
        return message("Only two 200s may be played in a hand: play another distance.")
    if at.own.limited and MILES[card] > LIMITED_TO:
        said = message("You are under a Speed Limit of {most} miles: play less, or End of Limit, or Right of Way.")
        return said.filled(most=LIMITED_TO)
    left = at.end - at.own.miles
    if MILES[card] > left:
        return message("That is past the end: {left} miles are left, and they must be met exactly.", left=left)
    return _blocked(at)


def _blocked(at: Position) -> Message:
    """What somebody needs who cannot drive."""
    battle = at.own.battle
    if battle in HAZARDS and battle is not Card.STOP:
        said = message("{hazard} lies on you: you need {remedy} and then a Go, or {safety}.")
        args: dict[str, Argument] = {
            "hazard": NAMES[battle],
            "remedy": NAMES[next(remedy for remedy, hazard in REMEDIES.items() if hazard is battle)],
            "safety": NAMES[SAFETY_AGAINST[battle]],
        }
        return said.filled(**args)
    return message("You need Go before you can drive: a Go, or Right of Way.")


def _no_attack(card: Card, at: Position) -> Message:
    safety = SAFETY_AGAINST[card]
    if safety in at.other.safeties:
        said = message("{safety} protects the other player from {card} for the rest of the hand: discard it.")
        return said.filled(safety=NAMES[safety], card=NAMES[card])
    if card is Card.SPEED_LIMIT:
        return message("The other player is under a Speed Limit already: keep yours until it ends.")
    return message("The other player cannot drive now, so there is nobody to stop: wait for a Go there.")
