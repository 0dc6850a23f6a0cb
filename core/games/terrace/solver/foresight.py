"""What a position of Terrace is worth to a search that knows the stock; `suited` has General's Patience.

A sum of what can be counted, with weights that were found by an evolution strategy: it changed all of them a little,
let a narrow beam try some deals with each set, and moved towards the sets that won most.
"""

from functools import cache, lru_cache
from typing import Any

import attrs

from core.games.terrace.solver import worth
from core.games.terrace.solver.packed_board import HEIGHTS, UNKNOWN
from core.games.terrace.solver.positions import Deal, Position, Risen, Waste
from core.games.terrace.solver.sides import Side
from core.games.terrace.solver.worth import FULL_STOCK, Fading, raised

AHEAD = 4
"""Cards of the stock that are looked at before they are turned."""


@attrs.frozen
class Weights:
    """One value for each thing that is counted. `worth.Weights` says more of those that have the same names."""

    up: Fading = (2.57, -6.31)
    started: Fading = (7.63, 3.16)
    tall: float = -1.25
    reserve: Fading = (-35.43, -10.29)
    buried: Fading = (-1.06, -0.22)
    next_three: tuple[float, float, float] = (-2.43, -9.58, -3.68)
    crossed: float = -2.00
    """Pairs in the reserve of which the upper card has to wait for the lower."""
    waste: Fading = (-12.95, 0.92)
    descending: float = -0.93
    ascending: float = 5.32
    upturned: float = 0.07
    """Pairs in the waste of which the upper card goes up after the lower one in its suit."""
    waiting: float = 0.23
    """Of these, those that are neighbours in rank."""
    waste_far: float = 1.29
    """Cards that have to go up before the waste card."""
    waste_useful: float = 3.56
    """Whether the waste card can be placed."""
    space: Fading = (-14.60, -13.67)
    bottom: Fading = (1.65, -3.14)
    last: float = -3.27
    room: float = -2.65
    twin: float = -3.38
    tops_far: Fading = (-0.79, -1.04)
    """Cards that have to go up before each top card of the columns, all added up."""
    bottoms_far: Fading = (0.31, 0.23)
    """The same for their lowest cards."""
    coming: tuple[float, float, float, float] = (7.95, 7.28, 1.46, 0.98)
    """For the next cards of the stock: whether they can be placed at once."""
    coming_up: float = 1.62
    """Whether the very next one can go up."""
    locked: float = -1.06


class Foresight:
    """Weighs the positions of one deal. What belongs to a part of a position is kept with the part."""

    def __init__(self, deal: Deal, weights: Weights) -> None:
        self._reserve, self._frame, self._weights = deal.reserve, deal.frame, weights
        self._columns, self._fill = deal.columns, deal.frame.fill

    def judge(self, position: Position) -> float:
        """The more the better. Of no meaning by itself."""
        stock, waste, reserve, one, two, risen, locked, _ = position
        w, far = self._weights, risen.far
        up = risen.value or self._up(risen)
        kept = risen.reserve.get(reserve) or self._kept(risen, reserve)
        first = one.worth.get(risen) or self._lying(one, risen)
        second = two.worth.get(risen) or self._lying(two, risen)
        fixed, fading = up[0] + kept[0] + first[0] + second[0], up[1] + kept[1] + first[1] + second[1]
        if spaces := self._columns - one.count - two.count:
            fixed += spaces * w.space[0]
            fading += spaces * w.space[1]
        if size := waste.size:
            card = waste.card
            value = waste.value
            fixed += (self._wasted(waste) if value is None else value) + size * w.waste[0] + far[card] * w.waste_far
            fading += size * w.waste[1]
            if not far[card] or one.shown[card] or two.shown[card]:
                fixed += w.waste_useful
        if stock:
            card = stock[-1]
            if not far[card]:
                fixed += w.coming[0] + w.coming_up
            elif one.shown[card] or two.shown[card] or (spaces and not self._fill):
                fixed += w.coming[0]
            for weight, card in zip(w.coming[1:], stock[-2 : -AHEAD - 1 : -1]):  # noqa: B905
                if one.shown[card] or two.shown[card] or not far[card]:
                    fixed += weight
        if locked:
            fixed += w.locked
        return fixed + len(stock) / FULL_STOCK * fading

    def _up(self, risen: Risen) -> Fading:
        w = self._weights
        count, started, tall = raised(risen.counts)
        fixed = count * w.up[0] + started * w.started[0] + tall * w.tall
        risen.value = fixed, count * w.up[1] + started * w.started[1]
        return risen.value

    def _kept(self, risen: Risen, size: int) -> Fading:
        w = self._weights
        cards = self._reserve[:size]
        far = cards.translate(risen.far)
        fixed = size * w.reserve[0] + sum(far) * w.buried[0] + crossed(cards) * w.crossed
        for weight, distance in zip(w.next_three, reversed(far), strict=False):
            fixed += weight * distance
        risen.reserve[size] = fixed, size * w.reserve[1] + sum(far) * w.buried[1]
        return risen.reserve[size]

    def _lying(self, side: Side, risen: Risen) -> Fading:
        w, tops = self._weights, side.tops
        heights = [card % HEIGHTS for card in side.bottoms]
        far, deep = sum(tops.translate(risen.far)), sum(side.bottoms.translate(risen.far))
        fixed = sum(heights) * w.bottom[0] + heights.count(HEIGHTS - 1) * w.last
        fixed += w.room * sum(top % HEIGHTS for top in tops) + w.twin * (len(tops) - len(set(tops)))
        fixed += far * w.tops_far[0] + deep * w.bottoms_far[0]
        fading = sum(heights) * w.bottom[1] + far * w.tops_far[1] + deep * w.bottoms_far[1]
        side.worth[risen] = fixed, fading
        return fixed, fading

    def _wasted(self, waste: Waste) -> float:
        """The order of the waste: what each card adds to those beneath it."""
        w, card, beneath = self._weights, waste.card, waste.beneath
        value, cards = 0.0, beneath.cards
        if beneath.size:
            under = beneath.card
            value = self._wasted(beneath) if beneath.value is None else beneath.value
            value += (card in self._frame.children[under]) * w.descending
            value += (card + 1 == under and under % HEIGHTS > 0) * w.ascending
            value += len(cards.translate(None, not_lower(card))) * w.upturned
            if card % HEIGHTS:
                value += cards.count(card - 1) * w.waiting
        waste.value = value
        return value


@cache
def not_lower(card: int) -> bytes:
    """All cards but those that go up before this one in its suit."""
    return bytes(other for other in range(UNKNOWN) if not card - card % HEIGHTS <= other < card)


@lru_cache(maxsize=20_000)
def crossed(cards: bytes) -> int:
    """Pairs of a pile of which the upper card has to wait for the lower."""
    return sum(card - card % HEIGHTS <= lower < card for at, card in enumerate(cards) for lower in cards[:at])


ALTERNATING = Weights()

_PLAYED: dict[str, Any] = {field.name: getattr(worth.ALTERNATING, field.name, 0.0) for field in attrs.fields(Weights)}
"""What was found by playing without sight of the stock; what only foresight counts is guessed below."""
_GUESSED = {
    "waste_useful": 3.0, "tops_far": (0.0, 0.0), "bottoms_far": (0.0, 0.0), "coming": (8.0, 6.0, 4.0, 3.0),
    "coming_up": 2.0, "locked": -3.0,
}  # fmt: skip
FORESIGHTS = ALTERNATING, ALTERNATING, Weights(**_PLAYED | _GUESSED)
"""Several sets, which beams take in turn, because they lose different deals."""
