"""What happened, in one sentence, as a viewer may know it.

`{0}` and `{1}` stand for the names of the seats. Whoever reads puts them in.
"""

from __future__ import annotations

from core.game import ALL
from core.games.mille.cards import HAZARDS, MILES, Card
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
from core.games.mille.state import Pair


def tell(event: Event, seat: int | None) -> str:
    """One sentence on an event; empty when it is nothing to this viewer."""
    match event:
        case Dealt():
            return f"A hand is dealt; {_who(event.starter, seat, 'starts')}."
        case Picked():
            return _told_picked(event, seat)
        case Played():
            return _told_played(event, seat)
        case Discarded():
            return _said(event.seat, seat, "discards", event.card)
        case Ordered():
            return _told_ordered(event, seat)
        case ExtensionOffered():
            return _said(event.seat, seat, "has", "700 miles and may extend the trip")
        case Extended():
            return _said(event.seat, seat, "extends", "the trip to 1000 miles")
        case Declined():
            return _said(event.seat, seat, "does", "not extend the trip")
        case HandEnded():
            totals = _figures(event.totals, seat)
            return f"The hand is over: {_figures(event.hand, seat)}; overall {totals}."
        case GameEnded():
            return _told_game(event, seat)
        case Stopped():
            return _said(event.seat, seat, "ends", "the session")


_SECOND_PERSON = {"has": "have", "does": "do", "wins": "win"}
"""Verbs that lose more than an s."""


def _who(actor: int, viewer: int | None, verb: str) -> str:
    """ "{0} plays", or "you play" to the seat itself."""
    if actor == viewer:
        return f"you {_SECOND_PERSON.get(verb, verb[:-1])}"
    return f"{{{actor}}} {verb}"


def _said(actor: int, viewer: int | None, verb: str, rest: str) -> str:
    sentence = f"{_who(actor, viewer, verb)} {rest}."
    return sentence[0].upper() + sentence[1:]


def _told_picked(event: Picked, viewer: int | None) -> str:
    if viewer in (event.seat, ALL):
        return _said(event.seat, viewer, "picks", " and ".join(event.cards))
    return _said(event.seat, viewer, "picks", "a card" if len(event.cards) == 1 else "two cards")


def _told_played(event: Played, viewer: int | None) -> str:
    card = event.card
    if card in MILES:
        return _said(event.seat, viewer, "plays", f"{card} miles")
    if card in HAZARDS or card is Card.SPEED_LIMIT:
        other = 1 - event.seat
        return _said(event.seat, viewer, "plays", f"{card} on {'you' if other == viewer else f'{{{other}}}'}")
    return _said(event.seat, viewer, "plays", f"{card}: coup fourré" if event.coup else card)


def _told_ordered(event: Ordered, viewer: int | None) -> str:
    if event.seat != viewer:
        return ""
    return "Your hand is kept in order." if event.on else "Your hand is no longer kept in order."


def _told_game(event: GameEnded, viewer: int | None) -> str:
    first, second = event.totals
    if event.winner is None:
        return f"The game is a tie at {first} points and nobody wins it."
    points = f"the game by {max(first, second)} points to {min(first, second)}"
    return _said(event.winner, viewer, "wins", points)


def _figures(points: Pair, viewer: int | None) -> str:
    return ", ".join(f"{'you' if seat == viewer else f'{{{seat}}}'} {figure}" for seat, figure in enumerate(points))
