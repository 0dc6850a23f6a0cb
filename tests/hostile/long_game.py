"""A game of 20,000 records, made before the house opens."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import trio

from core.games import GAMES
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.people.directory import code_of, draw_secret
from core.records import codec, fold
from core.table import Cause, Command, Mark, Move, Redo, Undo, decide
from core.table.opening import Player
from journal import Record, open_journal, seal
from tests.core.parlour import submit

RECORDS = 20_000
ROUND: tuple[Command, ...] = (Move("14 15"), Undo(), Redo(), Move("15 14"), Undo(), Redo())
"""From the same position to the same position, on the two empty piles of Pileon but for one card."""


async def make(path: Path) -> str:
    """Make a journal that holds such a game. Returns: the code of its seat, at which there is a save "m"."""
    async with open_journal(f"sqlite:{path}") as journal, open_service(journal) as service:
        secret = draw_secret()
        person = await service.directory.create("Longlived", secret)
        id = await service.open(GAMES["pileon"], {}, [Player(person.id)], deal=7)
        async with service.table(id, attended=False) as live:
            await submit(live, Move("1 14"), 0)
            await submit(live, Mark("m"), 0)
            records = await trio.to_thread.run_sync(_go_on, live)
            await journal.append(live.stream, live.table.seq, records)
        return code_of(id, secret)


def _go_on(live: LiveTable) -> list[Record]:
    table, last, made = live.table, live.last, list[Record]()
    while len(made) < RECORDS:
        command = ROUND[len(made) % len(ROUND)]
        cause = Cause(next(live.service.decisions), 0, table.seq, command)
        events = decide(table, command, 0, table.at + 1)
        drafts = [codec.encode(event, None if number else cause) for number, event in enumerate(events)]
        sealed = seal(last, drafts, codec.time_text(table.at + 1))
        made += sealed
        last, table = sealed[-1], fold.fold(live.stream, table, sealed)
    return made


def make_long_game(path: Path) -> str:
    """The same, for those who know no trio."""
    return trio.run(partial(make, path))
