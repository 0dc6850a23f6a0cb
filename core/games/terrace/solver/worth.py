"""What a position of Terrace is worth to somebody who does not know the order of the stock.

A sum of what can be counted on the table, with weights that were found by playing: an evolution strategy changed them
a little at a time and kept what won most of several hundred thousand random deals.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import attrs

from core.games.terrace.solver.packed_board import HEIGHTS, UNKNOWN, Frame, Spot, distances

FULL_STOCK = 80
"""Cards of the stock at which the weights for the beginning count in full."""


@attrs.frozen
class Weights:
    """One value for each thing that is counted; of two, the second fades as the stock runs out."""

    up: tuple[float, float]
    """Cards on foundations."""
    started: tuple[float, float]
    """Foundations that are begun."""
    tall: float
    """Heights of all cards on foundations, in sixths."""
    reserve: tuple[float, float]
    """Cards in the reserve."""
    buried: tuple[float, float]
    """Cards that have to go up before each card of the reserve, all added up."""
    next_three: tuple[float, float, float]
    """The same for the card in play and the two beneath it, besides."""
    waste: tuple[float, float]
    """Cards in the waste."""
    descending: float
    """Waste cards that can be built on the card above them."""
    ascending: float
    """Waste cards that go up right after the card above them."""
    space: tuple[float, float]
    """Empty columns."""
    bottom: tuple[float, float]
    """Heights of the lowest cards of the columns above the base: the longer they will be there."""
    last: float
    """Columns that stand on a card of the last height."""
    room: float
    """Heights of the top cards of the columns: how much can still be built."""
    twin: float
    """Columns whose top card is the same as another's."""
    chance: tuple[float, float]
    """The share of unseen cards that could be placed."""
    chance_up: float
    """The share of unseen cards that could go up."""
    locked: float
    turned: float
    """Cards that would be turned by themselves."""


@attrs.frozen
class Unseen:
    """What may lie in the stock."""

    cards: tuple[int, ...]
    """Each card of which there are some, once."""
    counts: bytes
    """By card."""
    total: int


def unseen_in(stock: bytes) -> Unseen:
    """What lies in a stock, without its order."""
    counts = bytearray(UNKNOWN + 1)
    for card in stock:
        counts[card] += 1
    return Unseen(tuple(set(stock)), bytes(counts), len(stock))


def worth(weights: Weights, frame: Frame, spot: Spot, unseen: Unseen) -> float:
    """The more the better. Of no meaning by itself."""
    stock, waste, reserve, columns, up, locked, _ = spot
    early = len(stock) / FULL_STOCK
    count, started, tall = _raised(up)
    w = weights
    value = count * (w.up[0] + early * w.up[1]) + started * (w.started[0] + early * w.started[1]) + tall * w.tall
    value += _reserve(w, reserve.translate(distances(up)), early)
    descending, ascending = _order(frame, waste)
    value += len(waste) * (w.waste[0] + early * w.waste[1]) + descending * w.descending + ascending * w.ascending
    value += _columns(w, columns, early)
    if unseen.total:
        value += _chances(w, frame, spot, unseen, early)
    if waste and waste[-1] == UNKNOWN:
        value += w.turned
    return value + w.locked if locked else value


@lru_cache(maxsize=20_000)
def _raised(up: bytes) -> tuple[int, int, float]:
    """Cards up, foundations begun, and the heights of the cards up, in sixths."""
    heights = sum(count * (card % HEIGHTS) for card, count in enumerate(up))
    return sum(up), sum(up[::HEIGHTS]), heights / 6


def _reserve(w: Weights, buried: bytes, early: float) -> float:
    value = len(buried) * (w.reserve[0] + early * w.reserve[1]) + sum(buried) * (w.buried[0] + early * w.buried[1])
    for weight, distance in zip(w.next_three, reversed(buried), strict=False):
        value += weight * distance
    return value


@lru_cache(maxsize=20_000)
def _order(frame: Frame, waste: bytes) -> tuple[int, int]:
    """How many cards of the waste can be built on the one above them, and how many go up right after it."""
    pairs = tuple(pairwise(waste))
    descending = sum(above in frame.parents[beneath] for beneath, above in pairs)
    return descending, sum(above + 1 == beneath and beneath % HEIGHTS > 0 for beneath, above in pairs)


def _columns(w: Weights, columns: tuple[bytes, ...], early: float) -> float:
    laid = [column for column in columns if column and column[-1] != UNKNOWN]
    tops = [column[-1] for column in laid]
    bottoms = [column[0] % HEIGHTS for column in laid]
    value = columns.count(b"") * (w.space[0] + early * w.space[1])
    value += sum(bottoms) * (w.bottom[0] + early * w.bottom[1]) + bottoms.count(HEIGHTS - 1) * w.last
    return value + w.room * sum(top % HEIGHTS for top in tops) + w.twin * (len(tops) - len(set(tops)))


def _chances(w: Weights, frame: Frame, spot: Spot, unseen: Unseen, early: float) -> float:
    far = distances(spot[4])
    counts = unseen.counts
    up = sum(counts[card] for card in unseen.cards if not far[card])
    tops = {column[-1] for column in spot[3] if column}
    built = {child for top in tops for child in frame.children[top]}
    placed = up + sum(counts[card] for card in built if far[card])
    return (placed * (w.chance[0] + early * w.chance[1]) + up * w.chance_up) / unseen.total
