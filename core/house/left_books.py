"""Closing the seed books that processes leave: one's own at the end, and those of others that have ended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import trio

from core.base.durations import HOUR
from core.base.game import Refused
from journal import JournalError

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
INTRODUCTION = 10.0
"""Seconds after which all other houses have been heard of."""
MOST_WAITING = 3.0
"""Seconds that a process waits at its end for its book to be closed."""
ROUND = 1.0 * HOUR
"""Seconds between two looks for such books."""


async def close_left_books(service: Service) -> None:
    """Close books of processes that are gone, from when this one has a book of its own until cancelled.

    Raises: JournalError.
    """
    await service.books.opened.wait()
    await trio.sleep(INTRODUCTION)
    while True:
        await close_due(service)
        await trio.sleep(ROUND)


async def close_due(service: Service) -> None:
    """Close those that are left now. Raises: JournalError."""
    unclosed = await service.views.unclosed_books()
    left = [id for id, house in unclosed if id != service.books.own and not service.neighbours.knows(house)]
    await service.books.close_left(left)


async def close_own_book(service: Service) -> None:
    """Close the book of this process, which ends. If that fails, another process does it later."""
    try:
        with trio.move_on_after(MOST_WAITING):
            await service.books.close()
    except (JournalError, Refused) as error:
        _LOG.info("The seed book of this house stays open: %s", error)
