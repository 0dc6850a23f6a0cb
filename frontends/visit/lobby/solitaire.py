"""A home for solitaire players: the games one has not finished, and how to begin another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from core.base.durations import span
from core.base.game import EVERYONE, Refused
from core.base.message import Message, counted, message
from core.games import GAMES
from core.projections import GameSummary
from core.replay.game_summary import title_of
from core.sessions import resumption
from core.sessions.lists import wait_for_own
from core.sessions.tables import today
from core.table import Table
from frontends.visit.destination import Destination
from frontends.visit.room import Room
from frontends.visit.text.orders import read_number
from frontends.visit.visit import Visit

MOST = 9
"""Unfinished games that are listed, those with the newest moves first."""
PAGE = 50
"""Unfinished games among which the solitaires are looked for."""
NEW = (
    message("For a new one type: new signora"),
    message("By its number: new signora deal=12345"),
    message("One that can be won: new signora winnable"),
    message("The deal of the day, the same for everybody: new signora daily"),
    message("Easy, fair or hard: new signora grade=easy"),
)
DAYS = (
    message("Monday"), message("Tuesday"), message("Wednesday"), message("Thursday"), message("Friday"),
    message("Saturday"), message("Sunday"),
)  # fmt: skip
NAMES = message("Instead of signora: {names}.")


async def solitaire(room: Room, rest: str) -> Destination | None:
    """List the person's unfinished solitaires, or go on with one of them."""
    visit = room.visit
    games = await unfinished(visit)
    if rest:
        return await resumption.go_on(visit.session, _chosen(games, rest).id)
    listed = [await _line(visit, number, one) for number, one in enumerate(games, 1)]
    lines = [visit.words.say(line) for line in (*listed, _way_on(games), *NEW, NAMES.filled(names=names()))]
    await visit.read_column(lines)
    return None


async def offer(visit: Visit) -> None:
    """Say to somebody who comes in which solitaire they left."""
    if games := await _listed(visit):
        table = await visit.session.service.fold_again(games[0].id, games[0].seq)
        day = _day(visit, table)
        said = message("Go on with your {title} of {day}? Type solitaire 1.", title=title_of(table), day=day)
        visit.write(visit.words.say(said))


def _day(visit: Visit, table: Table) -> Message | str:
    """The day of the week on which it was played last; before that, the date."""
    day = datetime.fromtimestamp(table.at, UTC).date()
    return DAYS[day.weekday()] if (today(visit.session) - day).days < len(DAYS) else day.isoformat()


def names() -> tuple[str, ...]:
    """What a solitaire can be ordered by: its variant where there are some."""
    found: list[str] = []
    for game in GAMES.values():
        if game.numbered:
            found += game.variants or (game.name,)
    return tuple(found)


async def unfinished(visit: Visit) -> tuple[GameSummary, ...]:
    """The solitaires that the person has not finished, the last one played first. Raises: JournalError."""
    await wait_for_own(visit.session)
    return await _listed(visit)


async def _listed(visit: Visit) -> tuple[GameSummary, ...]:
    """What the lists know of them at this moment, without waiting for what is on its way there."""
    person = await visit.session.found()
    if not person:
        return ()
    page = await visit.session.service.views.games_of(person, limit=PAGE)
    own = [one for one in page.items if _is_solitaire(one)]
    return tuple(sorted(own, key=lambda one: -one.at)[:MOST])


def _is_solitaire(one: GameSummary) -> bool:
    return one.game in GAMES and GAMES[one.game].numbered and not one.damage and not one.is_practice


def _chosen(games: Sequence[GameSummary], rest: str) -> GameSummary:
    """The game of which the number was typed. Raises: Refused."""
    if not games:
        raise Refused("You have no unfinished solitaire: type solitaire for how to begin one.")
    number = read_number(rest, len(games))
    if number is None:
        raise Refused("Type solitaire and a number from 1 to {most}.", most=len(games))
    return games[number - 1]


async def _line(visit: Visit, number: int, one: GameSummary) -> Message:
    table = await visit.session.service.fold_again(one.id, one.seq)
    return message(
        "{number}. {title}, deal {deal}: {score}, {moves}, {time}, last played {day}",
        number=number, title=title_of(table), deal=table.setup.deal or 0, score=_score(table),
        moves=counted("{n} move", "{n} moves", table.now.plays), time=span(table.elapsed),
        day=datetime.fromtimestamp(table.at, UTC).date().isoformat(),
    )  # fmt: skip


def _score(table: Table) -> Message:
    score = table.game.view(table.state, EVERYONE).score if table.begun else 0
    return counted("{n} card home", "{n} cards home", score)


def _way_on(games: Sequence[GameSummary]) -> Message:
    return message("To go on with the first: solitaire 1") if games else message("You have no unfinished solitaire.")
