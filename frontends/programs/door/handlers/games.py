"""One's own games, and the deals of the day."""

from datetime import date

from core.games import NUMBERED
from core.projections.daily_standings import show
from core.sessions.arrival import order_words
from core.sessions.arrival.orders import Order
from core.sessions.at_table import lessons
from core.sessions.lists import daily, missed_ends, table_lists
from core.sessions.others import invitations
from frontends.programs.door.handlers.lists import line_of
from frontends.programs.door.handlers.questions import score_of
from frontends.programs.door.program import Handlers, Program
from frontends.programs.protocol.answers.games import (
    Layouts,
    LessonBegun,
    Offer,
    Solitaire,
    Standings,
    Unfinished,
)
from frontends.programs.protocol.answers.house import Told
from frontends.programs.protocol.requests.lists import Daily, Games, Missed, Solitaires


async def games(program: Program, asked: Games) -> Unfinished:
    """What one may go on with."""
    session = program.session
    listing = await table_lists.describe(session, await table_lists.unfinished(session))
    shown_name = session.service.directory.shown_name
    return Unfinished(
        id=asked.id, tables=[line_of(program, listing, one) for one in listing.tables],
        lessons=[LessonBegun(game=one.game, part=one.scene + 1) for one in await lessons.unfinished(session)],
        offers=[
            Offer(table=one.table, name=shown_name(one.host), game=one.terms, stand_in=one.is_lent)
            for one in await invitations.offers(session)
        ],
    )  # fmt: skip


async def solitaires(program: Program, asked: Solitaires) -> Layouts:
    """How far they have come."""
    session = program.session
    found = [await table_lists.look_at(session, one) for one in await table_lists.solitaires(session)]
    return Layouts(
        id=asked.id,
        solitaires=[
            Solitaire(
                table=one.id, title=one.title, deal=one.deal, cards_home=one.cards_home, moves=one.moves,
                seconds=round(one.elapsed, 3), at=int(one.at),
            )
            for one in found
        ],
    )  # fmt: skip


async def deals(program: Program, asked: Daily) -> Standings:
    """The deals of a day, and of one game how everybody fared."""
    day = _day(program, asked.day)
    if asked.game:
        return await _standings(program, asked, day)
    lines = await daily.overview(program.session, day)
    found = {kind: await daily.deal_on(program.session, kind, day) for kind in NUMBERED}
    return Standings(id=asked.id, day=day.isoformat(), deals=found, said=program.each_said(lines))


def _day(program: Program, typed: str) -> date:
    try:
        return daily.check_day(program.session, date.fromisoformat(typed)) if typed else daily.today(program.session)
    except ValueError:
        return daily.check_day(program.session, date.max)


async def _standings(program: Program, asked: Daily, day: date) -> Standings:
    session, (game, options) = program.session, order_words.find_game(asked.game)
    found = await daily.standings(session, game, options, day)
    begun = await daily.daily_begun(session, Order(game.name, options)) if day == daily.today(session) else None
    return Standings(
        id=asked.id, day=day.isoformat(), deals={found.kind: found.deal}, playing=found.playing,
        unproved=found.unproved, results=[score_of(one, name) for name, one in found.results],
        table=begun[0] if begun else "", said=program.each_said(show(found)),
    )  # fmt: skip


async def missed(program: Program, asked: Missed) -> Told:
    """What ended while one was away."""
    return Told(id=asked.id, said=program.each_said(await missed_ends.missed_ends(program.session)))


HANDLERS: Handlers = {Games: games, Solitaires: solitaires, Daily: deals, Missed: missed}
