"""Tables to begin a test with, and commands one after the other."""

from __future__ import annotations

from typing import Any

from core.base.game import Seat
from core.games import GAMES
from core.table import Begin, Cause, Command, Move, RecordInfo, Setup, Sit, Table, decide, evolve, open_table

HOUSE_SEED = bytes(range(32))
Asked = tuple[int | None, Command]
"""Who asks, None for the house, and what."""


def opened(name: str, *, house_seed: bytes = HOUSE_SEED, **setup: Any) -> Table:
    """A table at which nobody sits."""
    game = GAMES[name]
    options = {option.name: option.choices[0] for option in game.options}
    return open_table(Setup("tst01", game, options, house_seed, **setup), RecordInfo(1, 1000.0))


def begun(name: str, *, bots: tuple[int, ...] = (), luck: tuple[str, ...] = ("", ""), **setup: Any) -> Table:
    """A table at which everybody sits, and the game has begun: persons are called p0, p1."""
    table = opened(name, **setup)
    for seat in range(table.game.seats):
        who: dict[str, Any] = {"bot": "Comp"} if seat in bots else {"person": f"p{seat}"}
        table = when(table, (None, Sit(seat, luck=luck[seat], **who)))
    return when(table, (None, Begin()))


def when(table: Table, *asked: Asked) -> Table:
    """The table after some commands, each a second after the one before."""
    for by, command in asked:
        table, _ = after(table, by, command)
    return table


def after(
    table: Table, by: int | None, command: Command, *, at: float | None = None, stand_in: str = ""
) -> tuple[Table, tuple[Any, ...]]:
    """The table after a command, and the events it led to."""
    at = table.at + 1 if at is None else at
    events = decide(table, command, by, at, stand_in)
    cause = Cause(f"d{table.seq}", by, table.seq, command, stand_in)
    for number, event in enumerate(events):
        table = evolve(table, event, RecordInfo(table.seq + 1, at, None if number else cause))
    return table, events


def moves(table: Table, seat: int = 0) -> list[str]:
    """The legal moves of a seat."""
    return list(table.game.moves(table.game.view(table.state, Seat(seat))))


def first_move(table: Table) -> Asked:
    """The first legal move of whoever is in turn."""
    seat = table.turn[0]
    return seat, Move(moves(table, seat)[0])
