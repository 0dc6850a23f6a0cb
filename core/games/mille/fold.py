"""How an event changes a session of mille.

Whether a move was allowed is not judged here: what an event says has happened. But an event that cannot have happened
at all, such as the play of a card that is not in its slot, raises ValueError, because a journal may hold anything.
"""

from __future__ import annotations

from typing import TypeVar

from core.games.mille.cards import HAZARDS, MILES, ORDER, PREVENTS, REMEDIES, SAFETIES, Card
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
from core.games.mille.state import FULL, LONG, SHORT, Deed, Hand, Phase, State, Step, Tableau, without

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """The session after an event."""
    match event:
        case Dealt():
            _require(state.phase is Phase.HAND_OVER)
            return _dealt(state, event)
        case Picked():
            return _picked(state, event.seat, event.cards)
        case Played():
            return _played(state, event)
        case Discarded():
            return _discarded(state, event)
        case Ordered(seat, on):
            _require_turn(state, seat)
            return _ordered(state, seat, on)
        case ExtensionOffered(seat):
            _require(state.phase is Phase.PLAY and state.turn == seat and state.tableaus[seat].miles == SHORT)
            return _changed(state, phase=Phase.EXTENSION)
        case Extended(seat, turn):
            _require(state.phase is Phase.EXTENSION and state.turn == seat)
            return _changed(state, phase=Phase.PLAY, end=LONG, turn=turn)
        case Declined(seat):
            _require(state.phase is Phase.EXTENSION and state.turn == seat)
            return state
        case HandEnded(finisher, bonus):
            _require(state.phase in (Phase.PLAY, Phase.EXTENSION))
            return _changed(state, phase=Phase.HAND_OVER, finisher=finisher, bonus=bonus)
        case GameEnded(winner):
            _require(state.phase is Phase.HAND_OVER)
            first, second = (won + (winner == seat) for seat, won in enumerate(state.games))
            return _changed(state, games=(first, second))
        case Stopped():
            _require(state.phase is Phase.HAND_OVER)
            return _changed(state, phase=Phase.SESSION_OVER)


def _changed(whole: T, **changes: object) -> T:
    """A copy with these fields changed.

    As attrs.evolve does, which takes six times as long: a game is folded from all its events whenever it is opened.
    """
    copy = object.__new__(type(whole))
    fields = copy.__dict__
    fields.update(whole.__dict__)
    fields.update(changes)
    return copy


def _require(is_possible: bool) -> None:
    if not is_possible:
        raise ValueError("this cannot have happened here")


def _require_turn(state: State, seat: int) -> None:
    _require(state.phase is Phase.PLAY and state.turn == seat)


def _hand_without(state: State, seat: int, slot: int, card: Card) -> Hand:
    """The hand once the card has left its slot. Raises ValueError when it cannot have been there."""
    _require_turn(state, seat)
    hand = state.hands[seat]
    place = slot - (FULL - len(hand))
    _require(place >= 0 and hand[place] is card)
    return _kept(state, seat, without(hand, slot))


def _dealt(state: State, dealt: Dealt) -> State:
    """A table on which nothing of the hand before is left, the discard included."""
    first, second = dealt.hands
    return State(
        phase=Phase.PLAY,
        dealt=state.dealt + 1,
        turn=dealt.starter,
        hands=(_kept(state, 0, first), _kept(state, 1, second)),
        deck=dealt.deck,
        carried=dealt.carried,
        games=state.games,
        ordering=state.ordering,
        drawn=dealt.hands,
    )


def _kept(state: State, seat: int, hand: Hand) -> Hand:
    """The hand as this seat wants to have it kept."""
    return tuple(sorted(hand, key=ORDER.__getitem__)) if state.ordering[seat] else hand


def _picked(state: State, seat: int, cards: Hand) -> State:
    _require_turn(state, seat)
    hand = state.hands[seat]
    _require(state.deck[: len(cards)] == cards and len(hand) + len(cards) <= FULL)
    # Two cards fill P and slot 1. Is slot 2 empty as well, the card in P moves down into it.
    taken = cards if len(hand) + len(cards) == FULL else cards[::-1]
    own = _aged(state.tableaus[seat])
    step = Step(seat, Deed.PICKED, None, own.battle, len(cards))
    return _changed(
        state,
        hands=_with(state.hands, seat, taken + hand),
        tableaus=_with(state.tableaus, seat, own),
        deck=state.deck[len(cards) :],
        steps=(*state.steps, step),
        drawn=_with(state.drawn, seat, state.drawn[seat] + cards),
    )


def _played(state: State, played: Played) -> State:
    seat, card = played.seat, played.card
    hand = _hand_without(state, seat, played.slot, card)
    own, other = state.tableaus[seat], state.tableaus[1 - seat]
    step = Step(seat, Deed.PLAYED, card, own.battle)
    if card in SAFETIES:
        own = _protected(own, card, played.coup)
    elif card in HAZARDS:
        own, other = _aged(own), _changed(other, battle=card, fresh=True)
    elif card is Card.SPEED_LIMIT:
        own, other = _aged(own), _changed(other, speed=card, fresh_limit=True)
    else:
        own = _advanced(_aged(own), card)
    return _changed(
        state,
        turn=played.turn,
        hands=_with(state.hands, seat, hand),
        tableaus=(own, other) if seat == 0 else (other, own),
        steps=(*state.steps, step),
    )


def _aged(own: Tableau) -> Tableau:
    """The cards before a player whose turn ends: what lies there is not fresh any more."""
    return _changed(own, fresh=False, fresh_limit=False) if own.fresh or own.fresh_limit else own


def _advanced(own: Tableau, card: Card) -> Tableau:
    """A distance or a remedy was played."""
    if card in MILES:
        return _changed(own, distances=(*own.distances, card), miles=own.miles + MILES[card])
    return _changed(own, speed=card) if card is Card.END_OF_LIMIT else _changed(own, battle=card)


def _protected(own: Tableau, safety: Card, coup: bool) -> Tableau:
    """A safety was played, and cured what it could (rules sheet 5)."""
    safeties = (*own.safeties, safety)
    coups = (*own.coups, safety) if coup else own.coups
    own = _changed(own, safeties=safeties, coups=coups)
    if safety is Card.RIGHT_OF_WAY:
        return _with_right_of_way(own)
    return _changed(own, battle=Card.GO, fresh=False) if own.battle is PREVENTS[safety] else own


def _with_right_of_way(own: Tableau) -> Tableau:
    if own.battle is Card.STOP:
        own = _changed(own, battle=None, fresh=False)
    elif own.limited and (own.battle is None or own.battle in REMEDIES):
        own = _changed(own, battle=Card.GO)
    return _changed(own, speed=None, fresh_limit=False) if own.limited else own


def _discarded(state: State, discarded: Discarded) -> State:
    seat, card = discarded.seat, discarded.card
    hand = _hand_without(state, seat, discarded.slot, card)
    own = state.tableaus[seat]
    step = Step(seat, Deed.DISCARDED, card, own.battle)
    return _changed(
        state,
        turn=discarded.turn,
        hands=_with(state.hands, seat, hand),
        tableaus=_with(state.tableaus, seat, _aged(own)),
        discard=card,
        steps=(*state.steps, step),
    )


def _ordered(state: State, seat: int, on: bool) -> State:
    after = _changed(state, ordering=_with(state.ordering, seat, on))
    return _changed(after, hands=_with(state.hands, seat, _kept(after, seat, state.hands[seat])))


def _with(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
