"""Tournaments."""

from collections.abc import Awaitable, Callable, Iterator

from core.projections.tournaments import TournamentSummary
from core.sessions.session import Session
from core.sessions.tournaments import pages, participation
from core.sessions.tournaments.pages import Page
from core.sessions.tournaments.terms import read_terms
from core.table.clock import written_clock
from core.tournaments import standings
from core.tournaments import tournament as tournaments
from core.tournaments.events import Announced
from core.tournaments.tournament import Game, Stage
from frontends.programs.door.program import Handler, Handlers, Program
from frontends.programs.protocol.answers.tournaments import Calendar, Crosstable, Held, Pairing, Standing
from frontends.programs.protocol.requests.request import Request
from frontends.programs.protocol.requests.tournaments import (
    Announce,
    Cancel,
    Enter,
    Tournament,
    Tournaments,
    Withdraw,
)


async def calendar(program: Program, asked: Tournaments) -> Calendar:
    """All of them."""
    found = await pages.listing(program.session)

    def held(one: TournamentSummary) -> Held:
        return _held(one, one.stage, found.names.get(one.by, ""), one.players)

    return Calendar(id=asked.id, coming=[held(one) for one in found.open], past=[held(one) for one in found.past])


async def tournament(program: Program, asked: Tournament) -> Crosstable:
    """One of them."""
    return await _page(program, asked, asked.name)


async def announce(program: Program, asked: Announce) -> Crosstable:
    """Hold one."""
    terms = read_terms(list(_words(asked)), program.session.service.now())
    return await _page(program, asked, (await participation.hold(program.session, terms)).id)


def _words(asked: Announce) -> Iterator[str]:
    """The terms as people type them."""
    yield asked.game
    day, _, time = asked.start.rpartition(" ")
    valued = {
        **asked.options, "clock": asked.clock, "rounds": asked.rounds, "at": time, "on": day,
        "arena": f"{asked.arena}s" if asked.arena else "", "in": f"{asked.delay}s" if asked.delay else "",
    }  # fmt: skip
    yield from (f"{name}={value}" for name, value in valued.items() if value)


def _shown_after(act: Callable[[Session, str], Awaitable[tournaments.Tournament]]) -> Handler:
    """What is done to a tournament that is named, and then the tournament."""

    async def handle(program: Program, asked: Enter | Withdraw | Cancel) -> Crosstable:
        return await _page(program, asked, (await act(program.session, asked.name)).id)

    return handle


async def _page(program: Program, asked: Request, name: str) -> Crosstable:
    page = await pages.page(program.session, name)
    found, terms = page.tournament, page.tournament.terms
    held = _held(terms, found.stage, page.name(terms.by), len(found.taking_part))
    return Crosstable(
        id=asked.id, tournament=held, round=found.round, reason=found.reason,
        standings=[_standing(page, one) for one in page.standings],
        games=[_pairing(page, one) for one in found.games],
    )  # fmt: skip


def _held(terms: Announced | TournamentSummary, stage: Stage, by: str, players: int) -> Held:
    return Held(
        name=terms.id, stage=stage.value, start=terms.starts_at, by=by, game=terms.game, options=dict(terms.options),
        clock=written_clock(terms.clock) if terms.clock else "", rounds=terms.rounds, arena=terms.length,
        players=players,
    )  # fmt: skip


def _standing(page: Page, one: standings.Standing) -> Standing:
    return Standing(
        place=one.place, name=page.name(one.person), withdrawn=not one.is_in, points=one.points, direct=one.direct,
        berger=one.berger, won=one.won, drawn=one.drawn, lost=one.lost,
    )  # fmt: skip


def _pairing(page: Page, one: Game) -> Pairing:
    names = [page.name(person) for person in one.persons]
    return Pairing(round=one.round, table=one.table, names=names, points=list(one.points or ()), reason=one.reason)


HANDLERS: Handlers = {
    Tournaments: calendar, Tournament: tournament, Announce: announce, Enter: _shown_after(participation.take_part),
    Withdraw: _shown_after(participation.give_up), Cancel: _shown_after(participation.cancel),
}  # fmt: skip
