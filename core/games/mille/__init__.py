"""Mille: two players race 700 miles with cards, hand after hand, to 5000 points.

The rules are those of Ken Arnold's program as it plays; "rules sheet" and a number name a section of its
description. Unlike there a coup fourré needs a fresh hazard and its own safety, freshness ends with the
victim's next turn even when the deck is empty, and a hand without cards is skipped.
"""

from core.base.game import Game, Takeback
from core.base.lazy_import import Imported
from core.games.mille import events, moves, redeal, rules, scoring, state, views

GAME = Game(
    name="mille",
    title="Mille",
    rules=1,
    seats=2,
    state=state.State,
    events={
        "dealt": events.Dealt,
        "picked": events.Picked,
        "played": events.Played,
        "discarded": events.Discarded,
        "ordered": events.Ordered,
        "extension_offered": events.ExtensionOffered,
        "extended": events.Extended,
        "declined": events.Declined,
        "hand_ended": events.HandEnded,
        "game_ended": events.GameEnded,
        "stopped": events.Stopped,
    },
    start=state.start,
    begin=rules.begin,
    decide=rules.decide,
    evolve=rules.evolve,
    view=views.view,
    moves=moves.moves,
    read=moves.read,
    sight=moves.sight,
    reveal=views.reveal,
    follow=views.follow,
    tell=views.tell,
    outcome=rules.outcome,
    conclude=rules.conclude,
    redeal=redeal.redeal,
    hint=Imported("core.games.mille.bot.hints", "advised"),
    turn=state.turn,
    standing=scoring.totals_of,
    notation=moves.NOTATION,
    words=moves.OWN_WORDS,
    takeback=Takeback.NEVER,
    draws=(events.Dealt,),
    chapters=(events.Dealt,),
    check=state.check,
    hides=True,
)
