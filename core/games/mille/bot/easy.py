"""The easy player of mille: it drives, attacks and discards as it comes."""

from __future__ import annotations

from core.base.chance import Dice
from core.games.mille.bot.choice import is_playable, safety_at_once
from core.games.mille.bot.memory import mind_of
from core.games.mille.cards import SAFETIES
from core.games.mille.moves import Verb, text_of
from core.games.mille.state import FULL, Phase
from core.games.mille.views import View


def choose(view: View, dice: Dice) -> str:
    """Any card that is of use, else any discard; a safety when it helps or nothing else is left. It never extends."""
    if view.phase is Phase.EXTENSION:
        return Verb.NO.value
    if view.phase is not Phase.PLAY:
        return ""
    mind, first = mind_of(view), FULL - len(view.hand)
    cure = safety_at_once(mind)
    if cure is not None:
        return text_of(Verb.USE, first + cure)
    if first and mind.deck:
        return Verb.PICK.value
    places = range(len(mind.hand))
    usable = [place for place in places if is_playable(mind, mind.hand[place])]
    loose = [place for place in places if mind.hand[place] not in SAFETIES]
    if usable:
        return text_of(Verb.USE, first + usable[dice.below(len(usable))])
    if loose:
        return text_of(Verb.DISCARD, first + loose[dice.below(len(loose))])
    return text_of(Verb.USE, first)
