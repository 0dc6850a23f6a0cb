"""The moves of mille: what one is, which are legal, and how they are typed and read.

What may be done with a card is asked of a `Position`: what the player to move knows, and nothing else. What may not be
done gets a short message, in the words of the program (rules sheet 2, 4 and 5).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from functools import cache

import attrs

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import quoted
from core.games.mille.cards import HAZARDS, MILES, NAMES, PREVENTS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.state import FULL, SLOTS, Phase, Position, Tableau
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


@attrs.frozen
class Move:
    """One thing a player does."""

    verb: Verb
    slot: int = 0
    """For USE and DISCARD: 0 is P."""


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


ANSWERS: dict[Phase, tuple[Verb, ...]] = {
    Phase.PLAY: (),
    Phase.EXTENSION: (Verb.YES, Verb.NO),
    Phase.HAND_OVER: (Verb.ANOTHER, Verb.STOP),
    Phase.SESSION_OVER: (),
}
"""What may be answered to the question of a phase."""
WORDS: dict[str, Verb] = {verb.value: verb for verb in Verb} | {
    "pick": Verb.PICK, "use": Verb.USE, "discard": Verb.DISCARD, "order": Verb.ORDER,
    "y": Verb.YES, "n": Verb.NO,
}  # fmt: skip

NOTATION = message("""\
p            pick a card
u SLOT       use the card in a slot: p (the card just picked) or 1 to 6
d SLOT       discard it
o            keep the hand in order, or stop doing so
yes, no      answer whether the trip goes on to 1000 miles
another      deal the next hand, or start the next game
stop         end the session after a hand
0 is slot p, too. A card can also be named: u go, d flat tire. Short: u3, y, n.""")


def moves(view: View) -> Mapping[str, Move]:
    """Every legal move of the viewer by its canonical text."""
    return dict(_listed(view))


def _listed(view: View) -> Iterator[tuple[str, Move]]:
    if view.seat is None or view.seat not in view.turn:
        return
    for verb in ANSWERS[view.phase]:
        yield verb.value, Move(verb)
    if view.phase is Phase.PLAY:
        at = view.position(view.seat)
        if not pick_refusal(at):
            yield Verb.PICK.value, Move(Verb.PICK)
        for verb, refusal in ((Verb.USE, use_refusal), (Verb.DISCARD, discard_refusal)):
            for slot in range(FULL):
                if not refusal(at, slot):
                    yield text_of(verb, slot), Move(verb, slot)
        yield Verb.ORDER.value, Move(Verb.ORDER)


def text_of(verb: Verb, slot: int) -> str:
    """A use or a discard as it is typed."""
    return f"{verb.value} {SLOTS[slot].lower()}"


def read(view: View, text: str) -> Move:
    """A typed text as a move, which need not be legal. Raises `Refused` when it is none at all."""
    word, rest = _split(text)
    verb = WORDS.get(word)
    if verb in (Verb.USE, Verb.DISCARD):
        return Move(verb, _slot(view, rest))
    if verb is None or rest:
        raise Refused('"{typed}" is not a move; type p, u SLOT or d SLOT.', typed=quoted(text))
    if view.phase is Phase.HAND_OVER and verb in (Verb.YES, Verb.NO):
        return Move(Verb.ANOTHER if verb is Verb.YES else Verb.STOP)
    return Move(verb)


def _split(text: str) -> tuple[str, str]:
    """The first word, and all others. The blank after it may be left out: "u3" is "u 3"."""
    word, *others = text.lower().split() or ("",)
    if not others and word[:1] in ("u", "d") and (word[1:].isdigit() or word[1:] == "p"):
        return word[0], word[1:]
    return word, " ".join(others)


def _slot(view: View, text: str) -> int:
    """The slot that is meant by its name or by a card in it."""
    if text == "0":
        return 0
    if len(text) == 1 and text.upper() in SLOTS:
        return SLOTS.index(text.upper())
    if text not in {card.lower() for card in Card}:
        raise Refused("Name a slot, p or 1 to 6, or a card of your hand.")
    hand = view.hand
    for slot in range(FULL - len(hand), FULL):
        if hand[slot - FULL].lower() == text:
            return slot
    raise Refused('You do not hold "{card}".', card=text)
