"""What the games of a duel say about who is stronger. Pure.

The two games of a pair have the same chance and the seats exchanged, so what good cards are worth falls out of their
sum. They are not two independent trials, so all figures are of pairs. With x the share that the first side got of the
two points of a pair, 0, 1/4, 1/2, 3/4 or 1, the share of the duel is the mean of all x, and its interval

    m ± 1.96 s / sqrt(n + 4)    where m and s² are mean and variance of the n shares, two zeros and two ones

Those four keep it honest where few pairs, or all alike, would make the variance nothing: for shares that are only 0 and
1 it is the interval of Agresti and Coull, "add two successes and two failures". In the long run they add nothing.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

SURE = 1.96
"""Standard deviations of an interval that holds 95 of 100."""
ADDED = (0.0, 0.0, 1.0, 1.0)
WIN, DRAW = 2, 1
"""In half points."""


class GameResult(Struct, frozen=True):
    """How a game of a duel ended. Sides are 0 and 1: the first has the first seat in the first game of a pair."""

    pair: int
    game: int
    table: str
    """The table's id."""
    points: int
    """Half points of the first side."""
    reason: str = ""
    """Why a side lost before the end: one of `core.duels.rules.REASONS`; empty for a game that was played out."""
    loser: int | None = None
    """The side of which that is true."""
    lead: int | None = None
    """By how many points the first side was ahead in a game that was played out."""


class Figure(Struct, frozen=True):
    """A mean, and between what the true one lies with 95 % certainty."""

    mean: float
    low: float
    high: float


class Score(Struct, frozen=True):
    """What the games of a duel come to, as the first side sees it."""

    pairs: int
    """Of which both games are over; only those count."""
    wins: int
    draws: int
    losses: int
    share: Figure
    """Of the points."""
    lead: Figure | None
    """In points a game, of the pairs of which both games were played out; None for fewer than two of them."""


def score_of(games: Iterable[GameResult]) -> Score | None:
    """The score of all whole pairs; None where there is none."""
    pairs = _pairs(games)
    if not pairs:
        return None
    points = [game.points for pair in pairs for game in pair]
    shares = [(first.points + second.points) / (2 * WIN) for first, second in pairs]
    leads = [
        (first.lead + second.lead) / 2
        for first, second in pairs
        if first.lead is not None and second.lead is not None
    ]  # fmt: skip
    counts = (points.count(WIN), points.count(DRAW), points.count(0))
    return Score(len(pairs), *counts, share_of(shares), mean_of(leads) if len(leads) > 1 else None)


def _pairs(games: Iterable[GameResult]) -> list[tuple[GameResult, GameResult]]:
    """Whole pairs, the games of each in their order, pairs as they are numbered."""
    found = {(game.pair, game.game): game for game in games}
    numbers = sorted({pair for pair, _ in found if (pair, 1) in found and (pair, 2) in found})
    return [(found[number, 1], found[number, 2]) for number in numbers]


def share_of(shares: Sequence[float]) -> Figure:
    """The mean of shares from 0 to 1, one of each pair, and its interval."""
    widened = (*shares, *ADDED)
    middle, variance = _moments(widened)
    half = SURE * sqrt(variance / len(widened))
    return Figure(sum(shares) / len(shares), max(0.0, middle - half), min(1.0, middle + half))


def mean_of(values: Sequence[float]) -> Figure:
    """The mean of two values at least, one of each pair, and its interval: 1.96 standard errors to each side."""
    mean, variance = _moments(values)
    half = SURE * sqrt(variance / (len(values) - 1))
    return Figure(mean, mean - half, mean + half)


def _moments(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)
