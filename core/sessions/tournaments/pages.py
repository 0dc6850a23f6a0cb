"""What people are shown of tournaments: the list of them, and the page of one."""

from collections.abc import Mapping

import attrs

from core.base.message import SOMEBODY
from core.house import tournaments
from core.projections.tournaments import TournamentSummary
from core.sessions.session import Session
from core.tournaments.standings import Standing, standings
from core.tournaments.tournament import Tournament

MOST_PAST = 8
"""Tournaments that are over, which are listed."""


@attrs.frozen
class Page:
    """A tournament, and where everybody stands."""

    tournament: Tournament
    standings: tuple[Standing, ...]
    names: Mapping[str, str]
    """By the ids of all who are in it."""
    now: float
    """Seconds since the epoch."""

    def name(self, person: str) -> str:
        """What somebody is called."""
        return self.names.get(person, SOMEBODY)


async def page(session: Session, id: str) -> Page:
    """The page of a tournament. Raises: Refused where there is none; JournalError."""
    tournament = await tournaments.read(session.service, id)
    persons = [tournament.terms.by, *(one.person for one in tournament.players)]
    names = await session.service.directory.shown_names(persons)
    return Page(tournament, standings(tournament), names, session.service.now())


@attrs.frozen
class Listing:
    """The tournaments of a house."""

    open: tuple[TournamentSummary, ...]
    """Announced or under way, the one that begins first at the front."""
    past: tuple[TournamentSummary, ...]
    names: Mapping[str, str]
    now: float


async def listing(session: Session) -> Listing:
    """Those that are to come, that are under way, and the last ones. Raises: JournalError."""
    views = session.service.views
    coming, past = await views.open_tournaments(), await views.past_tournaments(MOST_PAST)
    names = await session.service.directory.shown_names(one.by for one in (*coming, *past))
    return Listing(coming, past, names, session.service.now())
