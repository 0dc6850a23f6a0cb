"""Closing tables at which nobody has begun to play for a while, as a house does from time to time.

Where all sit and wait for luck that was sealed, the game is begun or ended instead, as the rules have it.
"""

from collections.abc import Awaitable, Callable

import trio

from core.base.durations import DAY, HOUR
from core.base.game import Refused
from core.house.service import Service
from core.live import sealed_luck
from core.live.live_table import LiveTable
from core.projections import GameSummary, TableState
from core.table import REVEAL_WITHIN, CloseUnbegun
from journal import Damaged

UNBEGUN = 1 * HOUR
"""Seconds after which a table is closed whose game has not begun, and at which nobody waits."""
UNBEGUN_SLOW = 7 * DAY
"""The same for games with days for a move, and for seats that are kept for somebody."""
ROUND = 60.0
"""Seconds between two looks."""
PAGE = 200


async def close_unbegun(service: Service) -> None:
    """Close such tables, until cancelled. Raises: JournalError."""
    while True:
        await trio.sleep(ROUND)
        await close_due(service)


async def close_due(service: Service) -> None:
    """Close those that are due now. Raises: JournalError."""
    async for one in service.views.walk(TableState.WAITING, limit=PAGE):
        if all(chair.is_taken for chair in one.seats) and service.now() - one.at >= REVEAL_WITHIN:
            await _at(service, one.id, sealed_luck.mind)
        elif is_due(one, service.now()) and not service.presence.at(one.id):
            await _at(service, one.id, _close)


def is_due(one: GameSummary, now: float) -> bool:
    """Whether a table has waited long enough, if nobody is there."""
    return now - one.at >= (UNBEGUN_SLOW if one.clock or one.is_private or one.is_practice else UNBEGUN)


async def _at(service: Service, id: str, work: Callable[[LiveTable], Awaitable[None]]) -> None:
    try:
        async with service.table(id, attended=False) as live:
            await work(live)
    except (Refused, Damaged):
        return  # It has begun or ended meanwhile, or cannot be read: either way there is nothing to do.


async def _close(live: LiveTable) -> None:
    await live.submit(CloseUnbegun())
