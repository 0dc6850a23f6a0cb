"""What a position of Terrace is worth to somebody who does not know the order of the stock.

A sum of what can be counted on the table, with weights that were found by playing: an evolution strategy changed them
a little at a time and kept what won most of several hundred thousand random deals. There is one set for each way in
which foundations build.
"""

from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

import attrs

from core.base.chance import Dice
from core.games.terrace.solver.packed_board import HEIGHTS, UNKNOWN, Frame, Spot, distances

Fading = tuple[float, float]
"""A weight, and what is added to it while the stock is full; less and less as it runs out."""

FULL_STOCK = 80
"""Cards of the stock at which the weights for the beginning count in full."""
STRAYS = 1 << 16
"""Into how many steps a change of a weight is divided, up and down."""

W = TypeVar("W", bound=attrs.AttrsInstance)


@attrs.frozen
class Weights:
    """One value for each thing that is counted: first that for foundations that alternate in colour."""

    up: Fading = (1.95, -4.64)
    """Cards on foundations."""
    started: Fading = (5.32, 6.15)
    """Foundations that are begun."""
    tall: float = -0.36
    """Heights of all cards on foundations, in sixths."""
    reserve: Fading = (-30.76, -12.08)
    """Cards in the reserve."""
    buried: Fading = (-2.42, -0.57)
    """Cards that have to go up before each card of the reserve, all added up."""
    next_three: tuple[float, float, float] = (-2.11, -6.01, -2.69)
    """The same for the card in play and the two beneath it, besides."""
    waste: Fading = (-8.68, 2.9)
    """Cards in the waste."""
    descending: float = 0.57
    """Waste cards that can be built on the card above them."""
    ascending: float = 6.62
    """Waste cards that go up right after the card above them."""
    space: Fading = (-3.42, -20.62)
    """Empty columns."""
    bottom: Fading = (0.83, -0.85)
    """Heights of the lowest cards of the columns above the base: the longer they will be there."""
    last: float = -4.42
    """Columns that stand on a card of the last height."""
    room: float = -2.75
    """Heights of the top cards of the columns: how much can still be built."""
    twin: float = -5.54
    """Columns whose top card is the same as another's."""
    chance: Fading = (87.81, 22.5)
    """The share of unseen cards that could be placed."""
    chance_up: float = 19.92
    """The share of unseen cards that could go up."""
    locked: float = -1.07
    turned: float = -4.8
    """Cards that would be turned by themselves."""


ALTERNATING = Weights()
IN_SUIT = Weights(
    up=(8.17, 10.79),
    started=(5.76, -4.56),
    tall=1.35,
    reserve=(-5.99, -15.89),
    buried=(0.4, 0.63),
    next_three=(-2.48, -1.98, -0.22),
    waste=(-6.27, -0.43),
    descending=10.07,
    ascending=-0.74,
    space=(-27.57, -46.68),
    bottom=(-1.72, -2.69),
    last=1.26,
    room=-2.76,
    twin=-8.62,
    chance=(58.35, 29.39),
    chance_up=29.44,
    locked=-7.56,
    turned=6.0,
)


def strayed(weights: W, dice: Dice) -> W:
    """Weights changed at random, each to up to twice as much or half of it, so that each beam keeps other positions."""
    changed = {}
    for field in attrs.fields(type(weights)):
        stray = (dice.below(2 * STRAYS + 1) - STRAYS) / STRAYS
        factor = (3 + stray) / (3 - stray)
        value = getattr(weights, field.name)
        changed[field.name] = tuple(part * factor for part in value) if isinstance(value, tuple) else value * factor
    return type(weights)(**changed)


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


def worth(frame: Frame, spot: Spot, unseen: Unseen) -> float:
    """The more the better. Of no meaning by itself."""
    w = IN_SUIT if frame.in_suit else ALTERNATING
    stock, waste, reserve, columns, up, locked, _ = spot
    early = len(stock) / FULL_STOCK
    count, started, tall = raised(up)
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
def raised(up: bytes) -> tuple[int, int, float]:
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
