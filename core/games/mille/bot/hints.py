"""What the normal player of mille would do in somebody's place, and why."""

from __future__ import annotations

from core.base.chance import Dice
from core.base.game import Hint
from core.base.message import Argument, Message, Who, message
from core.games.mille.bot.choice import choose, is_playable, is_void, safety_at_once
from core.games.mille.bot.memory import Mind, mind_of, one_card_away
from core.games.mille.cards import HAZARDS, MILES, NAMES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.moves import Verb, is_coup
from core.games.mille.state import FULL, SLOTS, Phase
from core.games.mille.views import View

SEED = bytes(16)
"""Of the dice that the player rolls once: the same position has one hint."""


def advised(view: View) -> Hint | None:
    """The normal player's move with its reason; None for those who are not to move, and between hands."""
    if view.seat is None or view.seat not in view.turn:
        return None
    text = choose(view, Dice(SEED, "mille", 1))
    if not text:
        return None
    if view.phase is Phase.EXTENSION:
        return Hint(_EXTEND if text == Verb.YES.value else _DECLINE, text)
    if text == Verb.PICK.value:
        return Hint(message("Pick a card: a turn begins with that."), text)
    mind = mind_of(view)
    card = mind.hand[SLOTS.index(text[-1].upper()) - (FULL - len(mind.hand))]
    if text.startswith(Verb.DISCARD.value):
        return Hint(_discarding(mind, card).filled(card=NAMES[card]), text)
    said = _saving(mind, card) if card in SAFETIES else _using(mind, card)
    of_them: dict[str, Argument] = {"other": Who(1 - view.seat)} if "{other}" in said.template else {}
    return Hint(said.filled(card=NAMES[card], **of_them), text)


_EXTEND = message("Yes: you have safeties to lean on, and 1000 miles bring 200 points more.")
_DECLINE = message("No: take the 400 points for the trip before something happens.")


def _discarding(mind: Mind, card: Card) -> Message:
    if card in SAFETY_AGAINST and SAFETY_AGAINST[card] in mind.other.safeties:
        return message("Discard {card}: no attack of that kind can be made any more.")
    if card in MILES and MILES[card] > mind.left:
        return message("Discard {card}: it would take you past the end of the trip.")
    if any(is_playable(mind, other) for other in mind.hand):
        return message("Discard {card}: what you could use is better kept for the end of the trip.")
    return message("Discard {card}: nothing can be used, and you will miss it least.")


def _saving(mind: Mind, card: Card) -> Message:
    """Why a safety is used now."""
    if safety_at_once(mind) is not None:
        if is_coup(card, mind.own):
            return message("Use {card} at once: a coup fourré, which brings 300 points more and another turn.")
        return message("Use {card}: it frees you from what lies before you, and you have another turn.")
    if one_card_away(mind):
        return message("Use {card} while you can: {other} may finish with the next card, and it is worth 100 points.")
    if is_void(mind, card):
        return message("Use {card}: every card it could answer is gone, so there is nothing to wait for.")
    if any(MILES.get(other) == mind.left for other in mind.hand):
        return message("Use {card} before you finish the trip: in your hand it is worth nothing.")
    return message("Use {card}: the deck runs out, and there is nothing better to do.")


def _using(mind: Mind, card: Card) -> Message:
    """Why a card that is no safety is used."""
    if card in MILES:
        if MILES[card] == mind.left:
            return message("Use {card}: it finishes the trip, which is worth 400 points.")
        return message("Use {card}: it is the distance that brings you furthest now.")
    if card in HAZARDS:
        if SAFETY_AGAINST[card] in mind.hand:
            return message("Use {card}: it stops {other}, and you hold the safety that would answer it.")
        return message("Use {card}: it stops {other}, who cannot drive until it is answered.")
    if card is Card.SPEED_LIMIT:
        return message("Use {card}: it keeps {other} to 50 miles a turn.")
    if card is Card.GO:
        return message("Use {card}: without it you cannot drive.")
    if card is Card.END_OF_LIMIT:
        return message("Use {card}: then you may drive more than 50 miles a turn again.")
    return message("Use {card}: it repairs what {hazard} did; a Go comes next.", hazard=NAMES[PREVENTS_OF[card]])


PREVENTS_OF = {
    Card.GASOLINE: Card.OUT_OF_GAS,
    Card.SPARE_TIRE: Card.FLAT_TIRE,
    Card.REPAIRS: Card.ACCIDENT,
}
