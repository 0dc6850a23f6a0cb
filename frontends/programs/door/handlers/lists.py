"""Lists, results, recorded games, and proofs."""

from collections.abc import Mapping

from core.base.game import SPECTATOR, Seat
from core.projections import GameSummary
from core.projections.glicko2 import Rating
from core.projections.results import Kind
from core.projections.statistics import Tally
from core.replay.player import Player
from core.sessions.arrival import order_words, tables
from core.sessions.arrival.orders import Query
from core.sessions.arrival.table_access import recall
from core.sessions.at_table import fairness
from core.sessions.lists import statistics, table_lists
from core.sessions.lists.table_lines import described
from core.sessions.lists.table_lists import Listing
from core.sessions.others import company
from core.table import TableView
from core.table.clock import written_clock
from core.table.what_counts import Pool
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.states import outcome_of
from frontends.programs.door.views import written_view
from frontends.programs.protocol import answers
from frontends.programs.protocol.answers import Moment, People, Proof, Statistics, Tables
from frontends.programs.protocol.requests import Best, Fair, List, Replay, Stats, Who
from frontends.programs.protocol.wording import said


async def list_(program: Program, asked: List) -> Tables:
    """A page of tables."""
    game = order_words.find_game(asked.game)[0].name if asked.game else ""
    query = Query(asked.page, game, asked.everything, asked.mine, asked.player)
    found = await table_lists.find_tables(program.session, query)
    return Tables(
        id=asked.id, page=asked.page, more=found.has_more, tables=[_line(program, found, one) for one in found.tables]
    )


def _line(program: Program, listing: Listing, one: GameSummary) -> answers.Table:
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
    pool = Pool.PROGRAMS if asked.bots else Pool.PEOPLE
    found = await statistics.best(program.session, game, options, pool)
    people = [_leader(name, {game.name: rating}, pool) for name, rating in found]
    return Statistics(id=asked.id, people=people)


def _leader(name: str, own: Mapping[str, Rating], pool: Pool) -> answers.Results:
    if pool is Pool.PROGRAMS:
        return answers.Results(name=name, results=[], bot_ratings=_rated(own))
    return answers.Results(name=name, results=[], ratings=_rated(own))


async def replay(program: Program, asked: Replay) -> Moment:
    """A recorded game after one of its records."""
    recording = await recall(program.session, asked.table)
    player = Player(recording, viewer=SPECTATOR)
    if asked.seat is not None and (viewer := Seat(asked.seat)) in recording.perspectives:
        player = Player(recording, viewer=viewer)
    player = player.go(asked.at or len(recording))
    return Moment(
        id=asked.id, table=asked.table, at=player.seq, first=recording.first, last=len(recording),
        seat=player.viewer.number, view=written_view(player.table.view),
        said=[said(one, program.words, recording.names) for one in player.told],
    )  # fmt: skip


async def fair(program: Program, asked: Fair) -> Proof:
    """What proves that the chance is fair."""
    if not asked.table:
        return Proof(id=asked.id, said=[program.said(one) for one in await tables.next_seed(program.session)])
    view = program.place(asked.table).seat.view
    lines = [said(one, program.words, view.names) for one in fairness.proof(view)]
    return Proof(
        id=asked.id, table=view.id, commitment=view.commitment, seed=view.house_seed, book=_book(view), said=lines
    )


def _book(view: TableView) -> answers.Book | None:
    taken = view.book
    return answers.Book(book=taken.id, number=taken.number, size=taken.size, root=taken.root) if taken else None


HANDLERS: Handlers = {List: list_, Who: who, Stats: stats, Best: best, Replay: replay, Fair: fair}
