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

from core.games import GAMES
from core.service import Live, Player, Service, open_service
from core.table import Command, Move, Redo, Undo
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import Watch
from frontends.screens.picture import Look, Picture
from frontends.session import Session
from frontends.terminal import Input, Prompt
from journal import open_journal
from tests.bench.figures import RUNS, heading, least_cpu, least_cpu_async, table
from tests.bench.recorded import moves_in, recorded

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


BACK_AND_FORTH: tuple[Command, ...] = (Move(0, "14 15"), Undo(0), Redo(0), Move(0, "15 14"), Undo(0), Redo(0))
"""From the same position to the same position; both piles are the empty ones but for one card."""


async def started(service: Service, tables: AsyncExitStack) -> Live:
    """A game of Pileon in which a card can be moved back and forth for ever."""
    live = await opened_table(service, tables, "pileon", 7)
    await live.submit(Move(0, "1 14"))
    return live


async def cost(live: Live) -> float:
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


async def opened_table(service: Service, tables: AsyncExitStack, name: str, deal: int) -> Live:
    players = [Player(f"Player {seat + 1}") for seat in range(GAMES[name].seats)]
    id, _ = await service.open(GAMES[name], {}, players, deal)
    return await tables.enter_async_context(service.table(id))


async def submit_all(live: Live, commands: Sequence[Command]) -> None:
    for command in commands:
        await live.submit(command)


# Spectators.


class NullTerminal:
    """Shows nothing to anybody, and nobody types."""

    def __init__(self) -> None:
        self.shown = 0

    def write(self, text: str) -> None:
        pass

    def ask(self, prompt: Prompt) -> None:
        pass

    def show(self, picture: Picture, repaint: bool = False) -> None:
        self.shown += 1

    def ring(self) -> None:
        pass

    def use_screen(self, screen: bool) -> None:
        pass

    def adapt(self, look: Look) -> None:
        pass

    async def receive(self) -> Input:
        await trio.sleep_forever()
        raise AssertionError


async def watched() -> None:
    """What a spectator adds to a move, from the table to the picture."""
    rows = []
    alone = 0.0
    for name in ("pileon", "mille"):
        for watchers in WATCHERS:
            spent = await watched_by(name, watchers)
            alone = alone if watchers else spent
            extra = f"{(spent - alone) / watchers:.1f}" if watchers else ""
            rows.append((f"{name}, {watchers:,}", f"{spent:.0f}", extra, f"{calls():.2f}"))
    table(("watched by", "us/move", "us/spectator", "floor: a call"), rows)


def calls() -> float:
    """Microseconds for a call that does nothing."""
    return 1e6 * least_cpu(lambda: [(lambda: None)() for _ in range(10_000)]) / 10_000


async def watched_by(name: str, watchers: int) -> float:
    async with open_journal("memory:") as journal, open_service(journal) as service, AsyncExitStack() as tables:
        live = await opened_table(service, tables, name, 7)
        commands = BACK_AND_FORTH * 3 if name == "pileon" else moves_in(recorded("mille", 40, 7))
        if name == "pileon":
            await live.submit(Move(0, "1 14"))
        terminals = [NullTerminal() for _ in range(watchers)]
        async with trio.open_nursery() as nursery:
            for number, terminal in enumerate(terminals):
                talk = Conversation(Look(), screen=True, name=f"W{number}", errand=Watch(live.id))
                nursery.start_soon(Session(service, talk, terminal).run)
            while len(live.watchers) < watchers:
                await trio.sleep(0.01)
            before = sum(terminal.shown for terminal in terminals)
            began = time.process_time()
            await submit_all(live, commands)
            spent = time.process_time() - began
            assert sum(terminal.shown for terminal in terminals) - before == watchers * len(commands)
            nursery.cancel_scope.cancel()
    return 1e6 * spent / len(commands)
