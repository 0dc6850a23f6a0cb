"""What time it is in other houses on the journal, and whose clock is wrong. Without I/O and without a clock.

A house asks all others for the time. Half the way of question and answer is how wrong the difference may be at most, so
one that is certain stays, however slow the letters are. Where houses have no letters, records tell some of it: one that
comes with a time that is still to come was made by a clock that is ahead.

Of houses that differ by more than `MOST` those are trusted that most others agree with; of as many, those with the
house that was opened first. With two houses nobody can say which is right; so the one that came later begins no games
with a clock, and all that are played have one clock. Records do not say who came first: whoever sees a difference in
them begins none.
"""

import math
from collections import deque

from msgspec import Struct

from core.records.house_clock import SLACK

MOST = 10.0
"""Seconds by which a clock may differ before a house begins no games with a clock."""
LATEST = 10.0
"""Seconds after which an answer says nothing any more."""
KEPT = 8
"""Answers of a house that are kept; the quickest of them is believed."""
AT_ONCE = 1.0
"""Seconds between the openings of two houses of which it is not certain which was first."""
PAST = 300.0
"""Seconds for which it is remembered what records tell."""
FEW = 100
"""Houses of which that is remembered, those heard last: whoever writes to the journal can call themselves anything."""


class Difference(Struct, frozen=True):
    """How another house's clock differs from this one's."""

    house: str
    seconds: float
    """By which it is ahead, as far as that is certain; less than none where it is behind."""


class _Answer(Struct, frozen=True):
    doubt: float
    ahead: float
    opened: float
    """When the house was opened, by the clock of this one."""


class Times:
    """The clocks of the other houses, as far as their letters and records tell."""

    def __init__(self, own: str, opened: float) -> None:
        """`own` is what this house is called, `opened` when it was opened by its own clock."""
        self._own, self._opened = own, opened
        self._answers: dict[str, deque[_Answer]] = {}
        self._recorded: dict[str, tuple[float, float]] = {}
        """By house how far ahead its last record was, and when that came."""

    def hear(self, house: str, asked: float, answered: float, at: float, age: float) -> None:
        """Take in that at some moment between `asked` and `answered`, by this house's clock, it was `at` in another.

        `age` is for how long that house had been open then.
        """
        if not 0 <= answered - asked <= LATEST:
            return
        middle, doubt = (asked + answered) / 2, (answered - asked) / 2
        kept = self._answers.setdefault(house, deque(maxlen=KEPT))
        kept.append(_Answer(doubt, at - middle, middle - age))

    def hear_record(self, house: str, ahead: float, now: float) -> None:
        """Take in how far ahead of this house's clock a record was that came just now. One that is late says little."""
        self._recorded.pop(house, None)
        if house != self._own and (ahead > SLACK or ahead < -MOST):
            self._recorded[house] = ahead, now
        if len(self._recorded) > FEW:
            del self._recorded[next(iter(self._recorded))]

    def forget(self, house: str) -> None:
        """A house is not there any more."""
        self._answers.pop(house, None)

    def differences(self, now: float) -> tuple[Difference, ...]:
        """Of the clocks that differ by more than is passed over, the largest difference first."""
        found = [
            # The difference that there is at least.
            Difference(house, math.copysign(max(0.0, abs(best.ahead) - best.doubt), best.ahead))
            for house, best in self._best().items()
        ]
        for house, (ahead, came) in self._recorded.items():
            if house not in self._answers and now - came <= PAST:
                found.append(Difference(house, ahead))
        far = [one for one in found if abs(one.seconds) > SLACK]
        return tuple(sorted(far, key=lambda one: (-abs(one.seconds), one.house)))

    def wrong_by(self, now: float) -> float:
        """Seconds by which this house's clock is to be taken for wrong; 0 where it is not."""
        points = {self._own: _Answer(0.0, 0.0, self._opened), **self._best()}
        for one in self.differences(now):
            is_asked = one.house in points
            if abs(one.seconds) > MOST and not (is_asked and _precedes(self._own, one.house, points)):
                return abs(one.seconds)
        return 0.0

    def _best(self) -> dict[str, _Answer]:
        return {house: min(kept, key=lambda one: one.doubt) for house, kept in self._answers.items()}


def _precedes(house: str, other: str, points: dict[str, _Answer]) -> bool:
    """Whether a house's clock is trusted rather than another's; all houses come to the same answer."""
    (some, first), (others, first_of_others) = _party(house, points), _party(other, points)
    if some != others:
        return some > others
    is_close = abs(first - first_of_others) < AT_ONCE
    return house < other if is_close else first < first_of_others


def _party(house: str, points: dict[str, _Answer]) -> tuple[int, float]:
    """With how many clocks a house's agrees, and when the first of those houses was opened."""
    own = points[house]
    agree = [one for one in points.values() if abs(one.ahead - own.ahead) - one.doubt - own.doubt <= MOST]
    return len(agree), min(one.opened for one in agree)
