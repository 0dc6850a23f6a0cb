"""What somebody has played and won, in the lobby and at tables."""

from collections.abc import Sequence

from core.base.game import Refused
from core.base.message import Message, called, message
from core.base.text import clean
from core.projections.statistics import show, shown_rating
from core.sessions.arrival.order_words import find_game, read_pool
from core.sessions.lists import statistics as found
from core.sessions.lists.statistics import Statistics
from core.sessions.others import company
from core.table import LONGEST_NAME
from frontends.visit.action import Action, Topic
from frontends.visit.everywhere.others import described
from frontends.visit.room import Room
from frontends.visit.text.table_list import BEHIND


async def stats(room: Room, rest: str) -> None:
    """What the person, or everybody of a name, has played and won."""
    session, name = room.visit.session, clean(rest, LONGEST_NAME)
    lines: list[Message | str] = []
    if name:
        for one in await found.of_name(session, name):
            lines += [*([""] if lines else []), one.name, *_lines(one)]
        lines = lines or [message("{name} has not played yet.", name=name)]
    else:
        lines += _lines(await found.of_own(session))
    await room.visit.read(*lines, *([BEHIND] if session.service.views.is_behind else ()))


def _lines(of: Statistics) -> Sequence[Message]:
    owner = [message("A bot of {name}.", name=of.owner)] if of.owner else []
    return *owner, *show(of.tallies, of.name, of.ratings, of.bot_ratings)


async def finger(room: Room, rest: str) -> None:
    """Where somebody is, and what they have played and won."""
    session, name = room.visit.session, clean(rest, LONGEST_NAME) or room.visit.session.name
    lines: list[Message | str] = []
    if session.service.presence.named(name):
        lines += map(described, (await company.find(session, name)).entries)
    for one in await found.of_name(session, name):
        lines += ["", one.name, *_lines(one)]
    if not lines:
        raise Refused("Nobody called {name} is here, or has played here.", name=name)
    await room.visit.read(*lines)


async def best(room: Room, rest: str) -> None:
    """Who leads in a game."""
    if not rest:
        raise Refused("Type best and a game for two, such as: best mille")
    rest, pool = read_pool(rest)
    game, options = find_game(rest)
    leaders = await found.best(room.visit.session, game, options, pool)
    lines = [
        message("{place}. {name}: {rating}", place=place, name=called(name), rating=shown_rating(rating))
        for place, (name, rating) in enumerate(leaders, 1)
    ]
    nobody = message("Nobody leads in {game} yet: registered people have to play a few games first.", game=game.title)
    await room.visit.read(*(lines or [nobody]))


STATS: Action[Room] = Action("stats", stats, message("your results, or NAME's"), takes="[NAME]")
FINGER: Action[Room] = Action(
    "finger", finger, message("where somebody is, and their results"), topic=Topic.PEOPLE, takes="[NAME]"
)
BEST: Action[Room] = Action(
    "best", best, message("who leads in a game"), topic=Topic.PEOPLE, takes="GAME [bots]", has_own_words=True
)
