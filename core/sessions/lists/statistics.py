"""What somebody has played and won: of the person, or of everybody of a name. All raise JournalError."""

from collections.abc import Mapping

from msgspec import Struct

from core.base.game import Game, Options, Refused
from core.base.message import SOMEBODY
from core.games.features.titles import title_of
from core.projections.glicko2 import Rating
from core.projections.results import Kind
from core.projections.statistics import Tally
from core.sessions.lists import table_lists
from core.sessions.session import Session
from core.table.what_counts import Pool

MOST_LEADERS = 10
"""Persons who are listed of those who lead in a game."""
MOST_NAMESAKES = 20
"""Persons of one name whose statistics are told."""


class Statistics(Struct, frozen=True):
    """What a person has played."""

    name: str
    tallies: Mapping[Kind, Tally]
    """Games by kind, in the order of the games of the house; none where nothing was played."""
    ratings: Mapping[str, Rating]
    """By the name of the game."""
    bot_ratings: Mapping[str, Rating]
    """Those of games with programs."""
    is_program: bool = False
    owner: str = ""
    """What the person is called who answers for that program; empty for none."""


async def of_own(session: Session) -> Statistics:
    """What the person has played."""
    await table_lists.wait_for_own(session)
    return await _of(session, await session.found(), session.name)


async def of_name(session: Session, name: str) -> tuple[Statistics, ...]:
    """What those of a name have played; who has played nothing is left out, but for a program with an owner."""
    await table_lists.wait_for_own(session)
    views = session.service.views
    ids = (await views.persons_called(name))[:MOST_NAMESAKES]
    names = await views.names_of(ids)
    found = [await _of(session, id, names[id]) for id in ids]
    return tuple(one for one in found if one.tallies or one.owner)


async def best(
    session: Session, game: Game, options: Options, pool: Pool = Pool.PEOPLE
) -> tuple[tuple[str, Rating], ...]:
    """Who leads in a game by rating, the best first, by name. Raises: Refused for a game that is not rated."""
    if game.seats < 2:
        name = options.get("variant", next(iter(game.variants), game.name))
        raise Refused(
            "{game} is not rated. To see who played the deal of the day: daily {name}",
            game=title_of(game.name, options), name=name,
        )  # fmt: skip
    await table_lists.wait_for_own(session)
    views = session.service.views
    found = await views.best(game.name, MOST_LEADERS, pool)
    names = await views.names_of(person for person, _ in found)
    return tuple((names.get(person, SOMEBODY), rating) for person, rating in found)


async def _of(session: Session, id: str, name: str) -> Statistics:
    views = session.service.views
    rated, by_bots = await views.ratings_of([id]), await views.ratings_of([id], Pool.PROGRAMS)
    owners = await views.owners_of([id])
    names = await views.names_of(owners.values())
    return Statistics(
        name, await views.statistics_of(id), rated.get(id, {}), by_bots.get(id, {}), id in owners,
        names.get(owners.get(id, ""), ""),
    )  # fmt: skip
