"""Supervised tasks of a house: a failure in one of them ends neither the house nor another task."""

import logging
from collections.abc import Awaitable, Callable

import trio

from journal import Closed, JournalError

_LOG = logging.getLogger("parlour")
RESTART_DELAY = 10.0
"""Seconds until a failed task is started again."""

Task = Callable[[], Awaitable[None]]


async def contained(task: Task) -> bool:
    """Run a task and log its failure: an error of the store as a sentence, a bug with its traceback.

    Returns: whether it is over; False if it failed and may be started again.
    """
    is_over = True
    try:
        await task()
    except* Closed as closed:
        _LOG.warning("A task of the house has ended: %s", _said(closed))
    except* JournalError as failed:
        is_over = False
        _LOG.warning("A task of the house has failed: %s", _said(failed))
    except* Exception:
        is_over = False
        _LOG.exception("There is a fault in a task of the house.")
    return is_over


async def lasting(task: Task) -> None:
    """Run a task for as long as the house is open, and start it again `RESTART_DELAY` seconds after a failure."""
    while not await contained(task):
        await trio.sleep(RESTART_DELAY)


def _said(errors: BaseExceptionGroup[JournalError]) -> str:
    """What the first of some errors says."""
    first = errors.exceptions[0]
    return _said(first) if isinstance(first, BaseExceptionGroup) else str(first)
