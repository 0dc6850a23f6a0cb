"""Games that were really played, as recordings."""

from __future__ import annotations

from core.base.game import Seat
from core.games import GAMES
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.people.talk import Said
from core.replay.recording import Recording
from core.table import Command, Move, Resign
from core.table.opening import Player
from journal import Record, open_journal
from tests.core.parlour import submit

NAMES = {"anna": "Anna", "bert": "Bert", "carl": "Carl"}
"""By the ids of persons."""


async def play(live: LiveTable, moves: int) -> None:
    """So many first-best moves of whoever is in turn."""
    for _ in range(moves):
        seat = live.turn[0]
        await submit(live, Move(next(iter(live.table.game.moves(live.view(Seat(seat)).view)))), seat)


async def played(name: str, *asked: tuple[int, Command], moves: int = 8, over: bool = True) -> tuple[Record, ...]:
    """A game of so many first-best moves, with some commands before them, given up at the end if it shall be over."""
    game = GAMES[name]
    async with open_journal("memory:") as journal, open_service(journal) as service:
        deal = 7 if game.numbered else None
        id = await service.open(game, {}, [Player(who) for who in ("anna", "bert")[: game.seats]], deal=deal)
        async with service.table(id) as live:
            for seat, command in asked:
                await submit(live, command, seat)
            await play(live, moves)
            if over:
                await submit(live, Resign(), 0)
        return await service.records(id)


async def a_recording(
    name: str, *said: Said, moves: int = 8, over: bool = True, seats: tuple[int, ...] = ()
) -> Recording:
    """Such a game as somebody replays it who has played in these seats."""
    records = await played(name, moves=moves, over=over)
    return Recording(records[0].data["table"], records, NAMES, seats, said)
