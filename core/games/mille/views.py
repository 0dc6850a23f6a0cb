"""What each viewer may know of a session of mille, what they learn of what happens, and how they are told."""

from collections.abc import Sequence
from typing import Any

import attrs

from core.base.game import EVERYONE, Viewer
from core.base.message import Argument, Message, Who, message, said_of
from core.games.mille.cards import MILES, NAMES, SAFETY_AGAINST, Card
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
from core.games.mille.scoring import Score, scores_of, totals_with
from core.games.mille.state import FULL, GAME, SHORT, Hand, Pair, Phase, Position, State, Step, Tableau, turn


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
    is_open = viewer is EVERYONE or state.phase is Phase.SESSION_OVER
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


@attrs.frozen
class DealtHidden:
    """A hand was dealt, as somebody sees it who does not see all of it."""

    hand: Hand | None
    """The viewer's own, slots 1 to 6; None for those who do not play."""
    starter: int
    carried: Pair
    """Points of the game with which the seats start this hand."""


@attrs.frozen
class PickedHidden:
    """The other seat picked cards."""

    seat: int
    count: int


@attrs.frozen
class Drove:
    """A seat used a distance card, with what it came to: everybody sees both roads."""

    seat: int
    card: Card
    miles: int
    """Of the trip so far, these included."""
    end: int


def follow(state: State, events: Sequence[Any]) -> tuple[Any, ...]:
    """The last events, those that are plays of distance cards with the miles they came to, back to the last deal."""
    miles, end = [tableau.miles for tableau in state.tableaus], state.end
    followed: list[Any] = []
    for number, event in enumerate(reversed(events)):
        match event:
            case Dealt():
                return (*events[: len(events) - number], *reversed(followed))
            case Extended():
                end = SHORT
            case Played(seat, _, card) if card in MILES:
                followed.append(Drove(seat, card, miles[seat], end))
                miles[seat] -= MILES[card]
                continue
            case _:
                pass
        followed.append(event)
    return tuple(reversed(followed))


@attrs.frozen
class PlayedHidden:
    """The other seat used a card. Its slot would tell something about the rest of the hand."""

    seat: int
    card: Card
    coup: bool
    turn: int
    """The seat that goes on."""


@attrs.frozen
class DiscardedHidden:
    """The other seat discarded a card, from a slot that would tell something about the rest of the hand."""

    seat: int
    card: Card
    turn: int
    """The seat that goes on."""


Fact = Event | DealtHidden | PickedHidden | PlayedHidden | DiscardedHidden | Drove
"""What a viewer learns: the event itself where nothing of it is hidden."""


def reveal(event: Event | Drove, viewer: Viewer) -> Fact | None:
    """The event without what this viewer may not see; None when it is nothing to this viewer."""
    if viewer is EVERYONE:
        return event
    seat = viewer.number
    match event:
        case Dealt(hands, _, starter, carried):
            return DealtHidden(None if seat is None else hands[seat], starter, carried)
        case Picked(who, cards):
            return event if who == seat else PickedHidden(who, len(cards))
        case Played(who, _, card, coup, turn):
            return event if who == seat else PlayedHidden(who, card, coup, turn)
        case Discarded(who, _, card, turn):
            return event if who == seat else DiscardedHidden(who, card, turn)
        case Ordered(who):
            return event if who == seat else None
        case _:
            return event


def tell(fact: Fact, viewer: Viewer) -> Message:
    """A fact as a message, to the viewer's own seat in the second person."""
    you = viewer.number
    match fact:
        case Dealt(starter=starter) | DealtHidden(starter=starter):
            if starter == you:
                return message("A hand is dealt; you start.")
            return message("A hand is dealt; {who} starts.", who=Who(starter))
        case Picked() | PickedHidden():
            return _told_picked(fact, you)
        case Played() | PlayedHidden():
            return _told_played(fact, you)
        case Drove(seat, card, miles, end):
            own = message("You play {card} miles: {miles} of {end}.")
            others = message("{who} plays {card} miles: {miles} of {end}.")
            return said_of(seat == you, own, others, seat, card=NAMES[card], miles=miles, end=end)
        case Discarded(seat=seat, card=card) | DiscardedHidden(seat=seat, card=card):
            own, others = message("You discard {card}."), message("{who} discards {card}.")
            return said_of(seat == you, own, others, seat, card=NAMES[card])
        case HandEnded():
            return _told_hand(fact, you)
        case GameEnded():
            return _told_game(fact, you)
        case Ordered(seat, on):
            return said_of(seat == you, *(_KEPT if on else _NOT_KEPT), seat)
        case ExtensionOffered(seat) | Extended(seat) | Declined(seat) | Stopped(seat):
            return said_of(seat == you, *_SIMPLE[type(fact)], seat)


_KEPT = message("Your hand is kept in order."), message("{who} keeps the hand in order.")
_NOT_KEPT = message("Your hand is no longer kept in order."), message("{who} no longer keeps the hand in order.")
_SIMPLE: dict[type, tuple[Message, Message]] = {
    ExtensionOffered: (
        message("You have 700 miles and may extend the trip."),
        message("{who} has 700 miles and may extend the trip."),
    ),
    Extended: (message("You extend the trip to 1000 miles."), message("{who} extends the trip to 1000 miles.")),
    Declined: (message("You do not extend the trip."), message("{who} does not extend the trip.")),
    Stopped: (message("You end the session."), message("{who} ends the session.")),
}
"""What is said to the seat itself, and to all others."""


def _told_picked(fact: Picked | PickedHidden, you: int | None) -> Message:
    seat, is_own = fact.seat, fact.seat == you
    if isinstance(fact, PickedHidden):
        others = message("{who} picks a card.") if fact.count == 1 else message("{who} picks two cards.")
        return others.filled(who=Who(seat))
    card, *second = (NAMES[card] for card in fact.cards)
    if not second:
        return said_of(is_own, message("You pick {card}."), message("{who} picks {card}."), seat, card=card)
    own, others = message("You pick {card} and {second}."), message("{who} picks {card} and {second}.")
    return said_of(is_own, own, others, seat, card=card, second=second[0])


def _told_played(fact: Played | PlayedHidden, you: int | None) -> Message:
    seat, card = fact.seat, NAMES[fact.card]
    is_own = seat == you
    if fact.card in MILES:
        own, others = message("You play {card} miles."), message("{who} plays {card} miles.")
    elif fact.card in SAFETY_AGAINST:
        if you == 1 - seat:
            return message("{who} plays {card} on you.", who=Who(seat), card=card)
        own, others = message("You play {card} on {other}."), message("{who} plays {card} on {other}.")
        return said_of(is_own, own, others, seat, card=card, other=Who(1 - seat))
    elif fact.coup:
        own, others = message("You play {card}: coup fourré."), message("{who} plays {card}: coup fourré.")
    else:
        own, others = message("You play {card}."), message("{who} plays {card}.")
    return said_of(is_own, own, others, seat, card=card)


def _told_hand(fact: HandEnded, you: int | None) -> Message:
    one = 0 if you is None else you
    other = 1 - one
    points: dict[str, Argument] = {
        "other": Who(other),
        "one_hand": fact.hand[one],
        "other_hand": fact.hand[other],
        "one_total": fact.totals[one],
        "other_total": fact.totals[other],
    }
    own = message(
        "The hand is over: you {one_hand}, {other} {other_hand}; overall you {one_total}, {other} {other_total}."
    )
    others = message(
        "The hand is over: {who} {one_hand}, {other} {other_hand}; overall {who} {one_total}, {other} {other_total}."
    )
    return said_of(one == you, own, others, one, **points)


def _told_game(fact: GameEnded, you: int | None) -> Message:
    high, low = max(fact.totals), min(fact.totals)
    if fact.winner is None:
        return message("The game is a tie at {points} points.", points=high)
    own = message("You win the game by {high} points to {low}.")
    others = message("{who} wins the game by {high} points to {low}.")
    return said_of(fact.winner == you, own, others, fact.winner, high=high, low=low)
