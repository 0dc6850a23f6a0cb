"""A position of mille in words and figures, for line manner."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from core.games.mille import Phase, Tableau, View
from core.games.mille.state import FULL, SLOTS, Hand
from core.table import TableView
from frontends.screens.mille_score import left_seat, lines_of

GLUE = "\xa0"
"""A blank at which no line is broken."""


def describe(view: View, columns: int) -> Sequence[str]:
    """Both tableaus, the viewer's hand, the points and what is to be done."""
    return [
        line.replace(GLUE, " ")
        for sentence in _sentences(view)
        for line in textwrap.wrap(sentence, columns, subsequent_indent="  ")
    ]


def _sentences(view: View) -> Iterator[str]:
    first = left_seat(view)
    extended = ", extended" if view.end == 1000 else ""
    yield f"Hand {view.dealt}, a trip of {view.end} miles{extended}."
    yield f"Deck: {view.deck} cards. Discard: {view.discard or 'none'}."
    for seat in (first, 1 - first):
        yield f"{_name(view, seat)}: {_tableau(view.tableaus[seat], view.end)}."
    for seat in (first, 1 - first):
        hand = view.hands[seat]
        if hand is not None:
            yield f"{_name(view, seat)} {_have(view, seat)}: {_slots(hand)}."
        elif view.counts[seat]:
            yield f"{_name(view, seat)} {_have(view, seat)} {view.counts[seat]} cards."
    yield from _points(view, first)
    yield _due(view)


def _name(view: View, seat: int) -> str:
    if view.seat is None:
        return f"Seat {seat + 1}"
    return "You" if seat == view.seat else "Opponent"


def _have(view: View, seat: int) -> str:
    return "hold" if seat == view.seat else "holds"


def _tableau(tableau: Tableau, end: int) -> str:
    parts = [f"{tableau.miles} miles, {end - tableau.miles} to go"]
    parts.append("rolling" if tableau.rolling else "not rolling")
    parts.append(f"battle {tableau.battle or 'blank'}")
    parts.append(f"speed {tableau.speed or 'blank'}")
    safeties = [f"{safety}{' (coup fourre)' if safety in tableau.coups else ''}" for safety in tableau.safeties]
    parts.append(f"safeties {', '.join(safeties)}" if safeties else "no safeties")
    return "; ".join(parts)


def _slots(hand: Hand) -> str:
    named = zip(SLOTS[FULL - len(hand) :], hand, strict=True)
    return ", ".join(f"{name} {card}".replace(" ", GLUE) for name, card in named) or "nothing"


def _points(view: View, first: int) -> Iterator[str]:
    if view.phase in (Phase.HAND_OVER, Phase.SESSION_OVER):
        for seat in (first, 1 - first):
            lines = ", ".join(f"{label} {points}" for label, points in lines_of(view.scores[seat]))
            yield f"{_name(view, seat)}: {lines or 'no points'}."
    hand, totals, games = (view.scores[0].hand, view.scores[1].hand), view.totals, view.games
    this, overall, won = (f"{pair[first]} to {pair[1 - first]}" for pair in (hand, totals, games))
    yield f"Points: this hand {this}, overall {overall}; games {won}."


def _due(view: View) -> str:
    """What is to be done, and by whom."""
    mine = view.seat in view.turn
    match view.phase:
        case Phase.PLAY if not mine:
            return f"{_name(view, view.turn[0])} plays."
        case Phase.PLAY:
            return "Use or discard a card." if view.picked else "Pick a card."
        case Phase.EXTENSION:
            return "Extension? yes or no." if mine else f"{_name(view, view.turn[0])} may extend the trip."
        case Phase.HAND_OVER:
            return f"Another {'game' if view.game_over else 'hand'}?" + (" another or stop." if mine else "")
        case Phase.SESSION_OVER:
            return "The session is over."


def status(table: TableView) -> str:
    """Miles and points."""
    view: View = table.view
    first = left_seat(view)
    miles = " to ".join(str(view.tableaus[seat].miles) for seat in (first, 1 - first))
    points = " to ".join(str(view.totals[seat]) for seat in (first, 1 - first))
    return f"hand {view.dealt}: {miles} miles, overall {points}"
