"""What is said to a move that is refused: why, and what would help.

`moves` has the short words of the program, for places where there is room for no more.
"""

from core.base.message import Message, message
from core.games.mille import moves
from core.games.mille.cards import HAZARDS, MILES, NAMES, REMEDIES, REMEDY_FOR, SAFETY_AGAINST, Card
from core.games.mille.moves import LIMITED_TO
from core.games.mille.state import Phase, Position

EXPECTED: dict[Phase, Message] = {
    Phase.PLAY: message("Nothing was asked; type p, u SLOT or d SLOT."),
    Phase.EXTENSION: message("Answer yes or no: does the trip go on to 1000 miles?"),
    Phase.HAND_OVER: message("The hand is over; type another or stop."),
    Phase.SESSION_OVER: message("The session is over."),
}
"""What to say to a move that does not belong to a phase."""


_IN_FULL: dict[Message, Message] = {
    moves.ALREADY_PICKED: message("You have picked already: use a card with u, or discard one with d."),
    moves.NO_MORE_CARDS: message("There are no more cards to pick: use a card with u, or discard one with d."),
    moves.MUST_PICK: message("You must pick first, with p. Only a safety against what lies on you may be used before."),
    moves.NO_CARD: message("There is no card in that slot: choose one that holds a card."),
    moves.TWO_200S: message("Only two 200s may be played in a hand: play another distance."),
    moves.LIMIT_OF_50: message(
        "You are under a Speed Limit of {most} miles: play less, or End of Limit, or Right of Way.", most=LIMITED_TO
    ),
    moves.NOT_LIMITED: message("You are under no Speed Limit that an End of Limit could end: keep it until you are."),
    moves.HAS_LIMIT: message("The other player is under a Speed Limit already: keep yours until it ends."),
    moves.CANNOT_GO: message("The other player cannot drive now, so there is nobody to stop: wait for a Go there."),
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
        said = message("discard a safety? Use {card} instead: it is worth 100 points, and you have another turn.")
        return said.filled(card=NAMES[card])
    if card in REMEDIES:
        said = message("{card} helps against {hazard} only, and there is none on you.")
        return said.filled(card=NAMES[card], hazard=NAMES[REMEDIES[card]])
    if card is Card.GO and at.own.battle is Card.GO:
        return message("A Go lies there already: you can drive, so play miles.")
    if card in MILES and short != moves.CANNOT_MOVE:
        left = at.end - at.own.miles
        return message("That is past the end: {left} miles are left, and they must be met exactly.", left=left)
    return _blocked(at)


def _blocked(at: Position) -> Message:
    """What somebody needs who cannot drive."""
    battle = at.own.battle
    if battle not in HAZARDS or battle is Card.STOP:
        return message("You need Go before you can drive: a Go, or Right of Way.")
    return message(
        "{hazard} lies on you: you need {remedy} and then a Go, or {safety}.",
        hazard=NAMES[battle],
        remedy=NAMES[REMEDY_FOR[battle]],
        safety=NAMES[SAFETY_AGAINST[battle]],
    )
