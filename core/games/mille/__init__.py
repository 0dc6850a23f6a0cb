"""Mille: two players race 700 miles with cards, hand after hand, to 5000 points.

The rules are those of Ken Arnold's program as it plays; "rules sheet" and a number name a section of its
description. Unlike there a coup fourré needs a fresh hazard and its own safety, freshness ends with the
victim's next turn even when the deck is empty, and a hand without cards is skipped.
"""

from __future__ import annotations

from core.base.game import Game, Takeback
from core.base.lazy_import import Imported
from core.games.mille.cards import Card
from core.games.mille.events import (
    Dealt,
    Declined,
    Discarded,
    Event,
    Extended,
    ExtensionOffered,
    GameEnded,
    HandEnded,
    Ordered,
    Picked,
    Played,
    Stopped,
)
from core.games.mille.moves import NOTATION, Move, Verb, moves, read
from core.games.mille.redeal import redeal
from core.games.mille.rules import begin, conclude, decide, evolve, outcome
from core.games.mille.state import Phase, State, Tableau, start, turn
from core.games.mille.views import (
    DealtHidden,
    DiscardedHidden,
    Fact,
    PickedHidden,
    PlayedHidden,
    View,
    reveal,
    standing,
    tell,
    view,
)

__all__ = [
    "GAME",
    "Card",
    "Dealt",
    "DealtHidden",
    "Declined",
    "Discarded",
    "DiscardedHidden",
    "Event",
    "Extended",
    "ExtensionOffered",
    "Fact",
    "GameEnded",
    "HandEnded",
    "Move",
    "Ordered",
    "Phase",
    "Picked",
    "PickedHidden",
    "Played",
    "PlayedHidden",
    "State",
    "Stopped",
    "Tableau",
    "Verb",
    "View",
    "begin",
    "conclude",
    "decide",
    "evolve",
    "moves",
    "outcome",
    "read",
    "redeal",
    "reveal",
    "start",
    "tell",
    "turn",
    "view",
]

GAME = Game(
    name="mille",
    title="Mille",
    rules=1,
    seats=2,
    state=State,
    events={
        "dealt": Dealt,
        "picked": Picked,
        "played": Played,
        "discarded": Discarded,
        "ordered": Ordered,
        "extension_offered": ExtensionOffered,
        "extended": Extended,
        "declined": Declined,
        "hand_ended": HandEnded,
        "game_ended": GameEnded,
        "stopped": Stopped,
    },
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    reveal=reveal,
    tell=tell,
    outcome=outcome,
    conclude=conclude,
    redeal=redeal,
    hint=Imported("core.games.mille.bot.hints", "advised"),
    turn=turn,
    standing=standing,
    notation=NOTATION,
    takeback=Takeback.NEVER,
    draws=(Dealt,),
    chapters=(Dealt,),
    hides=True,
)
