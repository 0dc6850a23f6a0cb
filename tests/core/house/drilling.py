"""A house that plays by itself in a process of its own, to be killed."""

from __future__ import annotations

import secrets
from multiprocessing.connection import Connection

import trio

from core.games import GAMES
from core.house.service import open_service
from core.records.codec import time_text
from core.table import Move
from journal import open_journal
from tests.core.parlour import ANNA, BERT, moves, submit

TABLES = 3


def play(url: str, said: Connection) -> None:
    """Play at new tables until killed; says the stream and the number of each record that was acknowledged, and when.

    What is said is said in one write, so that it is out or it is not.
    """
    trio.run(_play, url, said)


async def _play(url: str, said: Connection) -> None:
    async with open_journal(url) as journal, open_service(journal) as service, trio.open_nursery() as nursery:

        async def play_one() -> None:
            id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
            async with service.table(id, attended=False) as live:
                while not live.table.ended:
                    said.send((live.stream, live.table.seq, time_text(service.now())))
                    seat = live.table.turn[0]
                    await submit(live, Move(secrets.choice(moves(live, seat))), seat)

        for _ in range(TABLES):
            nursery.start_soon(play_one)
