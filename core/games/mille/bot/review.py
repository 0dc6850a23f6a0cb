"""What a move of mille has cost, as the strong player weighs it: by what the one who made it could know."""

from collections.abc import Mapping

import attrs

from core.base.chance import SEED_BYTES, Dice
from core.base.message import Message, message
from core.games.features.critics import Review
from core.games.mille.bot import normal
from core.games.mille.bot.memory import Mind, mind_of
from core.games.mille.bot.strong import weighed
from core.games.mille.cards import NAMES, SAFETIES, Card
from core.games.mille.moves import Move, Verb, read
from core.games.mille.state import Phase
from core.games.mille.views import View

AT_ONCE = 2000.0
"""What it costs to hold back a safety that helps at once, or to discard one: more than any other moves differ by."""


@attrs.frozen
class _Choice:
    verb: Verb
    card: Card


def glance(view: View, text: str) -> float:
    """By how much the best choice outweighs this one; 0 where there was none to make."""
    played, worth = _choices(view, text)
    return max(worth.values()) - worth[played] if played is not None and played in worth else 0.0


def ponder(view: View, text: str) -> Review | None:
    """The same with both in words; None where nothing was better."""
    played, worth = _choices(view, text)
    if played is None or played not in worth:
        return None
    better = max(worth, key=worth.__getitem__)
    cost = worth[better] - worth[played]
    return Review(cost, _told(played), _told(better)) if cost > 0 else None


def _choices(view: View, text: str) -> tuple[_Choice | None, Mapping[_Choice, float]]:
    """What was chosen, and what each choice is worth; None and nothing before a card was picked, and between hands."""
    if view.phase is not Phase.PLAY:
        return None, {}
    mind = mind_of(view)
    played = _choice(mind, read(view, text))
    if not mind.picked or played is None:
        return None, {}
    at_once = normal.at_once(mind)
    if at_once is not None and (forced := _choice(mind, at_once)) is not None:
        return played, {played: 0.0, forced: AT_ONCE * (forced != played)}
    actions = weighed(view, mind, Dice(bytes(SEED_BYTES), "mille", 1))
    worth = {_Choice(move.verb, card): float(worth) for move, card, worth in actions}
    if played.card in SAFETIES:  # The player never discards one.
        worth.setdefault(played, min(worth.values()) - AT_ONCE)
    return played, worth


def _choice(mind: Mind, move: Move) -> _Choice | None:
    card = mind.card(move.slot) if move.verb in (Verb.USE, Verb.DISCARD) else None
    return _Choice(move.verb, card) if card is not None else None


def _told(choice: _Choice) -> Message:
    said = message("use {card}") if choice.verb is Verb.USE else message("discard {card}")
    return said.filled(card=NAMES[choice.card])
