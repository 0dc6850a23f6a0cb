"""Games that were really played, as recordings."""

from __future__ import annotations

from core.games import GAMES
from core.service import Player, open_service
from core.table import Command, Move, Resign
from frontends.player import Recording
from journal import Record, open_journal


async def played(name: str, *commands: Command, moves: int = 8, over: bool = True) -> tuple[Record, ...]:
    """A game of so many first-best moves, with some commands before them, given up at the end if it shall be over."""
    game = GAMES[name]
    async with open_journal("memory:") as journal, open_service(journal) as service:
        deal = 7 if game.numbered else None
        id, _ = await service.open(game, {}, [Player(who) for who in ("Anna", "Bert")[: game.seats]], deal)
        async with service.table(id) as live:
            for command in commands:
                await live.submit(command)
            for _ in range(moves):
                seat = live.table.turn[0]
                await live.submit(Move(seat, next(iter(game.moves(live.sight(seat).view)))))
            if over:
                await live.submit(Resign(0))
        return await journal.read(id)


async def a_recording(
    name: str, *commands: Command, moves: int = 8, over: bool = True, seats: tuple[int, ...] = ()
) -> Recording:
    """Such a game as somebody replays it who has played in these seats."""
    return Recording("abcde", await played(name, *commands, moves=moves, over=over), seats)
