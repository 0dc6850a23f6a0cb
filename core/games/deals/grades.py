"""How hard a deal is: easy, fair or hard, from what a plain player makes of it and what it costs the solver.

The limits belong to a version of the rules and stay as they are, so that a deal keeps its grade. Only deals that are
known to be winnable have one.
"""

import enum
from collections.abc import Mapping

from msgspec import Struct

from core.base.message import Message, message
from core.games.deals.findings import WON, Finding, Subject

GRADE_BUDGET = 60_000
"""Positions for a deal that is to be graded: one that takes more is as good as unknown."""


class Grade(enum.Enum):
    """How hard a deal is: from one that almost everybody wins to one that takes planning, and luck."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


NAMES: Mapping[Grade, Message] = {
    Grade.EASY: message("easy"),
    Grade.FAIR: message("fair"),
    Grade.HARD: message("hard"),
}


class Limits(Struct, frozen=True):
    """What still counts as easy and as fair."""

    easy_wins: int
    """Games that the plain player has to win at least; 0 where there is no such player."""
    fair_wins: int
    easy_effort: int
    """Positions that the solver may look at at most."""
    fair_effort: int


_ANY = 1 << 60
LIMITS: Mapping[tuple[str, int], Limits] = {
    ("terrace", 1): Limits(easy_wins=3, fair_wins=1, easy_effort=_ANY, fair_effort=_ANY),
    ("pileon", 1): Limits(easy_wins=0, fair_wins=0, easy_effort=57, fair_effort=120),
}
"""By game and version of the rules; what was said once about a version is never changed."""


def grade_of(subject: Subject, finding: Finding) -> Grade | None:
    """The grade of a deal; None if it is not known to be winnable."""
    limits = LIMITS.get((subject.game, subject.rules))
    if limits is None or finding.shown != WON:
        return None
    wins = finding.plain.count("1")
    if wins >= limits.easy_wins and finding.effort <= limits.easy_effort:
        return Grade.EASY
    return Grade.FAIR if wins >= limits.fair_wins and finding.effort <= limits.fair_effort else Grade.HARD
