"""Moves as they are typed: `p`, `u 3`, `d p`, `o`, `yes`, `no`, `another`, `stop`."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

import attrs

from core.game import Refused
from core.games.mille.cards import Card
from core.games.mille.legality import discard_refusal, pick_refusal, use_refusal
from core.games.mille.state import FULL, SLOTS, Phase
from core.games.mille.views import View
from core.message import message
from core.words import plain, quoted


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
    word, _, rest = _spaced(plain(text)).partition(" ")
    verb = WORDS.get(word)
    if verb in (Verb.USE, Verb.DISCARD):
        return Move(verb, _slot(view, rest))
    if verb is None or rest:
        raise Refused('"{typed}" is not a move; type p, u SLOT or d SLOT.', typed=quoted(text))
    if view.phase is Phase.HAND_OVER and verb in (Verb.YES, Verb.NO):
        return Move(Verb.ANOTHER if verb is Verb.YES else Verb.STOP)
    return Move(verb)


def _spaced(text: str) -> str:
    """With the blank that may be left out: "u3" is "u 3"."""
    glued = text[:1] in ("u", "d") and (text[1:].isdigit() or text[1:] == "p")
    return f"{text[0]} {text[1:]}" if glued else text


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
