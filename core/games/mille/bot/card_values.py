"""What each card of a hand is worth to the computer player of mille (rules sheet 10.3).

One pass goes through the hand from the left, in one of two modes: in play mode the highest value is played, in
discard mode the lowest is discarded. What a card is worth depends on the cards to its left, so a pass changes.
"""

from collections import Counter

from msgspec import Struct

from core.games.mille.bot.memory import Mind, one_card_away
from core.games.mille.cards import HAZARDS, MILES, ORDER, REMEDIES, REMEDY_FOR, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.moves import LIMITED_TO, MOST_200S
from core.games.mille.state import SHORT

KEEP = 101
"""More than any card is worth that may be discarded."""
FINISHING = 40
PLAIN = {Card.MILES_25: 2, Card.MILES_50: 5, Card.MILES_75: 10, Card.MILES_100: 13, Card.MILES_200: 26}
LIMITED = {Card.MILES_25: 4, Card.MILES_50: 7, Card.MILES_75: 8, Card.MILES_100: 11, Card.MILES_200: 24}
"""What distances are worth to somebody under a Speed Limit."""


class Pass(Struct, gc=False):
    """One way through the hand."""

    mind: Mind
    playing: bool
    """Whether this is play mode."""
    can_stop: bool
    """Whether the hand holds a hazard that would stop the opponent now."""
    remaining: Counter[Card]
    """Copies of each card that have not been valued yet."""
    low_kept: bool
    """Whether a small distance is kept for a Speed Limit, or need not be."""
    twohundreds: int
    """200s played, and those valued so far."""
    finishing: bool = False
    """Whether a card that finishes the trip was met."""
    nasty: int = 0
    """Hazards met so far."""

    def value(self, card: Card, playable: bool) -> int:
        """The value of the next card from the left."""
        if card in SAFETIES or playable is not self.playing:
            return 0 if self.playing else KEEP
        value = self._valued(card)
        self.remaining[card] -= 1
        return value

    def _valued(self, card: Card) -> int:
        if card in MILES:
            return self._distance(card)
        if card in REMEDIES:
            return self._remedy(card)
        if card is Card.GO:
            return self._go()
        if card is Card.END_OF_LIMIT:
            return self._end_of_limit()
        if card is Card.SPEED_LIMIT:
            return self._speed_limit()
        return self._stop() if card is Card.STOP else self._hazard(card, 4)

    def _distance(self, card: Card) -> int:
        mind = self.mind
        if card is Card.MILES_200:
            self.twohundreds += 1
            if self.twohundreds > MOST_200S:
                return 0
        value = (LIMITED if mind.own.limited else PLAIN)[card]
        low = Card.MILES_50 if Card.MILES_50 in mind.hand else Card.MILES_25
        if card is low and not self.low_kept:
            self.low_kept = True
            value = 10 if mind.own.miles else 20
        if MILES[card] > mind.left:
            return ORDER[card] if mind.end == SHORT else 0
        if MILES[card] == mind.left:
            value = ORDER[card] if self.finishing else FINISHING
            self.finishing = True
        return value

    def _remedy(self, card: Card) -> int:
        mind, hazard = self.mind, REMEDIES[card]
        safety = SAFETY_AGAINST[hazard]
        if mind.knows(safety):
            return -1 if safety in mind.own.safeties else 1
        enough = mind.all_seen(hazard) or mind.seen[hazard] + self.remaining[card] > 2
        if mind.own.battle is not hazard and enough:
            return 0
        return self._shared(card, 12 + mind.seen[card] - mind.seen[hazard])

    def _shared(self, card: Card, value: int) -> int:
        """In discard mode several of the same are worth less."""
        return value if self.playing else _divided(value, self.remaining[card] ** 2)

    def _go(self) -> int:
        mind, copies = self.mind, self.remaining[Card.GO]
        if mind.knows(Card.RIGHT_OF_WAY):
            return -1 if Card.RIGHT_OF_WAY in mind.own.safeties else 2
        if mind.own.rolling and mind.gos + copies == mind.need[Card.GO]:
            return 0
        return _divided(3 * mind.need[Card.GO] + mind.seen[Card.GO] - mind.gos, copies**2)

    def _end_of_limit(self) -> int:
        mind, limited = self.mind, self.mind.own.limited
        if mind.knows(Card.RIGHT_OF_WAY):
            return -1 if Card.RIGHT_OF_WAY in mind.own.safeties else 1
        if limited and mind.left <= LIMITED_TO:
            return 1
        if limited or not mind.all_seen(Card.SPEED_LIMIT):
            value = 18 + mind.seen[Card.END_OF_LIMIT] - mind.seen[Card.SPEED_LIMIT]
            return self._shared(Card.END_OF_LIMIT, value)
        return 0

    def _speed_limit(self) -> int:
        mind = self.mind
        if mind.other.miles + LIMITED_TO >= mind.end:
            return int(not self.playing and mind.end == SHORT)
        if self.can_stop or (self.playing and not mind.other.rolling):
            return 1
        return self._hazard(Card.SPEED_LIMIT, 3)

    def _hazard(self, card: Card, base: int) -> int:
        mind, safety, remedy = self.mind, SAFETY_AGAINST[card], REMEDY_FOR[card]
        if safety in mind.other.safeties:
            return -1
        known = mind.knows(safety)
        value = (base - known) * (mind.need[remedy] + mind.seen[remedy] + 2) + self._urgency()
        if not mind.other.miles or one_card_away(mind):
            value += 5
        if mind.other.limited:
            value -= 3
        if self.playing:
            return value + 3 * known
        return self._one_of_many(value)

    def _stop(self) -> int:
        mind = self.mind
        if Card.RIGHT_OF_WAY in mind.other.safeties:
            return -1
        known = mind.knows(Card.RIGHT_OF_WAY)
        value = (4 - known) * (4 + mind.seen[Card.GO]) + self._urgency()
        if not self.playing:
            value = self._one_of_many(value)
        value += 5 * (not mind.other.miles) - 5 * (not mind.other.rolling)
        return value + 5 * (self.playing and known)

    def _urgency(self) -> int:
        """More for an attack when somebody is about to finish, or has not begun."""
        return 5 if not self.mind.own.miles or self.finishing or one_card_away(self.mind) else 0

    def _one_of_many(self, value: int) -> int:
        """Of several hazards the later ones are worth less."""
        self.nasty += 1
        return _divided(value, self.nasty)


def _divided(value: int, by: int) -> int:
    """A quotient whose remainder is dropped, towards zero."""
    return int(value / by)


def values_of(mind: Mind, playable: tuple[bool, ...], *, playing: bool, can_stop: bool) -> list[int]:
    """The value of each card of the hand, from the left."""
    careless = (
        playing or Card.END_OF_LIMIT in mind.hand or mind.all_seen(Card.SPEED_LIMIT) or mind.knows(Card.RIGHT_OF_WAY)
    )
    way = Pass(
        mind,
        playing,
        can_stop,
        Counter(mind.hand),
        low_kept=careless,
        twohundreds=mind.own.distances.count(Card.MILES_200),
    )
    return [way.value(card, can) for card, can in zip(mind.hand, playable, strict=True)]


def stops(mind: Mind, card: Card) -> bool:
    """Whether this card, being playable, keeps the opponent from finishing."""
    if card is Card.SPEED_LIMIT:
        return mind.all_seen(Card.MILES_25) and mind.all_seen(Card.MILES_50)
    return card in HAZARDS
