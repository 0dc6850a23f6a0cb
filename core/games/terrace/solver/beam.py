"""A beam through the stock: of the positions after each deal only the best are followed, all of them at once."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush, nlargest

from core.games.terrace.board import FULL
from core.games.terrace.solver.planning import Effort
from core.games.terrace.solver.positions import Deal, Position, way
from core.games.terrace.solver.unwinnable import ruled_out

LAST = 3000
"""Positions that are followed up at the least once the stock is used up."""
PER_CARD = 1000.0
"""What a card on the foundations counts besides, once the stock is used up."""

Judge = Callable[[Position], float]
"""What a position is worth: the more the better. Of no meaning by itself."""
Turn = tuple[int, int]
"""How far a game has come: redeals used, and cards of the stock left with the sign changed."""


class Beam:
    """One run with a certain width.

    `closure` is how many positions are followed up between two deals for each one that the beam keeps.
    """

    def __init__(self, deal: Deal, judge: Judge, width: int, effort: Effort, closure: int = 8) -> None:
        self._deal, self._judge, self._width, self._effort = deal, judge, width, effort
        self._closure = width * closure
        self._before: dict[Position, Position | None] = {}
        self._layers: dict[Turn, list[tuple[float, int, Position]]] = {}

    def run(self, start: Position, budget: int) -> list[Position]:
        """The positions from the start to a won game; empty when none was found."""
        self._add(start, None)
        while self._layers and self._effort.spent < budget:
            turn = min(self._layers)
            if won := self._follow(turn, self._layers.pop(turn)):
                return way(self._before, won)
        return []

    def _add(self, position: Position, before: Position | None) -> None:
        if position not in self._before and not ruled_out(self._deal, position):
            self._before[position] = before
            entry = self._judge(position), -len(self._before), position
            self._layers.setdefault((position[7], -len(position[0])), []).append(entry)

    def _follow(self, turn: Turn, layer: list[tuple[float, int, Position]]) -> Position | None:
        """Everything before the next deal, the best first; returns a won game."""
        deal, judge, before = self._deal, self._judge, self._before
        at_end = turn == (deal.frame.redeals, 0)
        bonus = PER_CARD if at_end else 0.0
        left = max(self._closure, LAST) if at_end else self._closure
        if len(layer) > self._width:
            layer = nlargest(self._width, layer)
        heap = [(-value - bonus * position[5].total, -age, position) for value, age, position in layer]
        heapify(heap)
        size, redeals = -turn[1], turn[0]
        while heap and left:
            left -= 1
            self._effort.spent += 1
            position = heappop(heap)[2]
            if position[5].total == FULL:
                return position
            if not deal.closed(position):
                self._add(deal.dealt(position), position)
            for then in deal.promising(position):
                if len(then[0]) != size or then[7] != redeals:
                    self._add(then, position)
                elif then not in before and not ruled_out(deal, then):
                    before[then] = position
                    heappush(heap, (-judge(then) - bonus * then[5].total, len(before), then))
        return None
