"""The classic player of mille: the chooser of the original program with its flaw (rules sheet 10.3).

One small distance that is "too close" to the end keeps the whole hand back: it discards instead of moving, attacking
or even finishing.
"""

from __future__ import annotations

from core.base.chance import Dice
from core.games.mille.bot import choice
from core.games.mille.bot.choice import is_playable, is_too_close, least
from core.games.mille.bot.memory import mind_of
from core.games.mille.cards import SAFETIES
from core.games.mille.moves import Verb, text_of
from core.games.mille.state import FULL, SLOTS, Phase
from core.games.mille.views import View


def choose(view: View, dice: Dice) -> str:
    """The move of the normal player, but for that flaw."""
    text = choice.choose(view, dice)
    if view.phase is not Phase.PLAY or text == Verb.PICK.value:
        return text
    mind, first = mind_of(view), FULL - len(view.hand)
    card = mind.hand[SLOTS.index(text[-1].upper()) - first]
    if card in SAFETIES and text.startswith(Verb.USE.value):
        return text
    playable = tuple(is_playable(mind, card) for card in mind.hand)
    if not any(can and is_too_close(mind, card) for card, can in zip(mind.hand, playable, strict=True)):
        return text
    verb, place = least(mind, playable)
    return text_of(verb, first + place)
