"""What a move costs as the house grows: with other tables, with the length of the game, and with those who look on.

Everything is in memory, in time of the processor. A game of Pileon serves in which one card is moved back and forth
between the two empty piles, so that the position is the same at the beginning of each round.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

import trio

from core.base.game import SPECTATOR
from core.games import GAMES
from core.house.service import Service, open_service
from core.live.live_table import LiveTable, News
from core.table import Command, Move, Redo, Undo
from core.table.opening import Player
from journal import open_journal
from tests.bench.figures import RUNS, heading, least_cpu, least_cpu_async, table
from tests.bench.recorded import Asked
from tests.core.parlour import submit

OTHERS = (0, 99, 999)
"""Other tables in play."""
DEEP = (10, 5000)
"""Moves of one game, after which a move is measured."""
WATCHERS = (0, 100, 1000)
ROUNDS = 40


def run() -> None:
    """Print the figures."""
    trio.run(growing)


async def growing() -> None:
    """Microseconds for a command with more and more around it."""
    heading("a command in memory, us of the processor, as the house grows", "flat, but for the spectators' shares")
    costs = [await among_others(others) for others in OTHERS]
    rows = [(f"{others} other tables in play", *beside_first(costs, n)) for n, others in enumerate(OTHERS)]
    table(("Pileon: move, undo, redo", "us each", "floor: the first"), rows)
    costs = [await after_moves(moves) for moves in DEEP]
    rows = [(f"after {moves:,} moves", *beside_first(costs, n)) for n, moves in enumerate(DEEP)]
    table(("Pileon: move, undo, redo", "us each", "floor: the first"), rows)
    await watched()


def beside_first(costs: Sequence[float], number: int) -> tuple[str, str]:
    return f"{costs[number]:.0f}", f"{costs[0]:.0f}"


ROUND: tuple[Command, ...] = (Move("14 15"), Undo(), Redo(), Move("15 14"), Undo(), Redo())
"""From the same position to the same position; both piles are the empty ones but for one card."""
BACK_AND_FORTH: tuple[Asked, ...] = tuple((0, command) for command in ROUND)


async def started(service: Service, tables: AsyncExitStack) -> LiveTable:
    """A game of Pileon in which a card can be moved back and forth for ever."""
    live = await opened_table(service, tables, "pileon", 7)
    await submit(live, Move("1 14"), 0)
    return live


async def cost(live: LiveTable) -> float:
    """Microseconds for a command."""
    spent = await least_cpu_async(partial(submit_all, live, BACK_AND_FORTH * ROUNDS), runs=2 * RUNS)
    return 1e6 * spent / ROUNDS / len(BACK_AND_FORTH)


async def among_others(others: int) -> float:
    async with open_journal("memory:") as journal, open_service(journal) as service, AsyncExitStack() as tables:
        for _ in range(others):
            await opened_table(service, tables, "pileon", 7)
        return await cost(await started(service, tables))


async def after_moves(moves: int) -> float:
    async with open_journal("memory:") as journal, open_service(journal) as service, AsyncExitStack() as tables:
        live = await started(service, tables)
        for _ in range(moves // 2):
            await submit_all(live, (BACK_AND_FORTH[0], BACK_AND_FORTH[3]))
        return await cost(live)


async def opened_table(service: Service, tables: AsyncExitStack, name: str, deal: int) -> LiveTable:
    game = GAMES[name]
    players = [Player(f"player{seat + 1}") for seat in range(game.seats)]
    id = await service.open(game, {}, players, deal=deal if game.numbered else None)
    return await tables.enter_async_context(service.table(id))


async def submit_all(live: LiveTable, asked: Sequence[Asked]) -> None:
    for by, command in asked:
        await submit(live, command, by)


# Spectators.


class Spectator:
    """Looks at the table and hears what happens, as a screen does before it draws."""

    def __init__(self) -> None:
        self.heard = 0

    def listen(self, live: LiveTable, news: News) -> None:
        live.view(SPECTATOR)
        live.tell(live.latest, SPECTATOR)
        self.heard += 1


async def watched() -> None:
    """What a spectator adds to a move, from the table to the sentences."""
    rows = []
    alone = 0.0
    for watchers in WATCHERS:
        spent = await watched_by(watchers)
        alone = alone if watchers else spent
        extra = f"{(spent - alone) / watchers:.1f}" if watchers else ""
        rows.append((f"Pileon, {watchers:,}", f"{spent:.0f}", extra, f"{calls():.2f}"))
    table(("watched by", "us/move", "us/spectator", "floor: a call"), rows)


def calls() -> float:
    """Microseconds for a call that does nothing."""
    return 1e6 * least_cpu(lambda: [(lambda: None)() for _ in range(10_000)]) / 10_000


async def watched_by(watchers: int) -> float:
    async with open_journal("memory:") as journal, open_service(journal) as service, AsyncExitStack() as tables:
        live = await started(service, tables)
        spectators = [Spectator() for _ in range(watchers)]
        for spectator in spectators:
            live.listeners[spectator] = spectator.listen
        began = time.process_time()
        await submit_all(live, BACK_AND_FORTH * 5)
        spent = time.process_time() - began
        assert all(spectator.heard == 5 * len(BACK_AND_FORTH) for spectator in spectators)
    return 1e6 * spent / 5 / len(BACK_AND_FORTH)
