"""Orders of those who run the house, given by persons whom the operator has marked."""

from collections.abc import Sequence

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.session import Session

NOT_MARKED = message("Only people chosen by the operator of this house can do that.")


def may_order(session: Session) -> bool:
    """Whether the person is marked, in a house that takes orders."""
    moderation = session.service.moderation
    return moderation.orders is not None and session.visitor.id in moderation.rulings.admins


async def order(session: Session, words: str) -> Sequence[Message]:
    """Do what an operator wants done. Returns: what came of it, a message for each line.

    Raises: Refused, JournalError.
    """
    orders = session.service.moderation.orders
    if orders is None or not may_order(session):
        raise Refused(NOT_MARKED)
    return await orders(words, f"person:{session.visitor.id}")
