"""The ladder of a game: its first places, and those around the person's own."""

import attrs

from core.base.game import Game, Options, Refused
from core.base.message import SOMEBODY
from core.games.features.titles import title_of
from core.projections.ladder import REACH
from core.sessions.lists import table_lists
from core.sessions.session import Session
from core.table.what_counts import Pool

FIRST = 10
"""Places that everybody is shown."""


@attrs.frozen
class Place:
    """Who has a place."""

    number: int
    """Counted from 1."""
    name: str


@attrs.frozen
class Ladder:
    """A part of a ladder, as one person sees it."""

    places: tuple[Place, ...]
    own: int
    """The person's own place; 0 for who has none."""

    @property
    def above(self) -> tuple[str, ...]:
        """The names of those whose places the person may win, the nearest first."""
        reach = range(self.own - REACH, self.own)
        return tuple(one.name for one in reversed(self.places) if one.number in reach)


async def ladder(session: Session, game: Game, options: Options, pool: Pool = Pool.PEOPLE) -> Ladder:
    """The ladder of a game. Raises: Refused for a game that is not rated; JournalError."""
    if game.seats < 2:
        raise Refused("{game} is for one player: choose a game for two.", game=title_of(game.name, options))
    await table_lists.wait_for_own(session)
    own = await session.found()
    rungs = await session.service.views.ladder(game.name, own, FIRST, pool)
    names = await session.service.views.names_of(rung.person for rung in rungs)
    places = tuple(Place(rung.place, names.get(rung.person, SOMEBODY)) for rung in rungs)
    return Ladder(places, next((rung.place for rung in rungs if own and rung.person == own), 0))
