"""The strong player of mille: the normal one's move, or another that has turned out better in such positions.

Every action that is open, using or discarding a card, is weighed by what is known of the position: a number for each
fact about it, added up. The normal player's own choice has a start. The numbers were learned from four million
decisions in games against the normal player: each action was tried on hidden cards dealt anew, the hand was played to
its end by two normal players, and the numbers moved towards the actions that won more games.
"""

from bisect import bisect_left
from collections.abc import Iterator

from core.base.chance import Dice
from core.games.mille.bot import normal
from core.games.mille.bot.memory import Mind, mind_of
from core.games.mille.bot.weights import EXTENSION, WEIGHTS
from core.games.mille.cards import (
    COPIES,
    HAZARDS,
    MILES,
    ORDER,
    PREVENTS,
    REMEDIES,
    REMEDY_FOR,
    SAFETIES,
    SAFETY_AGAINST,
    Card,
)
from core.games.mille.moves import Move, Verb, card_refusal, text_of
from core.games.mille.state import LONG, Phase, Tableau
from core.games.mille.views import View

DECKS = (0, 3, 8, 15, 25, 38, 52)
LEADS = (-1501, -701, -201, 200, 700, 1500)
OPPONENTS_MILES = (0, 200, 350, 450, 550, 625, 675)
THEIRS_LEFT = (4, 8, 9, 10, 11, 12)
MILES_IN_HAND = (0, 75, 150, 200, 275, 350, 450)
"""Upper ends of the classes into which numbers are put; the last class has none."""


def choose(view: View, dice: Dice) -> str:
    """The move of the seat whose view this is, as it is typed; empty between hands."""
    match view.phase:
        case Phase.PLAY:
            return text_of(chosen(view, mind_of(view), dice))
        case Phase.EXTENSION:
            usual = normal.choose(view, dice) == Verb.YES.value
            return Verb.YES.value if _extends(view, usual) else Verb.NO.value
        case Phase.HAND_OVER | Phase.SESSION_OVER:
            return ""


def chosen(view: View, mind: Mind, dice: Dice) -> Move:
    """The move during a hand."""
    if move := normal.at_once(mind):
        return move
    return max(weighed(view, mind, dice), key=lambda one: one[2])[0]


def weighed(view: View, mind: Mind, dice: Dice) -> Iterator[tuple[Move, Card, int]]:
    """Everything that may be done once a card was picked, with its card, and what it is worth."""
    usual, facts = normal.chosen(mind, dice), tuple(_facts(view, mind))
    for move, card in _actions(mind):
        yield move, card, _worth(mind, facts, (move, card), usual)


def _actions(mind: Mind) -> Iterator[tuple[Move, Card]]:
    """Every different thing that may be done once a card was picked, from the right, each with its card."""
    for place in reversed(range(len(mind.hand))):
        card = mind.hand[place]
        if card in mind.hand[place + 1 :]:
            continue
        if not card_refusal(card, mind):
            yield Move(Verb.USE, mind.slots[place]), card
        if card not in SAFETIES:
            yield Move(Verb.DISCARD, mind.slots[place]), card


def _worth(mind: Mind, facts: tuple[tuple[str, int], ...], action: tuple[Move, Card], usual: Move) -> int:
    move, card = action
    column = ORDER[card] + (move.verb is Verb.DISCARD) * len(Card)
    worth = sum(WEIGHTS[name][value][column] for name, value in (*facts, *_facts_of_card(mind, move.verb, card)))
    is_usual = move.verb is usual.verb and card is mind.card(usual.slot)
    return worth + WEIGHTS["usual"][0][column] * is_usual


def _facts(view: View, mind: Mind) -> Iterator[tuple[str, int]]:
    """What holds for all actions, each as a name and a class."""
    own, other, hand = mind.own, mind.other, mind.hand
    yield "any", 0
    yield "rolling", 2 * own.rolling + other.rolling
    yield "limited", 2 * own.limited + other.limited
    yield "battle", _battle(own)
    yield "deck", bisect_left(DECKS, mind.deck)
    yield "left", _left(mind.left)
    yield "their_left", bisect_left(THEIRS_LEFT, _left(mind.end - other.miles))
    yield "safeties", min(2, sum(card in SAFETIES for card in hand))
    yield "usable", min(5, sum(normal.playable_of(mind)))
    yield "miles", 4 if not own.miles else 2 * (mind.end == LONG) + (not other.miles)
    yield "lead", _lead(view)
    finishes = any(MILES.get(card) == mind.left for card in hand)
    yield "distances", min(3, sum(card in MILES for card in hand)) + 4 * finishes
    way = Card.RIGHT_OF_WAY
    yield "starting", min(3, (Card.GO in hand) + 2 * mind.knows(way) + (way in own.safeties))
    yield "game", _game(view)
    yield "remedies", min(5, sum(card in REMEDY_FOR.values() for card in hand))
    yield "attacks", 2 * min(3, sum(card in REMEDY_FOR for card in hand)) + other.rolling
    yield "their_battle", 3 * min(3, _battle(other)) + min(2, len(other.safeties))


def _battle(of: Tableau) -> int:
    """0 for nothing, 1 for a Go, 2 for a remedy, from 3 on the hazards."""
    if of.battle is None:
        return 0
    if of.battle is Card.GO:
        return 1
    return 2 if of.battle in REMEDIES else 3 + HAZARDS.index(of.battle)


def _left(miles: int) -> int:
    return miles // 25 if miles <= 200 else min(13, 9 + (miles - 201) // 150)


def _lead(view: View) -> int:
    seat = view.turn[0]
    return bisect_left(LEADS, view.totals[seat] - view.totals[1 - seat])


def _game(view: View) -> int:
    """How far the game has come with the hands before, and whether the seat is not behind there."""
    seat = view.turn[0]
    own, other = (view.totals[who] - view.scores[who].hand for who in (seat, 1 - seat))
    return 2 * bisect_left((2999, 4199), max(own, other)) + (own >= other)


def _facts_of_card(mind: Mind, verb: Verb, card: Card) -> Iterator[tuple[str, int]]:
    """What holds for using or discarding a card."""
    hand = mind.hand
    yield "copies", min(4, hand.count(card)) - 1
    yield "seen", min(4, mind.seen[card] * 5 // (COPIES[card] + 1))
    if card in MILES:
        if verb is Verb.USE:
            yield "after", bisect_left((0, 50, 100, 200), mind.left - MILES[card])
        yield "remainder", mind.left % 100 // 25 + 4 * (mind.left <= 100)
        return
    safety, counterpart = _FAMILY[card]
    state = 1 if safety in mind.own.safeties else 2 if safety in hand else 3 if safety in mind.other.safeties else 0
    yield "family", state + 4 * (counterpart in hand)
    yield "counterparts", min(6, mind.seen[counterpart])


_FAMILY: dict[Card, tuple[Card, Card]] = (
    {hazard: (SAFETY_AGAINST[hazard], remedy) for hazard, remedy in REMEDY_FOR.items()}
    | {remedy: (SAFETY_AGAINST[hazard], hazard) for hazard, remedy in REMEDY_FOR.items()}
    | {safety: (safety, hazard) for safety, hazard in PREVENTS.items()}
)
"""The safety that goes with a card, and what the card cures, or what cures it."""


def _extends(view: View, usual: bool) -> bool:
    mind, seat = mind_of(view), view.turn[0]
    other, hand = mind.other, mind.hand
    own_points = view.totals[seat] + (400 if Card.MILES_200 in mind.own.distances else 700)
    facts = {
        "any": 0,
        "known": sum(mind.knows(safety) for safety in SAFETIES),
        "their_safeties": min(3, len(other.safeties)),
        "their_miles": bisect_left(OPPONENTS_MILES, other.miles),
        "deck": bisect_left(DECKS, mind.deck),
        "miles": bisect_left(MILES_IN_HAND, normal.miles_in_hand(mind)),
        "rolling": 2 * other.rolling + other.limited,
        "lead": _lead(view),
        "game": _ending(own_points, view.totals[1 - seat]),
        "attacks": min(3, sum(card in REMEDY_FOR for card in hand)),
    }
    worth = sum(EXTENSION[name][value] for name, value in facts.items()) + EXTENSION["usual"][0] * usual
    return worth > 0


def _ending(own: int, other: int) -> int:
    """How the game would stand if the hand ended with the trip as it is."""
    if own >= 5000:
        return 0 if other < 4000 else 1 if own > other else 2
    return 3 if own >= 4400 else 4 if own >= 3800 else 5
