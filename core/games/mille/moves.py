"""The moves of mille: what one is, which are legal, and how they are typed and read.

What may be done with a card is asked of a `Position`: what the player to move knows, and nothing else. What may not be
done gets a short message, in the words of the program (rules sheet 2, 4 and 5).
"""

import enum
from collections.abc import Mapping

from msgspec import Struct

from core.base.game import Refused, Seat
from core.base.message import Message, in_context, message
from core.base.text import quoted
from core.games.mille.cards import HAZARDS, MILES, NAMES, PREVENTS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.state import FULL, SLOTS, Hand, Phase, Position, State, Tableau
from core.games.mille.views import View


class Verb(enum.Enum):
    """What a move does; the values are the words that are typed and journaled."""

    PICK = "p"
    USE = "u"
    DISCARD = "d"
    ORDER = "o"
    YES = "yes"
    NO = "no"
    ANOTHER = "another"
    STOP = "stop"


class Move(Struct, frozen=True, gc=False):
    """One thing a player does."""

    verb: Verb
    slot: int = 0
    """For USE and DISCARD: 0 is P."""


PICK, ORDER = Move(Verb.PICK), Move(Verb.ORDER)

LIMITED_TO = 50
"""Miles of the longest card under a Speed Limit."""
MOST_200S = 2

NO_CARD = message("no card there")
MUST_PICK = message("must pick first")
NO_MORE_CARDS = message("no more cards")
ALREADY_PICKED = message("already picked")
A_SAFETY = message("discard a safety?")
NOT_LIMITED = message("not limited")
TWO_200S = message("only two 200's per hand")
LIMIT_OF_50 = message("limit of 50")
CANNOT_MOVE = message("cannot move now")
CANNOT_GO = message("opponent cannot go")
PROTECTED = message("opponent is protected")
HAS_LIMIT = message("opponent has limit")


def pick_refusal(at: Position) -> Message | None:
    """Why no card can be picked now; None when one can."""
    if not at.deck:
        return NO_MORE_CARDS
    return ALREADY_PICKED if at.picked else None


def discard_refusal(at: Position, slot: int) -> Message | None:
    """Why this slot cannot be discarded; None when it can."""
    card = at.card(slot)
    if card in SAFETIES and (at.picked or len(at.hand) == FULL - 1):
        return A_SAFETY
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
    return card_refusal(card, at) if card else NO_CARD


def card_refusal(card: Card, at: Position) -> Message | None:
    """Why this card cannot be used by somebody who has picked; None when it can."""
    own, other = at.own, at.other
    if card in MILES:
        return _distance_refusal(card, at)
    if card in REMEDIES:
        return None if own.battle is REMEDIES[card] else message('can\'t play "{card}"', card=NAMES[card])
    if card is Card.GO and own.battle and (own.battle is Card.GO or own.battle in REMEDIES.values()):
        return message('cannot play "{card}" on a "{battle}"', card=NAMES[card], battle=NAMES[own.battle])
    if card is Card.END_OF_LIMIT:
        return None if own.limited else NOT_LIMITED
    if card in HAZARDS and not other.rolling:
        return CANNOT_GO
    if card is Card.SPEED_LIMIT and other.limited:
        return HAS_LIMIT
    return PROTECTED if card in SAFETY_AGAINST and SAFETY_AGAINST[card] in other.safeties else None


def _distance_refusal(card: Card, at: Position) -> Message | None:
    own = at.own
    if card is Card.MILES_200 and own.distances.count(card) == MOST_200S:
        return TWO_200S
    if own.limited and MILES[card] > LIMITED_TO:
        return LIMIT_OF_50
    if own.miles + MILES[card] > at.end:
        return message("puts you over {miles}", miles=at.end)
    return None if own.rolling else CANNOT_MOVE


def is_of_use(card: Card, at: Position) -> bool:
    """Whether this card keeps a hand alive once the deck is empty (rules sheet 7.1).

    Narrower than what may be used: not a Go for somebody who is rolling, nor a limit on somebody within 50 miles.
    """
    if card_refusal(card, at):
        return False
    if card is Card.GO:
        return not at.own.rolling
    return card is not Card.SPEED_LIMIT or at.other.miles + LIMITED_TO < at.end


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


ANSWERS: dict[Phase, tuple[Verb, ...]] = {
    Phase.PLAY: (),
    Phase.EXTENSION: (Verb.YES, Verb.NO),
    Phase.HAND_OVER: (Verb.ANOTHER, Verb.STOP),
    Phase.SESSION_OVER: (),
}
"""What may be answered to the question of a phase."""
OWN_WORDS: tuple[Message, ...] = (
    in_context("typed", "pick"), in_context("typed", "use"), in_context("typed", "discard"),
    in_context("typed", "order"), in_context("typed", "yes"), in_context("typed", "no"),
    in_context("typed", "another"), in_context("typed", "stop"),
    *(named for named in NAMES.values() if isinstance(named, Message)),
)  # fmt: skip
"""What may be typed in other languages, too."""
WORDS: dict[str, Verb] = {verb.value: verb for verb in Verb} | {
    "pick": Verb.PICK, "use": Verb.USE, "discard": Verb.DISCARD, "order": Verb.ORDER,
    "y": Verb.YES, "n": Verb.NO,
}  # fmt: skip

NOTATION = message(
    "p            pick a card\n"
    "u SLOT       use the card in a slot: p (the card just picked) or 1 to 6\n"
    "d SLOT       discard it\n"
    "o            keep the hand in order, or stop that\n"
    "yes, no      extend the trip to 1000 miles, or not\n"
    "another      deal the next hand, or start the next game\n"
    "stop         end the session after a hand\n"
    "0 is slot p, too. You can also name a card: u go, d flat tire. Short: u3, y, n."
)


def moves(view: View) -> Mapping[str, Move]:
    """Every legal move of the viewer by its canonical text."""
    if view.seat is None or view.seat not in view.turn:
        return {}
    if view.phase is not Phase.PLAY:
        return {verb.value: Move(verb) for verb in ANSWERS[view.phase]}
    at = view.position(view.seat)
    listed = {} if pick_refusal(at) else {Verb.PICK.value: PICK}
    listed |= {text: move for text, move in USES[at.slots.start :] if not use_refusal(at, move.slot)}
    listed |= {text: move for text, move in DISCARDS[at.slots.start :] if not discard_refusal(at, move.slot)}
    return listed | {Verb.ORDER.value: ORDER}


def text_of(move: Move) -> str:
    """A move as it is typed."""
    return f"{move.verb.value} {SLOTS[move.slot].lower()}" if move.verb in (Verb.USE, Verb.DISCARD) else move.verb.value


USES, DISCARDS = (
    tuple((text_of(move), move) for move in (Move(verb, slot) for slot in range(FULL)))
    for verb in (Verb.USE, Verb.DISCARD)
)
"""What may be done with the card in each slot, with its text: made once, because moves are listed again and again."""


class Sight(Struct, frozen=True, gc=False):
    """What of a view decides how a text is read."""

    phase: Phase
    hand: Hand


def sight(state: State, seat: Seat) -> Sight:
    """That of a seat."""
    return Sight(state.phase, state.hands[seat.number])


def read(view: View | Sight, text: str) -> Move:
    """A typed text as a move, which need not be legal. Raises `Refused` when it is none at all."""
    word, *others = text.lower().split() or ("",)
    rest = " ".join(others)
    if not rest and word[:1] in ("u", "d") and (word[1:].isdigit() or word[1:] == "p"):
        word, rest = word[0], word[1:]  # "u3" is "u 3"
    verb = WORDS.get(word)
    if verb in (Verb.USE, Verb.DISCARD):
        return Move(verb, _slot(view, rest))
    if verb is None or rest:
        raise Refused('"{typed}" is not a move; type p, u SLOT or d SLOT.', typed=quoted(text))
    if view.phase is Phase.HAND_OVER and verb in (Verb.YES, Verb.NO):
        return Move(Verb.ANOTHER if verb is Verb.YES else Verb.STOP)
    return Move(verb)


def _slot(view: View | Sight, text: str) -> int:
    """The slot that is meant by its name or by a card in it."""
    if text == "0":
        return 0
    if len(text) == 1 and text.upper() in SLOTS:
        return SLOTS.index(text.upper())
    held = [card.lower() for card in view.hand]
    if text in held:
        return FULL - len(held) + held.index(text)
    if text in {card.lower() for card in Card}:
        raise Refused('You do not have "{card}".', card=text)
    raise Refused("Name a slot (p or 1 to 6) or a card in your hand.")
