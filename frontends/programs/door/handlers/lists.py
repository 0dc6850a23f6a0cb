"""Lists, results, rules, and proofs."""

from collections.abc import Mapping

from core.base.game import Refused
from core.base.message import Message, message
from core.games.features.guides import book_of
from core.games.features.rulebook import AsTyped, Example, Grid, Part, Section
from core.projections import GameSummary, TableState
from core.projections.glicko2 import Rating
from core.projections.results import Kind
from core.projections.statistics import Tally
from core.sessions.arrival import order_words, tables
from core.sessions.arrival.orders import Query
from core.sessions.at_table import fairness
from core.sessions.lists import ladder as ladders
from core.sessions.lists import statistics, table_lists
from core.sessions.lists.table_lines import described
from core.sessions.lists.table_lists import Listing
from core.sessions.others import company
from core.table import TableView
from core.table.clock import written_clock
from core.table.what_counts import Pool
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.states import outcome_of
from frontends.programs.protocol.answers import lists as answers
from frontends.programs.protocol.answers.lists import People, Proof, Rulebook, Rungs, Statistics, Tables
from frontends.programs.protocol.requests.lists import Best, Fair, Ladder, List, Rules, Stats, Who

ROW = message("{cells}")
"""A row of a table."""


async def list_(program: Program, asked: List) -> Tables:
    """A page of tables."""
    game = order_words.find_game(asked.game)[0].name if asked.game else ""
    query = Query(asked.page, game, asked.everything, asked.mine, asked.player)
    state = TableState(asked.state) if asked.state else None
    found = await table_lists.find_tables(program.session, query, state)
    tables = [line_of(program, found, one) for one in found.tables]
    return Tables(id=asked.id, page=asked.page, more=found.has_more, tables=tables)


def line_of(program: Program, listing: Listing, one: GameSummary) -> answers.Table:
    """A table in a list."""
    return answers.Table(
        table=one.id, game=one.game, options=dict(one.options), deal=one.deal,
        clock=written_clock(one.clock) if one.clock else "", state=one.state.value,
        # Of a game that is shown late, no more than the sentence says.
        turn=[] if one.delay and one.outcome is None else list(one.turn),
        outcome=outcome_of(one.outcome), said=program.said(described(listing, one)),
    )  # fmt: skip


async def who(program: Program, asked: Who) -> People:
    """Who is in."""
    page = await company.find(program.session, asked.name, asked.page)
    people = [
        answers.Somebody(
            name=one.name, idle=round(max(0.0, one.idle), 1), table=one.table, game=one.game,
            watching=one.is_watching, ratings=_rated(one.ratings), bot=one.is_program, owner=one.owner,
        )
        for one in page.entries
    ]  # fmt: skip
    return People(id=asked.id, page=page.number, more=page.has_more, count=page.count, people=people)


def _rated(ratings: Mapping[str, Rating]) -> dict[str, float]:
    return {game: round(rating.value, 1) for game, rating in ratings.items()}


async def stats(program: Program, asked: Stats) -> Statistics:
    """What somebody has played."""
    session = program.session
    found = await statistics.of_name(session, asked.name) if asked.name else (await statistics.of_own(session),)
    people = [
        answers.Results(
            name=one.name, results=[_result(*item) for item in one.tallies.items()], ratings=_rated(one.ratings),
            bot_ratings=_rated(one.bot_ratings), bot=one.is_program, owner=one.owner,
        )
        for one in found
    ]  # fmt: skip
    return Statistics(id=asked.id, people=people)


def _result(kind: Kind, one: Tally) -> answers.Result:
    return answers.Result(
        game=kind.game, options=dict(kind.options), opponent=kind.opponent, won=one.won, lost=one.lost,
        drawn=one.drawn, running=one.running, streak=one.streak, best_streak=one.best_streak,
    )  # fmt: skip


async def best(program: Program, asked: Best) -> Statistics:
    """Who leads."""
    game, options = order_words.find_game(asked.game)
    found = await statistics.best(program.session, game, options, pool := _pool(asked))
    people = [_leader(name, {game.name: rating}, pool) for name, rating in found]
    return Statistics(id=asked.id, people=people)


def _pool(asked: Best | Ladder) -> Pool:
    return Pool.PROGRAMS if asked.bots else Pool.PEOPLE


def _leader(name: str, own: Mapping[str, Rating], pool: Pool) -> answers.Results:
    if pool is Pool.PROGRAMS:
        return answers.Results(name=name, results=[], bot_ratings=_rated(own))
    return answers.Results(name=name, results=[], ratings=_rated(own))


async def ladder(program: Program, asked: Ladder) -> Rungs:
    """Who stands where."""
    found = await ladders.ladder(program.session, *order_words.find_game(asked.game), _pool(asked))
    places = [answers.Rung(place=one.number, name=one.name) for one in found.places]
    return Rungs(id=asked.id, places=places, own=found.own, above=list(found.above))


async def rules(program: Program, asked: Rules) -> Rulebook:
    """How a game is played."""
    game, options = order_words.find_game(asked.game)
    if (book := book_of(game, options)) is None:
        raise Refused("There are no written rules of {game}.", game=game.title)
    sections = book.about(asked.part) if asked.part else book.sections
    return Rulebook(
        id=asked.id, game=game.name, title=book.title, sections=[_section(program, one) for one in sections]
    )


def _section(program: Program, section: Section) -> answers.Section:
    lines = program.each_said(line for part in section.parts for line in _lines(part))
    return answers.Section(topic=section.topic, title=program.said(section.title), said=lines)


def _lines(part: Part) -> list[Message]:
    """A part of the rules; of pictures there is nothing to say."""
    match part:
        case Message():
            return [part]
        case AsTyped(lines):
            return [lines]
        case Grid(heads, rows):
            return [ROW.filled(cells=cells) for cells in (heads, *rows)]
        case Example():
            return []


async def fair(program: Program, asked: Fair) -> Proof:
    """What proves that the chance is fair."""
    if not asked.table:
        return Proof(id=asked.id, said=program.each_said(await tables.next_seed(program.session)))
    view = program.place(asked.table).seat.view
    lines = program.each_said(fairness.proof(view), view.names)
    return Proof(
        id=asked.id, table=view.id, commitment=view.commitment, seed=view.house_seed, book=_book(view), said=lines
    )


def _book(view: TableView) -> answers.Book | None:
    taken = view.book
    return answers.Book(book=taken.id, number=taken.number, size=taken.size, root=taken.root) if taken else None


HANDLERS: Handlers = {
    List: list_, Who: who, Stats: stats, Best: best, Ladder: ladder, Rules: rules, Fair: fair,
}  # fmt: skip
