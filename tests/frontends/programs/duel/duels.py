"""Duels in this process, between programs in processes of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from msgspec.structs import replace

from core.base.game import check_options
from core.duels.score import GameResult
from core.games import GAMES
from core.house.duel_game import Terms
from core.house.service import Service, open_service
from core.sessions.parlour import Parlour
from frontends.programs.duel.duel import Duel, Entrant
from journal import open_journal
from tests.patience import PATIENCE

SEED = b"28" * 16


@asynccontextmanager
async def open_house() -> AsyncIterator[Service]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        yield service


async def played(
    service: Service, first: tuple[str, ...], second: tuple[str, ...], pairs: int = 1, *, workers: int = 1,
    game: str = "elixir", seconds: int = 60, seed: bytes = SEED,
) -> list[GameResult]:  # fmt: skip
    """The games of a duel between A and B, in order."""
    results: list[GameResult] = []
    terms = Terms("duel", GAMES[game], check_options(GAMES[game], {}), seconds)
    entrants = Entrant("A", first), Entrant("B", second)
    with trio.fail_after(PATIENCE):
        await Duel(Parlour(service), terms, entrants, seed, results.append).play(range(1, pairs + 1), workers)
    return sorted(results, key=lambda one: (one.pair, one.game))


def facts(results: list[GameResult]) -> list[GameResult]:
    """The same without the tables, whose ids are drawn."""
    return [replace(one, table="") for one in results]
