"""How long somebody waits for the computer's answer at El-Ixir while demonstrations run at other tables.

`python -m tests.bench.answers_bench [DEMONSTRATIONS]`. Demonstrations go at their usual speed, and both sides of each
are played by the computer, so that far more is asked than the workers can answer.
"""

from __future__ import annotations

import sys
import time

import trio

from core.base.chance import Dice
from core.base.game import Refused, Seat
from core.games import GAMES
from core.games.features.bots import bot_of
from core.house.service import Service, open_service
from core.live.automatic_play import play_for
from core.table import Move
from core.table.opening import Player
from journal import open_journal
from tests.bench.figures import quantile
from tests.core.parlour import actor, submit

GAME = GAMES["elixir"]
PACE = 0.7
"""Seconds between two moves of a demonstration."""
ANSWERS = 40
"""Answers that are waited for."""
LIMIT = 300
"""Milliseconds that an answer may take."""


async def _demonstrate(service: Service) -> None:
    while True:
        id = await service.open(GAME, {}, [Player("bert"), Player(bot="Adept")])
        async with service.table(id) as live:
            while not live.table.ended and live.table.turn:
                await trio.sleep(PACE)
                if 0 in live.table.turn:
                    try:
                        await play_for(actor(live, 0))
                    except Refused:
                        continue


async def _play(service: Service) -> list[float]:
    """Play as the easy player does. Returns: the milliseconds that each answer took, its roll included."""
    waited: list[float] = []
    while len(waited) < ANSWERS:
        id = await service.open(GAME, {}, [Player("anna"), Player(bot="Adept")])
        async with service.table(id) as live:
            await trio.sleep(1)  # whoever sits down thinks about the first move, and a worker is started meanwhile
            while live.table.turn and len(waited) < ANSWERS:
                text = bot_of("elixir", "easy").choose(live.view(Seat(0)).view, Dice(bytes(16), "bot", live.table.seq))
                await submit(live, Move(text), 0)
                if live.table.turn == (1,):
                    began = time.perf_counter()
                    while live.table.turn == (1,):
                        await live.wait_moved()
                    waited.append(1e3 * (time.perf_counter() - began))
    return waited


async def _measure(demonstrations: int) -> list[float]:
    async with open_journal("memory:") as journal, open_service(journal) as service, trio.open_nursery() as nursery:
        for _ in range(demonstrations):
            nursery.start_soon(_demonstrate, service)
        await trio.sleep(3)
        waited = await _play(service)
        nursery.cancel_scope.cancel()
    return waited


def run(demonstrations: int = 50) -> None:
    """Print how long a person waits without and with demonstrations."""
    for running in (0, demonstrations):
        waited = trio.run(_measure, running)
        print(f"answers: beside {running} demonstrations somebody waits {quantile(waited, 0.5):.0f} ms at the median,")
        print(f"         {quantile(waited, 0.9):.0f} ms for 1 of 10, {max(waited):.0f} ms at most (limit {LIMIT} ms)")


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
