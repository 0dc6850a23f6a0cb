"""Being at a table, seen by the others: what a program does that has no rooms to go through.

async with at(session, await tables.join(session, id)) as seat:
    await seat.play("roll")
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.base.game import Refused
from core.sessions.at_table.seat import Seat, TableRef, seated
from core.sessions.session import NAMELESS, Session


@asynccontextmanager
async def at(session: Session, ref: TableRef) -> AsyncIterator[Seat]:
    """Sit or stand at a table, and be seen there; a session that is at another one already is at both.

    Raises: Refused for whom those seats are not, who may not look on, or who has no name yet; JournalError.
    """
    if not session.name:
        raise Refused(NAMELESS)
    async with seated(session, ref) as seat:
        beside = session.be_beside(seat) if session.at is not None else None
        if beside is None:
            session.be_at(seat)
        try:
            yield seat
        finally:
            if beside is None:
                session.be_at(None)
            else:
                session.end_beside(beside)
