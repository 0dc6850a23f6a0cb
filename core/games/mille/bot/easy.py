"""The easy player of mille: it drives, attacks and discards as it comes."""

from core.base.chance import Dice
from core.games.mille.bot.memory import Mind, mind_of
from core.games.mille.bot.normal import at_once, playable_of
from core.games.mille.cards import SAFETIES
from core.games.mille.moves import Move, Verb, text_of
from core.games.mille.state import Phase
from core.games.mille.views import View


def choose(view: View, dice: Dice) -> str:
    """Any card that is of use, else any discard; a safety when it helps or nothing else is left. It never extends."""
    if view.phase is Phase.EXTENSION:
        return Verb.NO.value
    if view.phase is not Phase.PLAY:
        return ""
    mind = mind_of(view)
    return text_of(at_once(mind) or _any(mind, dice))


def _any(mind: Mind, dice: Dice) -> Move:
    slots = mind.slots
    if usable := [slot for slot, can in zip(slots, playable_of(mind), strict=True) if can]:
        return Move(Verb.USE, usable[dice.below(len(usable))])
    if loose := [slot for slot in slots if mind.card(slot) not in SAFETIES]:
        return Move(Verb.DISCARD, loose[dice.below(len(loose))])
    return Move(Verb.USE, slots[0])
