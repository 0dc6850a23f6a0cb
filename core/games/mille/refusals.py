"""What is said to a move that is refused: why, and what would help.

`moves` has the short words of the program, for places where there is room for no more.
"""

from core.base.message import Message, message
from core.games.mille import moves
from core.games.mille.cards import HAZARDS, MILES, NAMES, REMEDIES, REMEDY_FOR, SAFETY_AGAINST, Card
from core.games.mille.moves import LIMITED_TO
from core.games.mille.state import Phase, Position

EXPECTED: dict[Phase, Message] = {
    Phase.PLAY: message("Nobody asked you; type p, u SLOT or d SLOT."),
    Phase.EXTENSION: message("Answer yes or no: do you extend the trip to 1000 miles?"),
    Phase.HAND_OVER: message("The hand is over; type another or stop."),
    Phase.SESSION_OVER: message("The session is over."),
}
"""What to say to a move that does not belong to a phase."""


_IN_FULL: dict[Message, Message] = {
    moves.ALREADY_PICKED: message("You have picked already: use a card with u, or discard one with d."),
    moves.NO_MORE_CARDS: message("The deck is empty: use a card with u, or discard one with d."),
    moves.MUST_PICK: message("Pick first, with p. Before that you may only use a safety against the hazard on you."),
    moves.NO_CARD: message("That slot is empty: choose one that holds a card."),
    moves.TWO_200S: message("You may play only two 200s in a hand: play another distance."),
    moves.LIMIT_OF_50: message(
        "Your Speed Limit is {most} miles: play less, or End of Limit, or Right of Way.", most=LIMITED_TO
    ),
    moves.NOT_LIMITED: message("You have no Speed Limit to end: keep the card for later."),
    moves.HAS_LIMIT: message("The other player already has a Speed Limit: keep yours until that one ends."),
    moves.CANNOT_GO: message("The other player is not rolling: wait until they have a Go."),
}
_OF_ATTACKS = (moves.CANNOT_GO, moves.HAS_LIMIT, moves.PROTECTED)


def in_full(short: Message, at: Position, card: Card | None = None) -> Message:
    """What is said for short words against a move, with this card if there is one in the slot."""
    if card in SAFETY_AGAINST and SAFETY_AGAINST[card] in at.other.safeties and short in _OF_ATTACKS:
        said = message("{safety} protects the other player from {card} for the rest of the hand: discard it.")
        return said.filled(safety=NAMES[SAFETY_AGAINST[card]], card=NAMES[card])
    if card is None or short in _IN_FULL:
        return _IN_FULL[short]
    if short is moves.A_SAFETY:
        said = message("Do not discard a safety: use {card}. It brings 100 points and another turn.")
        return said.filled(card=NAMES[card])
    if card in REMEDIES:
        said = message("{card} only helps against {hazard}, and you have none on you.")
        return said.filled(card=NAMES[card], hazard=NAMES[REMEDIES[card]])
    if card is Card.GO and at.own.battle is Card.GO:
        return message("You already have a Go: play miles.")
    if card in MILES and short != moves.CANNOT_MOVE:
        left = at.end - at.own.miles
        return message("That is too far: you need exactly {left} miles.", left=left)
    return _blocked(at)


def _blocked(at: Position) -> Message:
    """What somebody needs who cannot drive."""
    battle = at.own.battle
    if battle not in HAZARDS or battle is Card.STOP:
        return message("You need a Go first, or Right of Way.")
    return message(
        "{hazard} stops you: play {remedy} and then a Go, or {safety}.",
        hazard=NAMES[battle],
        remedy=NAMES[REMEDY_FOR[battle]],
        safety=NAMES[SAFETY_AGAINST[battle]],
    )
