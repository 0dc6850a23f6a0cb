"""Whether a game can still be won, and deals that can: asked of the solvers at work."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.base.chance import Dice, deal_seed
from core.base.game import Refused, Seat
from core.base.message import english
from core.games import GAMES
from core.games.deals.shipped_findings import settled
from core.games.features.bots import BOTS
from core.games.features.solvers import SOLVERS
from core.house.service import Service, open_service
from core.live import winnability
from core.live.live_table import LiveTable
from core.table import Move, Resign
from core.table.opening import Player
from journal import open_journal
from tests.core.parlour import actor, submit

PILEON = GAMES["pileon"]


@asynccontextmanager
async def at_table(name: str = "pileon") -> AsyncIterator[tuple[Service, LiveTable]]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        game = GAMES[name]
        id = await service.open(game, {}, [Player(who) for who in ("anna", "bert")[: game.seats]])
        async with service.table(id) as live:
            yield service, live


@asynccontextmanager
async def deal_seven() -> AsyncIterator[LiveTable]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await service.open(PILEON, {}, [Player("anna")], deal=7)
        async with service.table(id) as live:
            yield live


async def test_player_who_asks_whether_it_can_be_won_is_told_no_move_and_has_had_no_hint():
    async with deal_seven() as live:
        said = english(await winnability.judge(live, actor(live, 0)))
        assert said == "You can still win; ask again to see how."
        assert live.table.hints == 0


async def test_player_who_is_told_the_way_has_had_a_hint():
    async with deal_seven() as live:
        assert (
            english(await winnability.judge(live, actor(live, 0), shows=True))
            == "You can still win; the next move of a solution is 1 14 1."
        )
        assert live.table.hints == 1


async def test_spectator_is_told_without_counting_as_a_hint():
    async with deal_seven() as live:
        assert "next move of a solution" in english(await winnability.judge(live, None, shows=True))
        assert live.table.hints == 0


async def test_game_that_is_won_is_said_to_be_over_and_costs_no_hint():
    async with deal_seven() as live:
        while live.table.ended is None:
            move = BOTS["pileon"].choose(live.view(Seat(0)).view, Dice(bytes(16), "pileon", 1))
            await submit(live, Move(move), 0)
        assert english(await winnability.judge(live, actor(live, 0))) == "This game is over: deal a new one."
        assert live.table.hints == 0


async def test_game_that_was_given_up_is_said_to_be_over():
    async with deal_seven() as live:
        await submit(live, Resign(), 0)
        assert english(await winnability.judge(live, actor(live, 0))) == "This game is over: deal a new one."
        assert english(await winnability.judge(live, None)) == "This game is over: deal a new one."


async def test_lost_position_is_called_so():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        for deal in range(1, 100):
            id = await service.open(PILEON, {}, [Player("anna")], deal=deal)
            async with service.table(id) as live:
                while not live.view(Seat(0)).view.stuck:
                    texts = list(PILEON.moves(live.view(Seat(0)).view))
                    await submit(live, Move(texts[-1 - live.table.seq % 3 % len(texts)]), 0)
                    if live.table.ended or live.table.seq > 200:
                        break
                if live.table.ended is None and live.view(Seat(0)).view.stuck:
                    said = english(await winnability.judge(live, actor(live, 0)))
                    assert said == "You can no longer win: that is proved."
                    assert live.table.hints == 0
                    return
        raise AssertionError


@pytest.mark.parametrize("name", sorted(set(GAMES) - {name for name, solver in SOLVERS.items() if solver.judge}))
async def test_what_nobody_can_know_is_not_answered(name: str):
    async with at_table(name) as (_, live):
        with pytest.raises(Refused):
            await winnability.judge(live, actor(live, 0))


async def test_deal_that_is_found_can_be_won():
    deal = await winnability.find_winnable(PILEON, {})
    state = PILEON.start({})
    for event in PILEON.begin({}, Dice(deal_seed(deal), "pileon", 1)):
        state = PILEON.evolve(state, event)
    verdict = SOLVERS["pileon"].grade(state, winnability.WINNABLE_BUDGET)
    assert verdict.known
    assert verdict.winnable


async def test_game_without_a_solver_and_unknown_options_are_refused():
    with pytest.raises(Refused, match="Parlour cannot solve Mille"):
        await winnability.find_winnable(GAMES["mille"], {})
    with pytest.raises(Refused, match="has no option"):
        await winnability.find_winnable(PILEON, {"colour": "red"})


async def test_solution_that_was_published_is_shown_without_a_search():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        options = {"variant": "generals-patience"}
        for deal, winnable in ((8, True), (1, False)):
            id = await service.open(GAMES["terrace"], options, [Player("anna")], deal=deal)
            async with service.table(id) as live:
                assert await winnability.solution(live, asker=WhoHasNoTimeLeft()) == settled("terrace", options, deal)
                assert (await winnability.solution(live)).winnable is winnable


class WhoHasNoTimeLeft:
    """Is refused whatever a solver has to look for."""

    key = share = ""

    def check(self) -> None:
        raise Refused("Not now.")

    def charge(self, seconds: float) -> None:
        raise AssertionError(seconds)
