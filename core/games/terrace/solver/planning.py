"""Playing Terrace well: what to do before the next card is dealt, and whole games of it."""

from collections.abc import Callable
from heapq import heappop, heappush

import attrs

from core.games.terrace.board import COLUMNS, FULL, Open
from core.games.terrace.solver.packed_board import (
    RESERVE,
    UNKNOWN,
    UP,
    WASTE,
    Frame,
    Path,
    Spot,
    Step,
    carry,
    closed,
    coded,
    deal,
    successors,
)
from core.games.terrace.solver.worth import Unseen, unseen_in, worth

MOST, MOST_AT_END = 80, 600
"""Positions looked at before a deal, and once the stock is used up."""
DEAD_END = 1000.0
"""In units of worth: the price of a position that can deal no more while the stock has cards, and at the end, when
only they count, of every card that is up."""

Whim = Callable[[], float]
"""What is added to the worth of a position, in the same units, to play otherwise for once."""
DEAL: Step = ("", "")
"""A step of a whole game: deal a card, or turn the waste over."""


@attrs.define
class Effort:
    """How many positions have been looked at."""

    spent: int = 0


def plan(frame: Frame, spot: Spot, unseen: Unseen, whim: Whim, effort: Effort, most: int = MOST) -> Path:
    """The way to the best position that can be reached before a card is turned, without looking at the stock.

    The most promising positions are followed first, until all are found, or the most that are looked at, or a won game.
    `most` holds as long as the stock has cards.
    """
    stock, at_end = spot[0], not spot[0] and spot[6] == frame.redeals
    start: Spot = (bytes([UNKNOWN]) * len(stock), *spot[1:])

    def appeal(then: Spot) -> float:
        value = worth(frame, then, unseen) + whim()
        if at_end:
            return sum(then[4]) * DEAD_END + value
        return value - DEAD_END if stock and len(then[0]) == len(stock) and closed(frame, then) else value

    found: dict[Spot, tuple[Spot, Path] | None] = {start: None}
    """Each position with the one before it and the way from there."""
    best = -appeal(start), 0, start
    """Worth with its sign changed, and when it was found, so that among equals the first one found comes first."""
    waiting = [best]
    most = MOST_AT_END if at_end else most
    while waiting and len(found) < most and sum(best[2][4]) < FULL:
        now = heappop(waiting)[2]
        for path, then in successors(frame, now):
            if then not in found:
                found[then] = now, path
                entry = -appeal(then), len(found), then
                heappush(waiting, entry)
                best = min(best, entry)
    effort.spent += len(found)
    way: Path = ()
    last = best[2]
    while before := found[last]:
        last, way = before[0], before[1] + way
    return way


def playout(frame: Frame, spot: Spot, whim: Whim, effort: Effort) -> tuple[int, list[Step]]:
    """A whole game by plan after plan: the score, and every step."""
    steps: list[Step] = []
    while True:
        left = len(spot[0])
        for step in plan(frame, spot, unseen_in(spot[0]), whim, effort):
            spot = carry(frame, spot, step)
            steps.append(step)
            if len(spot[0]) != left:
                break
        if len(spot[0]) == left:
            if closed(frame, spot):
                return sum(spot[4]), steps
            spot = deal(spot)
            steps.append(DEAL)


def typed(frame: Frame, board: Open, step: Step) -> str:
    """A step as a person would type it on a board."""
    if step == DEAL:
        return "d"
    names = {RESERVE: "r", WASTE: "w", UP: "f"}
    columns = [coded(frame, column, board.base) for column in board.columns]
    places = [COLUMNS[columns.index(end)] if isinstance(end, bytes) else names[end] for end in step]
    return " ".join(places)
