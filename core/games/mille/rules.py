"""What comes of a move in mille, or why it is refused."""

from __future__ import annotations

import attrs

from core.chance import Dice
from core.game import Options, Outcome, Play, Refused
from core.games.mille.cards import MILES, PACK, PREVENTS, SAFETIES
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
from core.games.mille.fold import evolve
from core.games.mille.moves import (
    NO_CARD,
    Move,
    Verb,
    discard_refusal,
    is_coup,
    is_of_use,
    pick_refusal,
    use_refusal,
)
from core.games.mille.refusals import why_no_discard, why_no_pick, why_no_use
from core.games.mille.state import (
    GAME,
    SHORT,
    Bonus,
    Pair,
    Phase,
    State,
    bonus_for,
    position_of,
    scores_of,
    totals_of,
    turn,
)
from core.message import Message, Who, message


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
            return _extend(state, play.seat)
        case Phase.EXTENSION, Verb.NO:
            return Declined(play.seat), _hand_ended(state, play.seat)
        case Phase.HAND_OVER, Verb.ANOTHER:
            return (*_booked(state), _deal(state.dealt % 2, _unfinished(state), play.dice))
        case Phase.HAND_OVER, Verb.STOP:
            return (*_booked(state), Stopped(play.seat))
        case phase, _:
            raise Refused(EXPECTED[phase])


EXPECTED: dict[Phase, Message] = {
    Phase.PLAY: message("Nothing was asked; type p, u SLOT or d SLOT."),
    Phase.EXTENSION: message("Answer yes or no: does the trip go on to 1000 miles?"),
    Phase.HAND_OVER: message("The hand is over; type another or stop."),
    Phase.SESSION_OVER: message("The session is over."),
}
"""What to say to a move that does not belong to a phase."""


def _pick(state: State, seat: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    if pick_refusal(at):
        raise Refused(why_no_pick(at) or NO_CARD)
    count = 1 if len(state.hands[seat]) == DEALT else 2
    return _settled(state, Picked(seat, state.deck[:count]))


def _use(state: State, seat: int, slot: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    card = at.card(slot)
    if card is None or use_refusal(at, slot):
        raise Refused(why_no_use(at, slot) or NO_CARD)
    coup = card in PREVENTS and is_coup(card, at.own)
    played = Played(seat, slot, card, coup, _next(state, seat, goes_on=card in SAFETIES))
    if card in MILES and at.own.miles + MILES[card] == state.end:
        if state.end == SHORT:
            return attrs.evolve(played, turn=seat), ExtensionOffered(seat)
        return played, _hand_ended(evolve(state, played), seat)
    return _settled(state, played)


def _discard(state: State, seat: int, slot: int) -> tuple[Event, ...]:
    at = position_of(state, seat)
    card = at.card(slot)
    if card is None or discard_refusal(at, slot):
        raise Refused(why_no_discard(at, slot) or NO_CARD)
    return _settled(state, Discarded(seat, slot, card, _next(state, seat, goes_on=False)))


def _extend(state: State, seat: int) -> tuple[Event, ...]:
    # The card that made 700 miles has left the hand already.
    turn = 1 - seat if state.hands[1 - seat] else seat
    return _settled(state, Extended(seat, turn))


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
    own, other = state.tableaus[seat], state.tableaus[1 - seat]
    return any(is_of_use(card, own, other, state.end) for card in state.hands[seat])


def _hand_ended(state: State, finisher: int | None) -> HandEnded:
    """The end of the hand in this state, with everything that is counted then."""
    bonus = Bonus() if finisher is None else bonus_for(state, finisher)
    ended = attrs.evolve(state, finisher=finisher, bonus=bonus)
    first, second = scores_of(ended)
    return HandEnded(finisher, bonus, (first.hand, second.hand), totals_of(ended))


def _booked(state: State) -> tuple[Event, ...]:
    """The game that is over now, if one is (rules sheet 7.3). A tie wins nobody the game."""
    first, second = totals_of(state)
    if max(first, second) < GAME:
        return ()
    winner = None if first == second else int(second > first)
    return (GameEnded(winner, (first, second)),)


def outcome(state: State) -> Outcome | None:
    """Once a session was stopped: more games win it, then more points in the unfinished game."""
    if state.phase is not Phase.SESSION_OVER:
        return None
    for reason, (first, second) in (("games", state.games), ("points", _unfinished(state))):
        if first != second:
            return Outcome(reason, (int(second > first),), (max(first, second), min(first, second)))
    return Outcome("tie", ())


def conclude(outcome: Outcome) -> Message:
    """How the session ended. Reasons are "games", "points" and "tie"; the figures are the winner's and the other's."""
    if not outcome.winners:
        return message("The session ends in a tie.")
    winner, (high, low) = Who(outcome.winners[0]), outcome.figures
    if outcome.reason == "points":
        return message("{who} wins the session by {high} points to {low}.", who=winner, high=high, low=low)
    if high == 1:
        return message("{who} wins the session by one game to none.", who=winner)
    return message("{who} wins the session by {high} games to {low}.", who=winner, high=high, low=low)


def _unfinished(state: State) -> Pair:
    """The points of the game that goes on: none when it was booked with this hand."""
    totals = totals_of(state)
    return totals if max(totals) < GAME else (0, 0)
