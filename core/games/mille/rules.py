"""What comes of a move in mille, or why it is refused, and what each event changes (rules sheet 1 to 7).

`decide` judges a move. `evolve` judges nothing: what an event says has happened. But an event that cannot have happened
at all, such as the play of a card that is not in its slot, raises ValueError, because a journal may hold anything.
"""

from typing import TypeVar

from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Options, Outcome, Play, Refused, evolved_once
from core.base.message import Message, Who, message
from core.games.mille.cards import HAZARDS, MILES, ORDER, PACK, PREVENTS, REMEDIES, SAFETIES, Card
from core.games.mille.events import (
    DEALT,
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
from core.games.mille.moves import NO_CARD, Move, Verb, discard_refusal, is_coup, is_of_use, pick_refusal, use_refusal
from core.games.mille.refusals import EXPECTED, in_full
from core.games.mille.scoring import bonus_for, scores_of, totals_of
from core.games.mille.state import (
    FULL,
    GAME,
    LONG,
    SHORT,
    Bonus,
    Deed,
    Hand,
    Pair,
    Phase,
    State,
    Step,
    Tableau,
    position_of,
    turn,
    without,
)

T = TypeVar("T")


def begin(options: Options, dice: Dice) -> tuple[Event, ...]:
    """The first hand, which seat 0 starts."""
    return (_deal(0, (0, 0), dice),)


def _deal(starter: int, carried: Pair, dice: Dice) -> Dealt:
    pack = dice.shuffled(PACK)
    return Dealt((pack[:DEALT], pack[DEALT : 2 * DEALT]), pack[2 * DEALT :], starter, carried)


def decide(state: State, play: Play) -> tuple[Event, ...]:
    """What happens when a seat makes a move. Raises `Refused`, which says what would help."""
    move: Move = play.move
    if play.seat not in turn(state):
        raise Refused(EXPECTED[state.phase] if state.phase is Phase.SESSION_OVER else message("It is not your turn."))
    match state.phase, move.verb:
        case Phase.PLAY, Verb.PICK:
            return _pick(state, play.seat)
        case Phase.PLAY, Verb.USE:
            return _use(state, play.seat, move.slot)
        case Phase.PLAY, Verb.DISCARD:
            return _discard(state, play.seat, move.slot)
        case Phase.PLAY, Verb.ORDER:
            return (Ordered(play.seat, not state.ordering[play.seat]),)
        case Phase.EXTENSION, Verb.YES:
            return _settled(state, Extended(play.seat, _next(state, play.seat, goes_on=False)))
        case Phase.EXTENSION, Verb.NO:
            return Declined(play.seat), _hand_ended(state, play.seat)
        case Phase.HAND_OVER, Verb.ANOTHER:
            return (*_booked(state), _deal(state.dealt % 2, _unfinished(state), play.dice))
        case Phase.HAND_OVER, Verb.STOP:
            return (*_booked(state), Stopped(play.seat))
        case phase, _:
            raise Refused(EXPECTED[phase])


def _pick(state: State, seat: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    if short := pick_refusal(at):
        raise Refused(in_full(short, at))
    count = 1 if len(state.hands[seat]) == DEALT else 2
    return _settled(state, Picked(seat, state.deck[:count]))


def _use(state: State, seat: int, slot: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    card, short = at.card(slot), use_refusal(at, slot)
    if card is None or short:
        raise Refused(in_full(short or NO_CARD, at, card))
    coup = card in PREVENTS and is_coup(card, at.own)
    played = Played(seat, slot, card, coup, _next(state, seat, goes_on=card in SAFETIES))
    if card in MILES and at.own.miles + MILES[card] == state.end:
        if state.end == SHORT:
            return replace(played, turn=seat), ExtensionOffered(seat)
        return played, _hand_ended(evolve(state, played), seat)
    return _settled(state, played)


def _discard(state: State, seat: int, slot: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    card, short = at.card(slot), discard_refusal(at, slot)
    if card is None or short:
        raise Refused(in_full(short or NO_CARD, at, card))
    return _settled(state, Discarded(seat, slot, card, _next(state, seat, goes_on=False)))


def _next(state: State, seat: int, goes_on: bool) -> int:
    """Who plays when this seat has got rid of a card; somebody without cards is skipped."""
    left = len(state.hands[seat]) - 1
    if goes_on:
        return seat if left or state.deck else 1 - seat
    return 1 - seat if state.hands[1 - seat] else seat


def _settled(state: State, event: Event) -> tuple[Event, ...]:
    """The event, and the end of the hand if nobody can do anything any more (rules sheet 7.1)."""
    after = evolve(state, event)
    if after.deck or _has_use(after, 0) or _has_use(after, 1):
        return (event,)
    return event, _hand_ended(after, None)


def _has_use(state: State, seat: int) -> bool:
    at = position_of(state, seat)
    return any(is_of_use(card, at) for card in at.hand)


def _hand_ended(state: State, finisher: int | None) -> HandEnded:
    """The end of the hand in this state, with everything that is counted then."""
    bonus = Bonus() if finisher is None else bonus_for(state, finisher)
    ended = replace(state, finisher=finisher, bonus=bonus)
    first, second = scores_of(ended)
    return HandEnded(finisher, bonus, (first.hand, second.hand), totals_of(ended))


def _booked(state: State) -> tuple[Event, ...]:
    """The game that is over now, if one is (rules sheet 7.3). A tie wins nobody the game."""
    first, second = totals_of(state)
    if max(first, second) < GAME:
        return ()
    winner = None if first == second else int(second > first)
    return (GameEnded(winner, (first, second)),)


@evolved_once
def evolve(state: State, event: Event) -> State:
    """The session after an event."""
    match event:  # The most frequent first: a long game is folded in thousands of these steps.
        case Picked():
            return _picked(state, event)
        case Discarded():
            own, other = state.tableaus[event.seat], state.tableaus[1 - event.seat]
            return _rid_of(state, event, Deed.DISCARDED, _aged(own), other, discard=event.card)
        case Played():
            return _played(state, event)
        case Dealt():
            _require(state.phase is Phase.HAND_OVER)
            return _dealt(state, event)
        case Ordered(seat, on):
            _require_turn(state, seat)
            state = replace(state, ordering=_with(state.ordering, seat, on))
            return replace(state, hands=_with(state.hands, seat, _kept(state, seat, state.hands[seat])))
        case ExtensionOffered(seat):
            _require(state.phase is Phase.PLAY and state.turn == seat and state.tableaus[seat].miles == SHORT)
            return replace(state, phase=Phase.EXTENSION)
        case Extended(seat, turn):
            _require(state.phase is Phase.EXTENSION and state.turn == seat)
            return replace(state, phase=Phase.PLAY, end=LONG, turn=turn)
        case Declined(seat):
            _require(state.phase is Phase.EXTENSION and state.turn == seat)
            return state
        case HandEnded(finisher, bonus):
            _require(state.phase in (Phase.PLAY, Phase.EXTENSION))
            return replace(state, phase=Phase.HAND_OVER, finisher=finisher, bonus=bonus)
        case GameEnded(winner):
            _require(state.phase is Phase.HAND_OVER)
            first, second = (won + (winner == seat) for seat, won in enumerate(state.games))
            return replace(state, games=(first, second))
        case Stopped():
            _require(state.phase is Phase.HAND_OVER)
            return replace(state, phase=Phase.SESSION_OVER)


def _require(is_possible: bool) -> None:
    if not is_possible:
        raise ValueError("this cannot have happened here")


def _require_turn(state: State, seat: int) -> None:
    _require(state.phase is Phase.PLAY and state.turn == seat)


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


def _picked(state: State, picked: Picked) -> State:
    seat, cards = picked.seat, picked.cards
    _require_turn(state, seat)
    hand = state.hands[seat]
    _require(state.deck[: len(cards)] == cards and len(hand) + len(cards) <= FULL)
    # Two cards fill P and slot 1. Is slot 2 empty as well, the card in P moves down into it.
    taken = cards if len(hand) + len(cards) == FULL else cards[::-1]
    own = _aged(state.tableaus[seat])
    step = Step(seat, Deed.PICKED, None, own.battle, len(cards))
    return replace(
        state,
        hands=_with(state.hands, seat, taken + hand),
        tableaus=_with(state.tableaus, seat, own),
        deck=state.deck[len(cards) :],
        steps=(*state.steps, step),
        drawn=_with(state.drawn, seat, state.drawn[seat] + cards),
    )


def _played(state: State, played: Played) -> State:
    card, own, other = played.card, state.tableaus[played.seat], state.tableaus[1 - played.seat]
    if card in SAFETIES:
        own = _protected(own, card, played.coup)
    elif card in HAZARDS:
        own, other = _aged(own), replace(other, battle=card, fresh=True)
    elif card is Card.SPEED_LIMIT:
        own, other = _aged(own), replace(other, speed=card, fresh_limit=True)
    elif card in MILES:
        own = replace(_aged(own), distances=(*own.distances, card), miles=own.miles + MILES[card])
    elif card is Card.END_OF_LIMIT:
        own = replace(_aged(own), speed=card)
    else:
        own = replace(_aged(own), battle=card)
    return _rid_of(state, played, Deed.PLAYED, own, other)


def _rid_of(
    state: State, event: Played | Discarded, deed: Deed, own: Tableau, other: Tableau, **changes: object
) -> State:
    """The session once a card has left its slot. Raises ValueError when it cannot have been there."""
    seat, hand = event.seat, state.hands[event.seat]
    _require_turn(state, seat)
    place = event.slot - (FULL - len(hand))
    _require(place >= 0 and hand[place] is event.card)
    return replace(
        state,
        turn=event.turn,
        hands=_with(state.hands, seat, _kept(state, seat, without(hand, event.slot))),
        tableaus=(own, other) if seat == 0 else (other, own),
        steps=(*state.steps, Step(seat, deed, event.card, state.tableaus[seat].battle)),
        **changes,
    )


def _aged(own: Tableau) -> Tableau:
    """The cards before a player whose turn ends: what lies there is not fresh any more."""
    return replace(own, fresh=False, fresh_limit=False) if own.fresh or own.fresh_limit else own


def _protected(own: Tableau, safety: Card, coup: bool) -> Tableau:
    """A safety was played, and cured what it could (rules sheet 5)."""
    safeties = (*own.safeties, safety)
    coups = (*own.coups, safety) if coup else own.coups
    own = replace(own, safeties=safeties, coups=coups)
    if safety is not Card.RIGHT_OF_WAY:
        return replace(own, battle=Card.GO, fresh=False) if own.battle is PREVENTS[safety] else own
    if own.battle is Card.STOP:
        own = replace(own, battle=None, fresh=False)
    elif own.limited and (own.battle is None or own.battle in REMEDIES):
        own = replace(own, battle=Card.GO)
    return replace(own, speed=None, fresh_limit=False) if own.limited else own


def _with(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def outcome(state: State) -> Outcome | None:
    """Once a session was stopped: more games win it, then more points in the unfinished game."""
    if state.phase is not Phase.SESSION_OVER:
        return None
    for reason, (first, second) in (("games", state.games), ("points", _unfinished(state))):
        if first != second:
            return Outcome(reason, (int(second > first),), (max(first, second), min(first, second)))
    return Outcome("tie", ())


def conclude(outcome: Outcome, seat: int | None = None) -> Message:
    """How the session ended. Reasons are "games", "points" and "tie"; the figures are the winner's and the other's."""
    if not outcome.winners:
        return message("The session ends in a tie.")
    winner, (high, low) = outcome.winners[0], outcome.figures
    if seat is not None:
        return _conclude_for_player(outcome.reason, high, low, has_won=seat == winner)
    if outcome.reason == "points":
        return message("{who} wins the session by {high} points to {low}.", who=Who(winner), high=high, low=low)
    if high == 1:
        return message("{who} wins the session by one game to none.", who=Who(winner))
    return message("{who} wins the session by {high} games to {low}.", who=Who(winner), high=high, low=low)


def _conclude_for_player(reason: str, high: int, low: int, *, has_won: bool) -> Message:
    if reason == "points":
        win = message("You win the session, {high} points to {low}.")
        return (win if has_won else message("You lose the session, {low} points to {high}.")).filled(high=high, low=low)
    if high == 1:
        return message("You win the session, one game to none.") if has_won else message("You lose the only game.")
    win = message("You win the session, {high} games to {low}.")
    return (win if has_won else message("You lose the session, {low} games to {high}.")).filled(high=high, low=low)


def _unfinished(state: State) -> Pair:
    """The points of the game that goes on: none when it was booked with this hand."""
    totals = totals_of(state)
    return totals if max(totals) < GAME else (0, 0)
