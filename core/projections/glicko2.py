"""Ratings of players by Glicko-2: how strong somebody is, and how sure that is.

Each game is a rating period of its own for the two who played it, so a rating moves at once; while somebody does not
play it becomes less sure. Pure; http://www.glicko.net/glicko/glicko2.pdf has the steps that are named here.
"""

import math

from glicko2 import Player
from msgspec import Struct
from msgspec.structs import replace

SURE = 110.0
"""The highest deviation of a rating that is not provisional any more: about a dozen games."""
PERIOD = 5 * 86400.0
"""Seconds without a game after which a rating is less sure by one step: a sure one is not for a year any more."""
_MOST_PERIODS = 1200
"""So many bring any deviation back to that of a beginner."""
_SCALE = 173.7178


class Rating(Struct, frozen=True):
    """How strong somebody is at a game. To begin with, that of a beginner."""

    value: float = 1500.0
    deviation: float = 350.0
    """With 95 % it is within two of these."""
    volatility: float = 0.06
    games: int = 0
    at: float = 0.0
    """Seconds since the epoch of the last game."""

    @property
    def is_provisional(self) -> bool:
        """Whether too few games were played, or too long ago, to be sure of it."""
        return self.deviation > SURE


class _Player(Player):  # type: ignore[misc]  # the library has no types
    """The library's player, with the function f of step 5.1 put right: there it takes the rating for the deviation."""

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        phi2, ex = (self.rd / _SCALE) ** 2, math.exp(x)
        tau: float = self._tau
        slope: float = ex * (delta**2 - phi2 - v - ex) / (2 * (phi2 + v + ex) ** 2)
        return slope - (x - a) / tau**2


def play(first: Rating, second: Rating, score: float, at: float) -> tuple[Rating, Rating]:
    """The ratings of two players after their game, at a time in seconds since the epoch.

    `score` is the first one's: 1.0 won, 0.5 drawn, 0.0 lost.
    """
    one, other = _rested(first, at), _rested(second, at)
    return _played(one, other, score, at), _played(other, one, 1.0 - score, at)


def _rested(rating: Rating, at: float) -> Rating:
    """A rating as it stands at a time, for who has not played meanwhile (step 6, once a period)."""
    periods = min(max(0, int((at - rating.at) // PERIOD)), _MOST_PERIODS) if rating.games else 0
    grown = math.hypot(rating.deviation, rating.volatility * _SCALE * math.sqrt(periods))
    return replace(rating, deviation=min(grown, Rating().deviation))


def _played(own: Rating, other: Rating, score: float, at: float) -> Rating:
    player = _Player(own.value, own.deviation, own.volatility)
    player.update_player([other.value], [other.deviation], [score])
    return Rating(player.rating, min(player.rd, Rating().deviation), player.vol, own.games + 1, max(at, own.at))
