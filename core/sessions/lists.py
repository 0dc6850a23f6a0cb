"""Lists: tables, a person's own games, results. They are made a moment after the fact."""

from __future__ import annotations

import trio

from core.sessions.session import Session

PATIENCE = 1.0
"""Seconds for which a list waits for what the person has just done to be in it."""


async def wait_for_own(session: Session) -> None:
    """Have what the person did last in the lists, if that does not take too long."""
    last = (session.at.id, session.at.seq) if session.at is not None else session.left
    if last:
        with trio.move_on_after(PATIENCE):
            await session.service.views.wait_for(*last)


async def wait_for_all(session: Session) -> None:
    """Have the lists brought up to date in a house that was opened just now, if that does not take too long."""
    with trio.move_on_after(PATIENCE):
        await session.service.views.caught_up.wait()
