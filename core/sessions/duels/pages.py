"""What people are shown of duels: the list of them, and the page of one."""

from collections.abc import Mapping

import attrs

from core.base.message import SOMEBODY, Argument, called
from core.duels.duel import Duel
from core.duels.events import Contender
from core.duels.score import Score
from core.house import duels
from core.house.duel_calls import computer
from core.projections.duels import DuelSummary
from core.sessions.session import Session

MOST_PAST = 8
"""Duels that are over, which are listed."""


@attrs.frozen
class _Named:
    names: Mapping[str, str]
    """By ids."""

    def name(self, person: str) -> str:
        """What somebody is called."""
        return self.names.get(person, SOMEBODY)

    def side(self, one: Contender) -> Argument:
        """What a side is called."""
        return called(self.name(one.person)) if one.person else computer(one.level)


@attrs.frozen
class Page(_Named):
    """A duel, and what its games come to."""

    duel: Duel
    score: Score | None
    """None before both games of a pair are over."""


@attrs.frozen
class Listing(_Named):
    """The duels of a house."""

    open: tuple[DuelSummary, ...]
    """Those that are not over, the first that was ordered at the front."""
    past: tuple[DuelSummary, ...]


async def page(session: Session, id: str) -> Page:
    """The page of a duel. Raises: Refused where there is none; JournalError."""
    duel = await duels.read(session.service, id)
    persons = (duel.terms.by, *(side.person for side in duel.terms.sides))
    return Page(await session.service.directory.shown_names(persons), duel, duel.score)


async def listing(session: Session) -> Listing:
    """Those that go on, and the last ones. Raises: JournalError."""
    views = session.service.views
    coming, past = await views.open_duels(), await views.past_duels(MOST_PAST)
    persons = [person for one in (*coming, *past) for person in (one.by, *(side.person for side in one.sides))]
    return Listing(await session.service.directory.shown_names(persons), coming, past)
