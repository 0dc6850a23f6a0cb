"""What a position of General's Patience is worth to a search that knows the stock.

A sum of what can be counted, as in `foresight`, but each thing counts differently before and after the waste is turned
over: first the columns have to stay free of what waits for long, then each card has to be played at once. The weights
were learnt from won games that beams had found: at each turn the position that led to the win was to weigh more than
others that were met then (logistic regression).
"""

import attrs

from core.games.terrace.solver.beam import Judge
from core.games.terrace.solver.foresight import crossed, not_lower
from core.games.terrace.solver.packed_board import HEIGHTS
from core.games.terrace.solver.positions import Deal, Position, Risen, Waste
from core.games.terrace.solver.sides import Side
from core.games.terrace.solver.worth import FULL_STOCK, Fading, raised

COPIES = 2
"""Equal cards in the game."""


@attrs.frozen
class Weights:
    """One value for each thing that is counted: first that before the waste is turned over.

    The `Weights` of `foresight` and `worth` say more of those that have the same names.
    """

    up: Fading = (18.31, 27.16)
    started: Fading = (22.19, -25.91)
    tall: Fading = (5.12, -2.28)
    reserve: Fading = (-59.41, 4.72)
    crowded: Fading = (-12.72, 0.95)
    """The square of the cards in the reserve, in thirteenths."""
    buried: Fading = (1.85, -2.51)
    next_one: Fading = (-1.84, -10.42)
    """Cards that have to go up before the card of the reserve in play, besides."""
    next_two: Fading = (-17.01, 16.99)
    next_three: Fading = (-7.39, 9.61)
    crossed: Fading = (-8.88, 24.39)
    waste: Fading = (-13.78, 8.90)
    descending: Fading = (27.24, 13.45)
    ascending: Fading = (-4.13, -6.88)
    following: Fading = (12.43, -18.47)
    """Waste cards that go up right after the card beneath them."""
    upturned: Fading = (-0.49, -0.50)
    inverted: Fading = (-1.49, 2.56)
    """Pairs in the waste of which the upper card goes up before the lower one in its suit."""
    waiting: Fading = (2.57, -5.72)
    returning: Fading = (1.88, -39.82)
    """Waste cards that go up as they are turned again, if nothing else is played."""
    waste_far: Fading = (-2.58, -1.49)
    waste_useful: Fading = (18.68, 3.57)
    space: Fading = (-79.79, -54.61)
    bottom: Fading = (-5.97, -1.03)
    last: Fading = (-10.44, 24.98)
    room: Fading = (-5.77, -0.60)
    twin: Fading = (-11.30, -26.42)
    tops_ready: Fading = (-6.42, 14.28)
    """Columns whose top card can go up."""
    tops_far: Fading = (-0.72, 1.20)
    bottoms_far: Fading = (-1.72, 1.55)
    all_far: Fading = (0.21, 1.07)
    """Cards that have to go up before each card of the columns, all added up."""
    blocked: Fading = (0.00, 0.00)
    """Counts for nothing; without it the weights below would stray otherwise, and every beam find other games."""
    coming_one: Fading = (16.45, -8.44)
    """Whether the next card of the stock can be placed at once."""
    coming_two: Fading = (17.72, 1.85)
    coming_three: Fading = (15.92, 6.40)
    coming_four: Fading = (20.10, -5.56)
    coming_up: Fading = (11.21, -0.84)
    locked: Fading = (-14.26, -2.78)


FIRST = Weights()
"""Before the waste is turned over."""
SECOND = Weights(
    up=(14.73, 39.29),
    started=(-7.00, -23.05),
    tall=(1.84, 12.72),
    reserve=(2.81, 35.49),
    crowded=(-5.05, 20.98),
    buried=(1.68, 11.98),
    next_one=(-14.23, -0.33),
    next_two=(-6.20, -36.97),
    next_three=(-9.01, 55.55),
    crossed=(-54.08, -189.29),
    waste=(0.00, 0.00),
    descending=(0.00, 0.00),
    ascending=(0.00, 0.00),
    following=(0.00, 0.00),
    upturned=(0.00, 0.00),
    inverted=(0.00, 0.00),
    waiting=(0.00, 0.00),
    returning=(0.00, 0.00),
    waste_far=(-2.05, 2.38),
    waste_useful=(8.50, 15.45),
    space=(-45.54, -95.81),
    bottom=(-2.94, -5.30),
    last=(6.89, 15.65),
    room=(-1.96, -2.81),
    twin=(-20.26, -4.59),
    tops_ready=(-6.78, 5.18),
    tops_far=(-3.48, 2.01),
    bottoms_far=(0.93, -2.49),
    all_far=(-0.11, 0.97),
    blocked=(0.00, 0.00),
    coming_one=(5.27, 9.45),
    coming_two=(0.96, 8.26),
    coming_three=(0.37, 11.20),
    coming_four=(3.63, -0.73),
    coming_up=(11.45, -3.29),
    locked=(-1.55, -21.48),
)
"""After that."""


def suited(deal: Deal, first: Weights, second: Weights) -> Judge:
    """What weighs the positions of one deal, with other weights for the second time through the stock."""
    passes = _Pass(deal, first), _Pass(deal, second)
    return lambda position: passes[position[7]].judge(position)


class _Pass:
    """Once through the stock. What belongs to a part of a position is remembered."""

    def __init__(self, deal: Deal, weights: Weights) -> None:
        self._reserve, self._columns = deal.reserve, deal.columns
        self._children, self._weights = deal.frame.children, weights
        self._risen: dict[tuple[Risen, int], Fading] = {}
        self._lying: dict[tuple[Side, Risen], Fading] = {}
        self._wasted: dict[Waste, Fading] = {}
        self._again: dict[tuple[Waste, Risen], int] = {}

    def judge(self, position: Position) -> float:
        stock, waste, reserve, one, two, risen, locked, _ = position
        w, far = self._weights, risen.far
        up = self._risen.get((risen, reserve)) or self._up(risen, reserve)
        first = self._lying.get((one, risen)) or self._laid(one, risen)
        second = self._lying.get((two, risen)) or self._laid(two, risen)
        pile = self._wasted.get(waste) or self._piled(waste)
        spaces, useful, distance, here = self._columns - one.count - two.count, 0, 0, int(locked)
        again = 0
        if waste.size:
            card = waste.card
            again = self._again.get((waste, risen), -1)
            if again < 0:
                again = self._again[waste, risen] = returning(waste.cards, risen.counts)
            distance = far[card]
            useful = int(not distance or one.shown[card] or two.shown[card])
        fixed = up[0] + first[0] + second[0] + pile[0] + spaces * w.space[0] + here * w.locked[0]
        fading = up[1] + first[1] + second[1] + pile[1] + spaces * w.space[1] + here * w.locked[1]
        fixed += useful * w.waste_useful[0] + distance * w.waste_far[0] + again * w.returning[0]
        fading += useful * w.waste_useful[1] + distance * w.waste_far[1] + again * w.returning[1]
        if stock:
            card = stock[-1]
            if not far[card]:
                fixed += w.coming_one[0] + w.coming_up[0]
                fading += w.coming_one[1] + w.coming_up[1]
            elif spaces or one.shown[card] or two.shown[card]:
                fixed += w.coming_one[0]
                fading += w.coming_one[1]
            later = (w.coming_two, w.coming_three, w.coming_four)
            for weight, card in zip(later, stock[-2:-5:-1]):  # noqa: B905
                if one.shown[card] or two.shown[card] or not far[card]:
                    fixed += weight[0]
                    fading += weight[1]
        return fixed + len(stock) / FULL_STOCK * fading

    def _up(self, risen: Risen, size: int) -> Fading:
        """The foundations and the reserve."""
        w, cards = self._weights, self._reserve[:size]
        far = cards.translate(risen.far)
        count, started, tall = raised(risen.counts)
        found = _sum(
            (count, w.up), (started, w.started), (tall, w.tall), (size, w.reserve),
            (size * size / HEIGHTS, w.crowded), (sum(far), w.buried), (crossed(cards), w.crossed),
            *zip(reversed(far), (w.next_one, w.next_two, w.next_three), strict=False),
        )  # fmt: skip
        self._risen[risen, size] = found
        return found

    def _laid(self, side: Side, risen: Risen) -> Fading:
        """One side of the columns."""
        w, tops, bottoms = self._weights, side.tops, side.bottoms
        tops_far = tops.translate(risen.far)
        heights = [card % HEIGHTS for card in bottoms]
        found = _sum(
            (sum(heights), w.bottom), (heights.count(HEIGHTS - 1), w.last),
            (sum(top % HEIGHTS for top in tops), w.room), (len(tops) - len(set(tops)), w.twin),
            (sum(tops_far), w.tops_far), (tops_far.count(0), w.tops_ready),
            (sum(bottoms.translate(risen.far)), w.bottoms_far),
            (sum(sum(column.translate(risen.far)) for column in side.columns), w.all_far),
        )  # fmt: skip
        self._lying[side, risen] = found
        return found

    def _piled(self, waste: Waste) -> Fading:
        """The waste: what each card adds to those beneath it."""
        w, card, beneath = self._weights, waste.card, waste.beneath
        fixed, fading = 0.0, 0.0
        if waste.size:
            fixed, fading = w.waste
        if beneath.size:
            cards, under = beneath.cards, beneath.card
            lower = len(cards.translate(None, not_lower(card)))
            higher = sum(cards.count(other) for other in range(card + 1, card - card % HEIGHTS + HEIGHTS))
            below = self._wasted.get(beneath) or self._piled(beneath)
            more = _sum(
                (card in self._children[under], w.descending), (card + 1 == under and under % HEIGHTS > 0, w.ascending),
                (under + 1 == card and card % HEIGHTS > 0, w.following), (lower, w.upturned), (higher, w.inverted),
                (cards.count(card - 1) if card % HEIGHTS else 0, w.waiting),
            )  # fmt: skip
            fixed, fading = fixed + below[0] + more[0], fading + below[1] + more[1]
        self._wasted[waste] = fixed, fading
        return fixed, fading


def returning(cards: bytes, counts: bytes) -> int:
    """How many cards of a waste that is turned over go up as they are turned, on foundations with so many of each.

    Those that do not are kept, and go up as soon as they can; nothing else is played.
    """
    up, kept, found = bytearray(counts), bytearray(len(counts)), 0
    for card in cards:
        if up[card] == (up[card - 1] if card % HEIGHTS else COPIES):
            kept[card] += 1
            continue
        found += 1
        up[card] += 1
        above = card + 1
        while above % HEIGHTS and kept[above] and up[above] < up[above - 1]:
            kept[above] -= 1
            up[above] += 1
            above += 1
    return found


def _sum(*counted: tuple[float, Fading]) -> Fading:
    return sum(count * weight[0] for count, weight in counted), sum(count * weight[1] for count, weight in counted)
