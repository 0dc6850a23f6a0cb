"""Being at a table, seen by the others: what a program does that has no rooms to go through.

async with at(session, await tables.join(session, id)) as seat:
    await seat.play("roll")
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

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
        with _seen(session, seat):
            yield seat


@contextmanager
def _seen(session: Session, seat: Seat) -> Iterator[None]:
    if session.at is not None:
        beside = session.be_beside(seat)
        try:
            yield
        finally:
            session.end_beside(beside)
        return
    session.be_at(seat)
    try:
        yield
    finally:
        session.be_at(None)
