"""The classic player of mille: the chooser of the original program with its flaw (rules sheet 10.3).

One small distance that is "too close" to the end keeps the whole hand back: it discards instead of moving, attacking
or even finishing.
"""

from core.base.chance import Dice
from core.games.mille.bot import normal
from core.games.mille.bot.memory import mind_of
from core.games.mille.cards import SAFETIES
from core.games.mille.moves import PICK, Verb, text_of
from core.games.mille.state import Phase
from core.games.mille.views import View


def choose(view: View, dice: Dice) -> str:
    """The move of the normal player, but for that flaw."""
    if view.phase is not Phase.PLAY:
        return normal.choose(view, dice)
    mind = mind_of(view)
    move = normal.chosen(mind, dice)
    if move == PICK or (move.verb is Verb.USE and mind.card(move.slot) in SAFETIES):
        return text_of(move)
    playable = normal.playable_of(mind)
    if any(can and normal.is_too_close(mind, card) for card, can in zip(mind.hand, playable, strict=True)):
        move = normal.least(mind, playable)
    return text_of(move)
