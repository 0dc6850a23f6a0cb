"""Duels of programs."""

from collections.abc import Awaitable, Callable, Iterable, Iterator

import attrs

from core.duels import duel as duels
from core.duels.duel import Game
from core.duels.events import Contender, Ordered
from core.duels.score import Figure, Score
from core.house.duel_calls import computer
from core.projections.duels import DuelSummary
from core.sessions.duels import pages, participation
from core.sessions.duels.pages import Listing, Page
from core.sessions.duels.terms import read_terms
from core.sessions.session import Session
from frontends.programs.door.program import Handler, Handlers, Program
from frontends.programs.protocol.answers.duels import Contest, Contests, Dueling, Interval, Paired, Result
from frontends.programs.protocol.requests.duels import Agree, Challenge, Duel, Duels, Refuse, Stop
from frontends.programs.protocol.requests.request import Request


async def listing(program: Program, asked: Duels) -> Contests:
    """All of them."""
    found = await pages.listing(program.session)
    coming, past = ([_dueling(found, one, one, one.played) for one in those] for those in (found.open, found.past))
    return Contests(id=asked.id, open=coming, past=past)


def _dueling(
    found: Listing | Page, terms: Ordered | DuelSummary, one: duels.Duel | DuelSummary, played: int
) -> Dueling:
    return Dueling(
        name=terms.id, stage=one.stage.value, start=int(one.ordered_at), by=found.name(terms.by),
        names=_names(found, terms.sides), game=terms.game, options=dict(terms.options), pairs=terms.pairs,
        played=played, reason=one.reason,
    )  # fmt: skip


def _names(found: Listing | Page, sides: Iterable[Contender]) -> list[str]:
    return [found.name(side.person) if side.person else computer(side.level) for side in sides]


async def duel(program: Program, asked: Duel) -> Contest:
    """One of them."""
    return await _page(program, asked, asked.name)


async def challenge(program: Program, asked: Challenge) -> Contest:
    """Order one."""
    budget = program.session.allowance.budget
    terms = read_terms(["x", "x", *_words(asked)], budget)
    first, second = asked.names
    ordered = await participation.order(program.session, attrs.evolve(terms, names=((first, second),)))
    return await _page(program, asked, ordered.id)


def _words(asked: Challenge) -> Iterator[str]:
    """The terms as people type them after the names."""
    yield asked.game
    yield from (f"{name}={value}" for name, value in asked.options.items())
    if asked.pairs:
        yield str(asked.pairs)
    yield from (f"{name}={n}" for name, n in (("seconds", asked.seconds), ("tables", asked.tables)) if n)


def _shown_after(act: Callable[[Session, str], Awaitable[duels.Duel]]) -> Handler:
    """What is done to a duel that is named, and then the duel."""

    async def handle(program: Program, asked: Agree | Refuse | Stop) -> Contest:
        return await _page(program, asked, (await act(program.session, asked.name)).id)

    return handle


async def _page(program: Program, asked: Request, name: str) -> Contest:
    page = await pages.page(program.session, name)
    found, terms, names = page.duel, page.duel.terms, _names(page, page.duel.terms.sides)
    dueling = _dueling(page, terms, found, len(found.results))
    return Contest(
        id=asked.id, duel=dueling, seconds=terms.seconds, tables=terms.at_once,
        waits=[names[side] for side in found.asks] if not found.is_over else [],
        result=_result(page.score) if page.score else None,
        games=[_game(one, names) for one in found.games.values()], root=terms.root, secret=found.secret,
    )  # fmt: skip


def _game(one: Game, names: list[str]) -> Paired:
    result = one.result
    if result is None:
        return Paired(pair=one.pair, game=one.game, table=one.table)
    return Paired(
        pair=one.pair, game=one.game, table=one.table, over=True, points=result.points, reason=result.reason,
        loser=names[result.loser] if result.loser is not None else "", lead=result.lead,
    )  # fmt: skip


def _result(score: Score) -> Result:
    return Result(
        pairs=score.pairs, won=score.wins, drawn=score.draws, lost=score.losses, share=_interval(score.share),
        lead=_interval(score.lead) if score.lead else None,
    )  # fmt: skip


def _interval(figure: Figure) -> Interval:
    return Interval(mean=figure.mean, low=figure.low, high=figure.high)


HANDLERS: Handlers = {
    Duels: listing, Duel: duel, Challenge: challenge, Agree: _shown_after(participation.agree),
    Refuse: _shown_after(participation.decline), Stop: _shown_after(participation.stop),
}  # fmt: skip
