"""What the strong player of mille would do in a player's place, and why."""

from core.base.chance import Dice
from core.base.game import Hint
from core.base.message import Argument, Message, Who, message
from core.games.mille.bot.memory import Mind, mind_of, one_card_away
from core.games.mille.bot.normal import is_void, playable_of
from core.games.mille.bot.strong import choose, chosen
from core.games.mille.cards import HAZARDS, MILES, NAMES, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.moves import PICK, Verb, cures, is_coup, text_of
from core.games.mille.state import Phase
from core.games.mille.views import View

SEED = bytes(16)
"""Of the dice that the player rolls once: the same position has one hint."""


def advised(view: View) -> Hint | None:
    """The strong player's move with its reason; None for those who are not to move, and between hands."""
    if view.seat is None or view.seat not in view.turn:
        return None
    dice = Dice(SEED, "mille", 1)
    if view.phase is not Phase.PLAY:
        text = choose(view, dice)
        return Hint(_EXTEND if text == Verb.YES.value else _DECLINE, text) if text else None
    mind = mind_of(view)
    move = chosen(view, mind, dice)
    card = mind.card(move.slot)
    if move == PICK or card is None:
        return Hint(message("Pick a card: every turn begins with one."), text_of(move))
    if move.verb is Verb.DISCARD:
        said = _discarding(mind, card)
    else:
        said = _saving(mind, card) if card in SAFETIES else _using(mind, card)
    of_them: dict[str, Argument] = {"other": Who(1 - view.seat)} if "{other}" in said.template else {}
    return Hint(said.filled(card=NAMES[card], **of_them), text_of(move))


_EXTEND = message("Yes: you have safeties, and 1000 miles bring 200 more points.")
_DECLINE = message("No: take the 400 points for the trip before something happens.")


def _discarding(mind: Mind, card: Card) -> Message:
    if card in SAFETY_AGAINST and SAFETY_AGAINST[card] in mind.other.safeties:
        return message("Discard {card}: nobody can attack you that way any more.")
    if card in MILES and MILES[card] > mind.left:
        return message("Discard {card}: it would take you past the end of the trip.")
    if any(playable_of(mind)):
        return message("Discard {card}: keep what you can use for the end of the trip.")
    return message("Discard {card}: you cannot use any card, and need this one least.")


def _saving(mind: Mind, card: Card) -> Message:
    """Why a safety is used now."""
    if cures(card, mind.own):
        if is_coup(card, mind.own):
            return message("Use {card} at once: a coup fourré brings 300 more points and another turn.")
        return message("Use {card}: it removes the hazard, and you have another turn.")
    if one_card_away(mind):
        return message("Use {card} while you can: {other} may finish next turn, and it is worth 100 points.")
    if is_void(mind, card):
        return message("Use {card}: every card it answers has been played, so do not wait.")
    if any(MILES.get(other) == mind.left for other in mind.hand):
        return message("Use {card} before you finish the trip: in your hand it is worth nothing.")
    return message("Use {card}: the deck is nearly empty, and you have nothing better to do.")


def _using(mind: Mind, card: Card) -> Message:
    """Why a card that is no safety is used."""
    if card in MILES:
        if MILES[card] == mind.left:
            return message("Use {card}: it finishes the trip, which is worth 400 points.")
        return message("Use {card}: no other distance takes you further now.")
    if card in HAZARDS:
        if SAFETY_AGAINST[card] in mind.hand:
            return message("Use {card}: it stops {other}, and you have the safety that answers it.")
        return message("Use {card}: {other} cannot drive until they answer it.")
    if card is Card.SPEED_LIMIT:
        return message("Use {card}: it keeps {other} to 50 miles a turn.")
    if card is Card.GO:
        return message("Use {card}: without it you cannot drive.")
    if card is Card.END_OF_LIMIT:
        return message("Use {card}: then you can drive more than 50 miles a turn again.")
    return message("Use {card} against {hazard}; then you need a Go.", hazard=NAMES[REMEDIES[card]])
