"""A plain greedy policy of mille, as a program for duels: `python -m tests.bench.mille_greedy`.

The program as shipped lost two games of three to a policy of this kind (67.0 % of 300 games, mean totals 5121 to
4176, 4.2 hands a game: rules sheet 10.6). It has a flaw that ours has not: one small distance card that is "too
close" to the end keeps its whole hand back. The level `classic` has it, too.

The policy: answer an attack with its safety at once, else keep safeties for a coup fourré until the deck is
nearly gone; never let a chance to finish, to start or to attack go by; then the longest distance; discard what
is worth least. It has nothing to say between hands.
"""

from __future__ import annotations

import sys

from core.base.chance import SEED_BYTES, Dice
from core.games.features.bots import Bot
from core.games.mille import GAME
from core.games.mille.cards import HAZARDS, MILES, PREVENTS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.moves import cures
from core.games.mille.state import FULL, SLOTS, Phase
from core.games.mille.views import View
from frontends.commands.programs import send
from frontends.programs.bot import BotProgram

LATE = 25
"""Cards left when safeties are not held back any more."""
BEHIND = 400
"""Miles below which the opponent seems far enough behind for an extension."""


def greedy(view: View, dice: Dice) -> str:
    """The plain policy's move."""
    if view.phase is Phase.HAND_OVER:
        return ""
    if view.phase is Phase.EXTENSION:
        return "yes" if extends(view) else "no"
    return _answer(view) or ("p" if not view.picked else _play(view))


def extends(view: View) -> bool:
    """Whether the opponent is far behind and cannot go on for the moment."""
    other = view.tableaus[view.turn[0] - 1]
    return 0 < other.miles < BEHIND and not other.rolling and view.deck > LATE


def _slot(view: View, card: Card) -> str:
    place = view.hand.index(card) + FULL - len(view.hand)
    return SLOTS[place].lower()


def _answer(view: View) -> str | None:
    """A safety against what lies on the player."""
    own = view.tableaus[view.turn[0]]
    for card in view.hand:
        if card in PREVENTS and cures(card, own):
            return f"u {_slot(view, card)}"
    return None


def _play(view: View) -> str:
    moves = GAME.moves(view)
    usable = [card for card in view.hand if f"u {_slot(view, card)}" in moves]
    late = view.deck <= LATE
    useful = [card for card in usable if _merit(view, card) and (late or card not in SAFETIES)]
    if useful:
        return f"u {_slot(view, max(useful, key=lambda card: _merit(view, card)))}"
    loose = [card for card in view.hand if card not in SAFETIES]
    if loose:
        return f"d {_slot(view, min(loose, key=lambda card: _keep(view, card)))}"
    return f"u {_slot(view, view.hand[0])}"


def _merit(view: View, card: Card) -> int:
    """How gladly a card is used that can be; 0 keeps it."""
    own = view.tableaus[view.turn[0]]
    if card in SAFETIES:
        return 1000
    if card in MILES:
        return 900 if own.miles + MILES[card] == view.end else MILES[card]
    if card is Card.GO:
        return 0 if own.rolling else 800
    if card in REMEDIES or card is Card.END_OF_LIMIT:
        return 700
    return 600 if card in HAZARDS else 500


def _keep(view: View, card: Card) -> int:
    """How unwillingly a card is discarded."""
    own, other = view.tableaus[view.turn[0]], view.tableaus[view.turn[0] - 1]
    held = view.hand.count(card)
    if card in MILES:
        return 0 if own.miles + MILES[card] > view.end else 10 + MILES[card] // 5
    if card in SAFETY_AGAINST:
        return 0 if SAFETY_AGAINST[card] in other.safeties else 60
    safety = SAFETY_AGAINST[REMEDIES[card]] if card in REMEDIES else Card.RIGHT_OF_WAY
    if safety in own.safeties or safety in view.hand:
        return 0
    return {Card.GO: 70, Card.END_OF_LIMIT: 35}.get(card, 40) // held


GREEDY = Bot("mille", "Greedy", greedy)

if __name__ == "__main__":
    BotProgram(GREEDY, bytes(SEED_BYTES)).run(iter(sys.stdin.buffer.readline, b""), send)
