"""Tasks of a house: what goes wrong in one of them ends neither the house nor another one."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import trio

from journal import Closed, JournalError

_LOG = logging.getLogger("parlour")
AGAIN = 10.0
"""Seconds until a task is begun anew that has failed."""

Task = Callable[[], Awaitable[None]]


async def contained(task: Task) -> bool:
    """Run a task. What the store could not do is logged in a sentence, a fault of ours with all that is known of it.

    Returns: whether it has come to an end; there is none for what may go well when it is begun anew.
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
    """Run what goes on for as long as the house is open: should it fail, it is begun anew a while later."""
    while not await contained(task):
        await trio.sleep(AGAIN)


def _said(errors: BaseExceptionGroup[JournalError]) -> str:
    """What the first of some errors says."""
    first = errors.exceptions[0]
    return _said(first) if isinstance(first, BaseExceptionGroup) else str(first)
