"""What the computer player of mille knows and remembers, derived from its view (rules sheet 10.1, 10.4, 10.5)."""

from collections.abc import Mapping
from itertools import islice

from core.games.mille.cards import (
    COPIES,
    HAZARDS,
    MILES,
    PREVENTS,
    REMEDIES,
    REMEDY_FOR,
    SAFETIES,
    SAFETY_AGAINST,
    Card,
)
from core.games.mille.moves import MOST_200S
from core.games.mille.state import Deed, Position
from core.games.mille.views import View

NEED: dict[Card, int] = {
    Card.GASOLINE: 2,
    Card.SPARE_TIRE: 2,
    Card.REPAIRS: 2,
    Card.GO: 10,
    Card.END_OF_LIMIT: 3,
}
"""How much it expects to need each remedy at the start of a hand."""
FAR = 500
"""Miles from which on a rolling opponent is too dangerous for an extension."""


class Mind(Position, frozen=True, gc=False):
    """One seat's knowledge at its turn."""

    seen: Mapping[Card, int]
    """How often it has held each card or seen the opponent play or discard it in this hand."""
    gos: int
    """Roughly how many hazards it holds or need not fear."""
    need: Mapping[Card, int]
    """How much it needs each remedy, which grows while it waits for one."""

    @property
    def left(self) -> int:
        """Miles to go."""
        return self.end - self.own.miles

    def knows(self, safety: Card) -> bool:
        """Whether it holds or has played this safety."""
        return safety in self.hand or safety in self.own.safeties

    def all_seen(self, card: Card) -> bool:
        """Whether every copy of a card has been seen."""
        return self.seen[card] == COPIES[card]


def mind_of(view: View) -> Mind:
    """What the seat knows whose view this is. It must be a seat's view."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator has no hand to play")
    seen, gos = _seen(view, seat)
    own = view.tableaus[seat]
    return Mind(view.hand, own, view.tableaus[1 - seat], view.deck, view.end, seen, gos, _need(view, seat))


def _seen(view: View, seat: int) -> tuple[dict[Card, int], int]:
    """The cards seen so far, and the count of Gos, gone through in the order in which it all happened.

    A position from elsewhere may say that more was picked than there is; what is not there is not counted.
    """
    seen = dict.fromkeys(COPIES, 0)
    gos = 0
    drawn = iter(view.drawn)
    started = view.steps[0].seat == seat if view.steps else True
    dealt = len(view.drawn) - sum(step.picks for step in view.steps if step.seat == seat)
    for card in islice(drawn, max(0, dealt)):
        gos += _account(card, seen) * started
    for step in view.steps:
        if step.seat == seat:
            for card in islice(drawn, step.picks):
                gos += _account(card, seen)
        elif step.card:
            seen[step.card] += 1
    return seen, gos


def _account(card: Card, seen: dict[Card, int]) -> int:
    """Note a card that came into the hand, and answer how many Gos it is worth."""
    seen[card] += 1
    if card in HAZARDS:
        return 1
    if card in SAFETIES and card is not Card.RIGHT_OF_WAY:
        return COPIES[PREVENTS[card]] - seen[PREVENTS[card]]
    return 0


def _need(view: View, seat: int) -> dict[Card, int]:
    """Two more for each turn spent under a hazard in this hand, and one for the turn that is on."""
    need = dict(NEED)
    for step in view.steps:
        ordinary = step.deed is not Deed.PICKED and step.card not in SAFETIES
        if step.seat == seat and ordinary and step.battle in HAZARDS:
            need[REMEDY_FOR[step.battle]] += 2
    battle = view.tableaus[seat].battle
    if battle in HAZARDS:
        need[REMEDY_FOR[battle]] += 1
    return need


def one_card_away(mind: Mind) -> bool:
    """Whether the opponent may finish with the next card (rules sheet 10.4, without its slip of an index)."""
    other = mind.other
    if not (other.rolling or _may_start(mind)):
        return False
    left = mind.end - other.miles
    card = next((card for card, miles in MILES.items() if miles == left), None)
    if card is None or (card is Card.MILES_200 and other.distances.count(card) == MOST_200S):
        return False
    if other.limited and left > MILES[Card.MILES_50]:
        return not mind.seen[Card.RIGHT_OF_WAY]
    return not mind.all_seen(card)


def _may_start(mind: Mind) -> bool:
    """Whether the opponent, who does not roll, is thought to be able to within a turn."""
    battle = mind.other.battle
    waiting = battle is None or battle in REMEDIES or battle is Card.STOP or mind.other.limited
    if battle is None or (waiting and mind.seen[Card.RIGHT_OF_WAY]):
        return mind.seen[Card.RIGHT_OF_WAY] > 0
    hazard = Card.STOP if battle is Card.GO else REMEDIES.get(battle, battle)
    return mind.seen[SAFETY_AGAINST[hazard]] > 0


def would_extend(mind: Mind, distances: int) -> bool:
    """Whether to extend the trip (rules sheet 10.5); `distances` are the miles in hand with the card being played."""
    known = [safety for safety in SAFETIES if mind.knows(safety)]
    if len(known) < 2:
        return False
    other = mind.other
    if not other.miles or one_card_away(mind) or (other.rolling and other.miles >= FAR):
        return False
    if not any(safety in other.safeties for safety in SAFETIES if safety not in known):
        return True
    return distances + 3 * mind.deck > 1000
