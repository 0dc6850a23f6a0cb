"""What a seat or a spectator may know of a session of mille."""

from __future__ import annotations

import attrs

from core.game import EVERYONE, Viewer
from core.games.mille.cards import Card
from core.games.mille.state import (
    FULL,
    GAME,
    Hand,
    Pair,
    Phase,
    Position,
    Score,
    State,
    Step,
    Tableau,
    is_open_to_all,
    scores_of,
    totals_of,
    totals_with,
    turn,
)


@attrs.frozen
class View:
    """A session as one viewer sees it. Pairs have an entry for seat 0 and one for seat 1."""

    seat: int | None
    turn: tuple[int, ...]
    phase: Phase
    dealt: int
    """Hands dealt in this session."""
    hands: tuple[Hand | None, Hand | None]
    """From the left; None for a hand that the viewer may not see."""
    counts: Pair
    """Cards in each hand."""
    tableaus: tuple[Tableau, Tableau]
    deck: int
    """Cards left."""
    discard: Card | None
    end: int
    """Miles of the trip."""
    scores: tuple[Score, Score]
    """Points of this hand so far."""
    totals: Pair
    """Points of this game so far."""
    games: Pair
    """Games won and booked."""
    ordering: bool
    """Whether the viewer's hand is kept in order."""
    steps: tuple[Step, ...]
    """What everybody saw in this hand."""
    drawn: Hand
    """All cards the viewer was dealt (six) and has picked in this hand, in order."""

    @property
    def hand(self) -> Hand:
        """The viewer's own hand; empty for a spectator."""
        return (self.hands[self.seat] or ()) if self.seat is not None else ()

    @property
    def picked(self) -> bool:
        """Whether whoever plays has picked, or need not: then a card is used or discarded next."""
        return not self.deck or any(self.counts[seat] == FULL for seat in self.turn)

    @property
    def game_over(self) -> bool:
        """Whether this hand, now over, has ended a game: the next one starts the next game."""
        return self.phase is Phase.HAND_OVER and max(self.totals) >= GAME

    def position(self, seat: int) -> Position:
        """What decides about the plays of the viewer's own seat."""
        return Position(self.hand, self.tableaus[seat], self.tableaus[1 - seat], self.deck, self.end)


def view(state: State, viewer: Viewer) -> View:
    """What this viewer may know. Spectators see no hand before the session is over."""
    first, second = state.hands
    scores = scores_of(state)
    seat = viewer.number
    is_open = viewer is EVERYONE or is_open_to_all(state)
    return View(
        seat=seat,
        turn=turn(state),
        phase=state.phase,
        dealt=state.dealt,
        hands=(
            first if is_open or seat == 0 else None,
            second if is_open or seat == 1 else None,
        ),
        counts=(len(first), len(second)),
        tableaus=state.tableaus,
        deck=len(state.deck),
        discard=state.discard,
        end=state.end,
        scores=scores,
        totals=totals_with(state, scores),
        games=state.games,
        ordering=seat is not None and state.ordering[seat],
        steps=state.steps,
        drawn=() if seat is None else state.drawn[seat],
    )


def standing(state: State) -> tuple[int, ...]:
    """The points of this game, those of the hand that is played included."""
    return totals_of(state)
