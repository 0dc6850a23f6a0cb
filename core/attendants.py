"""Who attends a live table by themselves: the computer players and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import trio

from core.bots import BOTS
from core.chance import SEED_BYTES, Dice
from core.game import Refused
from core.table import Move, RunOut, Table
from journal import JournalError

if TYPE_CHECKING:
    from core.service import Live

RETRY_PAUSE = 1.0
"""Seconds before an attendant tries again what the journal could not store."""


async def play_bots(live: Live) -> None:
    """Let the computer players at a table play, one move at a time, until the table is closed."""
    while True:
        table = live.table
        seat = next((seat for seat in live.turn if table.chairs[seat].is_bot), None)
        moved = live.wait_moved
        text = await _choose(table, seat) if seat is not None and all(c.name for c in table.chairs) else ""
        if text and seat is not None:
            if live.table.seq != table.seq:
                continue
            await _submit(live, Move(seat, text))
        elif live.table.seq == table.seq:
            await moved()


async def _submit(live: Live, command: Move | RunOut) -> None:
    """Ask for something that another process may have asked for already, and that the store may fail to keep."""
    try:
        await live.submit(command)
    except Refused:
        await live.catch_up()
    except JournalError:
        await trio.sleep(RETRY_PAUSE)


async def play_for(live: Live, seat: int) -> bool:
    """Make one move for a person with the computer player; the answer is whether there was one to make."""
    text = await _choose(live.table, seat)
    if text:
        await live.submit(Move(seat, text, demo=True))
    return bool(text)


async def _choose(table: Table, seat: int) -> str:
    bot = BOTS.get(table.game.name)
    if bot is None:
        raise Refused(f"No computer player knows {table.game.title}.")
    view = table.game.view(table.state, seat)
    dice = Dice(secrets.token_bytes(SEED_BYTES), table.game.name, table.seq)
    if not bot.slow:
        return bot.choose(view, dice)
    text: str = await in_worker(bot.choose, view, dice)
    return text


async def in_worker(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run slow, pure work in a worker process, so that no table waits for it; cancelling ends it."""
    import trio_parallel  # costs tens of milliseconds that most games never need

    return await trio_parallel.run_sync(function, *arguments, cancellable=True)


async def watch_clock(live: Live) -> None:
    """Say when a player's time is up. Time while no process has the table open does not count."""
    while live.table.clock and not live.table.ended:
        table = live.table
        since = max(table.turn_at, live.loaded_at)
        waiting = any(not chair.name for chair in table.chairs) or not table.turn
        left = since + table.clock - live.service.now()
        with trio.move_on_after(float("inf") if waiting else max(0.0, left)) as waited:
            await live.wait_moved()
        if waited.cancelled_caught and live.table.seq == table.seq:
            await _submit(live, RunOut(table.turn[0]))
